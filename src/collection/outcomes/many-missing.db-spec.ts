import type { Database } from '@libs/database';
import type { CollectedReview } from '@libs/sources';
import { FinishPassService, RECORDED_AT_ONCE } from '@src/reviews';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  claimNow,
  collectOnce,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

describe('a pass that misses more reviews than one transaction records (contract §10.3)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let list: CollectedReview[];
  let link: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      yield { reviews: list };
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
  });
  beforeEach(async () => {
    await database.query('truncate account, source_pace, review, review_raw cascade');
    list = collectedReviews(RECORDED_AT_ONCE + 1);
    link = await linkTo(database, SCRIPTED_SOURCE_ID);
    await collectOnce(harness, link);
    list = [];
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  /** How many reviews are missed, and how many transactions wrote them. */
  const missed = async (): Promise<object | undefined> =>
    (
      await database.query(
        `select count(*) as reviews, count(distinct xmin::text) as transactions from review
         where link_id = $1 and missed_at is not null`,
        [link.linkId],
      )
    )[0];

  it('records them in short transactions before it ends', async () => {
    const { outcome } = await collectOnce(harness, link, true);
    expect([outcome, await missed()]).toEqual(['success', { reviews: RECORDED_AT_ONCE + 1, transactions: 2 }]);
  });

  it.each([
    ['the lease is lost', 'update run_link set lease_token = gen_random_uuid() where link_id = $1'],
    ['the link is disabled', 'update link set is_active = false where id = $1'],
  ])('records no more after %s', async (_, change) => {
    const record = jest.spyOn(FinishPassService.prototype, 'recordMissed');
    const lock = harness.leases.lockCollected.bind(harness.leases);
    jest.spyOn(harness.leases, 'lockCollected').mockImplementation(async (claim, statements) => {
      if (record.mock.calls.length === 1) await database.query(change, [link.linkId]);
      return lock(claim, statements);
    });
    await harness.collector.run(await claimNow(harness, link, true));
    expect(await missed()).toEqual({ reviews: RECORDED_AT_ONCE, transactions: 1 });
  });
});
