import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@libs/database';
import { Blocked, type CollectedReview } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  collectOnce,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

const PAGE = 20;
/** Longer than pages are gathered for one write. */
const BETWEEN_PAGES_MS = 250;

describe('pages without changes (contract §10.2)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let list: CollectedReview[];
  let requested: number;
  let onPage: (page: number) => void | Promise<void>;
  let link: LinkFixture;
  /** The time of the process is frozen, because a pass writes after a second in any case. */
  let clock: number;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      for (let page = 1; (page - 1) * PAGE < list.length; page += 1) {
        requested = page;
        await onPage(page);
        yield { reviews: list.slice((page - 1) * PAGE, page * PAGE) };
        await pause(BETWEEN_PAGES_MS);
      }
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
  });
  beforeEach(async () => {
    await database.query('truncate account, source_pace, review, review_raw cascade');
    list = collectedReviews(3 * PAGE);
    onPage = () => undefined;
    link = await linkTo(database, SCRIPTED_SOURCE_ID);
    await collectOnce(harness, link);
    clock = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => clock);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  const countsOf = async (runId: number): Promise<object | undefined> =>
    (
      await database.query(
        `select outcome, pages, reviews_read as "read", reviews_new as "new", reviews_changed as "changed" from run_link where run_id = $1`,
        [runId],
      )
    )[0];
  const edit = (index: number): void => {
    list = list.map((review, n) => (n === index ? { ...review, text: 'edited' } : review));
  };

  it('are counted with the outcome, without a write of their own', async () => {
    const writes = jest.spyOn(harness.leases, 'countStatement');
    const { runId } = await collectOnce(harness, link, true);
    expect(writes).not.toHaveBeenCalled();
    expect(await countsOf(runId)).toEqual({ outcome: 'success', pages: 3, read: 60, new: 0, changed: 0 });
  });

  it.each([
    ['before', 2 * PAGE],
    ['between', PAGE],
    ['after', 0],
  ])('are counted once %s a page with a change', async (_, edited) => {
    edit(edited);
    const writes = jest.spyOn(harness.leases, 'countStatement');
    const { runId } = await collectOnce(harness, link, true);
    expect(writes).toHaveBeenCalledTimes(1);
    expect(await countsOf(runId)).toEqual({ outcome: 'success', pages: 3, read: 60, new: 0, changed: 1 });
  });

  it('are counted if the pass fails later', async () => {
    onPage = (page) => {
      if (page === 3) throw new Blocked('a captcha');
    };
    const { runId } = await collectOnce(harness, link, true);
    expect(await countsOf(runId)).toEqual({ outcome: 'failed', pages: 2, read: 40, new: 0, changed: 0 });
  });

  it('are read for at most a second after the link was disabled', async () => {
    list = collectedReviews(8 * PAGE);
    await collectOnce(harness, link);
    onPage = async (page) => {
      if (page === 2) await database.query('update link set is_active = false where id = $1', [link.linkId]);
      if (page === 3) clock += 1_001;
    };
    const { runId } = await collectOnce(harness, link, true);
    expect(await countsOf(runId)).toMatchObject({ outcome: 'dropped' });
    expect(requested).toBeLessThan(8);
  });
});
