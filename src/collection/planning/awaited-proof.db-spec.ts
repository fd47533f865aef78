import type { Database } from '@libs/database';
import type { CollectedReview } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  collectOnce,
  collectionHarness,
  linkTo,
  makeDue,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { insertReview } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';

describe('the next scheduled pass proves a deletion, without waiting for the weekly full pass (contract §10.3 Deletion)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let list: CollectedReview[];

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      for (let start = 0; start < list.length; start += 5) yield { reviews: list.slice(start, start + 5) };
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
  });
  beforeEach(() => database.query('truncate account, review, review_raw cascade'));
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  /** Plans the link's next pass. Returns whether it is a full pass. */
  const plansFull = async (link: LinkFixture): Promise<boolean | undefined> => {
    await makeDue(database, link.linkId);
    await harness.planDue();
    const rows = await database.query<{ full: boolean }>(
      `select wants_full as full from run_link where link_id = $1 order by id desc limit 1`,
      [link.linkId],
    );
    return rows[0]?.full;
  };
  /** Creates a link with two reviews, marks one as missed for the time `age`, and executes `change`. */
  const linkWithMissedReview = async (age: string, change = ''): Promise<LinkFixture> => {
    const link = await aLink(database, { sourceId: SCRIPTED_SOURCE_ID });
    await database.query(
      'update link_collection set full_pass_at = now(), last_scraped_at = now() where link_id = $1',
      [link.linkId],
    );
    const id = await insertReview(database, link);
    await insertReview(database, link);
    await database.query(`update review set missed_at = clock_timestamp() - $2::interval where id = $1`, [id, age]);
    if (change !== '') await database.query(change);
    return link;
  };

  it.each([
    ['a full pass', 'six hours ago', '6 hours', ''],
    ['a full pass', 'nearly three days ago', '2 days 23 hours', ''],
    ['an incremental pass', 'more than three days ago', '3 days 1 minute', ''],
    ['an incremental pass', 'an hour ago', '1 hour', ''],
    [
      'an incremental pass',
      'six hours ago on a link with the warning `many_reviews_missing`',
      '6 hours',
      `update link_collection set warning = 'many_reviews_missing'`,
    ],
    ['an incremental pass', 'six hours ago and collected again since', '6 hours', 'update review set missed_at = null'],
    [
      'an incremental pass',
      'six hours ago and deleted since',
      '6 hours',
      'update review set deleted_at = now() where missed_at is not null',
    ],
  ])('plans %s after a review was missed %s', async (pass, _, age, change) => {
    expect(await plansFull(await linkWithMissedReview(age, change))).toBe(pass === 'a full pass');
  });

  it('plans a full pass for the newer of two missing reviews; a missing review of another link has no effect', async () => {
    const link = await linkWithMissedReview('5 days');
    const neighbor = await aLink(database, { accountId: link.accountId, sourceId: SCRIPTED_SOURCE_ID });
    await database.query('update link_collection set full_pass_at = now(), last_scraped_at = now()');
    const newer = await insertReview(database, link);
    await database.query(`update review set missed_at = now() - interval '7 hours' where id = $1`, [newer]);
    expect(await plansFull(link)).toBe(true);
    expect(await plansFull(neighbor)).toBe(false);
  });

  it('deletes a review that two passes missed if the second one was scheduled, and plans incremental passes afterwards', async () => {
    const link = await linkTo(database, SCRIPTED_SOURCE_ID);
    list = collectedReviews(30);
    await collectOnce(harness, link);
    list = list.filter((_, index) => index !== 27);
    await collectOnce(harness, link, true);
    await database.query(`update review set missed_at = missed_at - interval '6 hours' where missed_at is not null`);
    expect(await plansFull(link)).toBe(true);
    const claim = await harness.collector.claim(null);
    if (claim === null) throw new Error('nothing was planned');
    await harness.collector.run(claim);
    expect(await database.query('select from review where deleted_at is not null')).toHaveLength(1);
    expect(await plansFull(link)).toBe(false);
  });

  it('finds the missing review by an index, regardless of the number of reviews', async () => {
    const link = await linkWithMissedReview('6 hours');
    await database.query(
      `insert into review (account_id, object_id, link_id, source_id, change_seq, first_seen_at, updated_at, seen_at,
         date_precision, is_native, content_hash, external_id)
       select $1, $2, $3, $4, n, now(), now(), now(), 0, true, '\\x00', 'many-' || n from generate_series(1, 5000) n`,
      [link.accountId, link.objectId, link.linkId, link.sourceId],
    );
    await database.query('analyze review');
    const plan = await database.query<{ 'QUERY PLAN': string }>(
      `explain select min(r.missed_at) from review r where r.account_id = ${link.accountId} and r.link_id = ${link.linkId}
         and r.deleted_at is null and r.missed_at >= statement_timestamp() - 1000::bigint * interval '1 millisecond'`,
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('review_missed');
  });
});
