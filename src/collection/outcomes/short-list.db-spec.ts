import type { Database } from '@libs/database';
import { Temporary, type CollectedReview, type VisitEnd } from '@libs/sources';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  collectOnce,
  collectionHarness,
  linkState,
  linkTo,
  makeDue,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { LinkStateQuery } from '@src/collection/states/persistence/link-state.query';
import { warningOf } from '@src/links/domain/link';

const PAGE = 50;

describe('a pass counts as a full pass only if its end was proven and its count agrees (contract §10.2)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let list: CollectedReview[];
  /** The number of reviews that the platform states; null: it states no number. */
  let counter: number | null;
  /** The number of reviews that the platform shows; null: all. */
  let visibleCount: number | null;
  let coverage: VisitEnd['coverage'];
  let isFailing: boolean;
  let pagesRead: number;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      if (isFailing) throw new Temporary('network', 'the connection broke');
      const visible = list.slice(0, visibleCount ?? list.length);
      const object = { name: null, reviewCount: counter, rating: null, ratingOriginal: null };
      for (let start = 0; start < Math.max(1, visible.length); start += PAGE) {
        pagesRead += 1;
        yield { reviews: visible.slice(start, start + PAGE), object };
      }
      return { coverage };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
  });
  beforeEach(async () => {
    await database.query('truncate account, source_pace, review, review_raw cascade');
    [list, counter, visibleCount, coverage, isFailing] = [collectedReviews(350), 350, null, 'all', false];
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  /** Runs the next scheduled pass of a link, `hours` after the previous one. Shifts stored times instead of waiting. */
  const nextPass = async (link: LinkFixture, hours = 6) => {
    await database.query(
      `update link_collection set full_pass_at = full_pass_at - $2 * interval '1 hour', full_due_at = full_due_at - $2 * interval '1 hour'
       where link_id = $1`,
      [link.linkId, hours],
    );
    await makeDue(database, link.linkId);
    await harness.planDue();
    const claim = await harness.collector.claim(null);
    if (claim === null) throw new Error('nothing was planned');
    pagesRead = 0;
    await harness.collector.run(claim);
    for (;;) {
      await database.query('update run_link set not_before = clock_timestamp()');
      const again = await harness.collector.claim(claim.runId);
      if (again === null) break;
      await harness.collector.run(again);
    }
    const state = await linkState(database, link.linkId);
    return { full: claim.wantsFull, stop: state.stop_reason, status: state.scrape_status };
  };
  /** The link's count of stored reviews and its warning. */
  const countAndWarning = async (link: LinkFixture) => {
    const [stored] = await new LinkStateQuery(database).ofObjects(link.accountId, [link.objectId]);
    return { stored: stored?.collectedCount, warning: stored && warningOf(stored) };
  };
  const fullPassMarks = async (link: LinkFixture): Promise<unknown[]> => {
    const { full_pass_at: at, full_pass_newest: newest } = await linkState(database, link.linkId);
    return [at, newest];
  };
  const aScriptedLink = (): Promise<LinkFixture> => linkTo(database, SCRIPTED_SOURCE_ID);

  it('does not count a first list of 250 of 350 reviews as a full pass, sets a warning, and reads all 350 in the next pass', async () => {
    const link = await aScriptedLink();
    visibleCount = 250;
    expect(await nextPass(link)).toEqual({ full: true, stop: 'count_mismatch', status: 'success' });
    expect(await fullPassMarks(link)).toEqual([null, null]);
    expect(await countAndWarning(link)).toEqual({ stored: 250, warning: 'count_mismatch' });
    visibleCount = null;
    expect(await nextPass(link)).toEqual({ full: true, stop: 'complete', status: 'success' });
    expect(await countAndWarning(link)).toEqual({ stored: 350, warning: null });
    expect(await fullPassMarks(link)).toEqual([expect.any(Date), list[0]?.reviewDate]);
    expect(await nextPass(link)).toMatchObject({ full: false, stop: 'known_reached' });
  });

  it('keeps the time and newest review of the last proven pass after a short list', async () => {
    const link = await aScriptedLink();
    await nextPass(link);
    const before = await fullPassMarks(link);
    list = collectedReviews(351);
    [counter, visibleCount] = [351, 40];
    await collectOnce(harness, link, true);
    expect(await fullPassMarks(link)).toEqual(before);
    visibleCount = null;
    expect(await nextPass(link)).toMatchObject({ full: true, stop: 'complete' });
  });

  it('runs full passes at growing intervals, up to a week, and incremental passes between them, if the counter is always wrong', async () => {
    const link = await aScriptedLink();
    counter = 500;
    const full: number[] = [];
    for (let period = 0; period < 4 * 28; period += 1) {
      const pass = await nextPass(link);
      expect(pass).toEqual({
        full: pass.full,
        stop: pass.full ? 'count_mismatch' : 'known_reached',
        status: 'success',
      });
      expect(pagesRead).toBe(pass.full ? 7 : 1);
      if (pass.full) full.push(period);
    }
    expect(full).toEqual([0, 1, 3, 7, 15, 31, 59, 87]);
    expect((await countAndWarning(link)).warning).toBe('count_mismatch');
    counter = 350;
    let passes = 0;
    for (let pass = await nextPass(link); !pass.full; pass = await nextPass(link)) passes += 1;
    expect(passes).toBeLessThan(28);
    expect((await countAndWarning(link)).warning).toBeNull();
    expect((await nextPass(link)).full).toBe(false);
  });

  it('collects new reviews while the full pass is postponed', async () => {
    const link = await aScriptedLink();
    counter = 500;
    for (let period = 0; period < 2; period += 1) await nextPass(link);
    list = collectedReviews(352);
    expect((await nextPass(link)).full).toBe(false);
    expect((await countAndWarning(link)).stored).toBe(352);
  });

  it('makes a full pass due after an incremental one that finds too few stored reviews', async () => {
    const link = await aScriptedLink();
    await nextPass(link);
    // Simulates an earlier version, which accepted a short list.
    await database.query(`delete from review where link_id = $1 and review_date < '2020-04-10'`, [link.linkId]);
    expect((await countAndWarning(link)).stored).toBe(250);
    expect(await nextPass(link)).toMatchObject({ full: false, stop: 'known_reached' });
    expect((await countAndWarning(link)).warning).toBe('count_mismatch');
    expect(await nextPass(link)).toMatchObject({ full: true, stop: 'complete' });
    expect(await countAndWarning(link)).toEqual({ stored: 350, warning: null });
  });

  it.each([
    ['344 of 350, within 2 %', 344, 350, 'complete', null],
    ['342 of 350', 342, 350, 'count_mismatch', 'count_mismatch'],
    ['28 of 30, within two', 28, 30, 'complete', null],
    ['27 of 30', 27, 30, 'count_mismatch', 'count_mismatch'],
    ['33 of 30', 33, 30, 'count_mismatch', 'count_mismatch'],
    ['none of 40', 0, 40, 'count_mismatch', 'count_mismatch'],
    ['30 reviews of a platform without a counter', 30, null, 'complete', null],
  ])('returns the stop reason and the warning after reading %s', async (_, readCount, statedCount, stop, warning) => {
    const link = await aScriptedLink();
    [list, counter] = [collectedReviews(readCount), statedCount];
    expect((await nextPass(link)).stop).toBe(stop);
    expect((await countAndWarning(link)).warning).toBe(warning);
    expect((await nextPass(link)).full).toBe(warning !== null);
  });

  it('counts a pass that misses two of thirty reviews as a full pass, but marks none as missing, because that requires 2 %', async () => {
    const link = await aScriptedLink();
    [list, counter] = [collectedReviews(30), 30];
    await nextPass(link);
    list = list.slice(2);
    expect(await collectOnce(harness, link, true)).toMatchObject({ outcome: 'success' });
    expect((await linkState(database, link.linkId)).stop_reason).toBe('complete');
    expect(await database.query('select from review where missed_at is not null')).toEqual([]);
    counter = 28;
    await collectOnce(harness, link, true);
    expect(await database.query('select from review where missed_at is not null')).toHaveLength(2);
  });

  it('reads a window to its end in a full pass, and stops at known reviews in later passes, regardless of the counter', async () => {
    const link = await aScriptedLink();
    [visibleCount, coverage] = [200, 'window'];
    expect(await nextPass(link)).toMatchObject({ full: true, stop: 'window_limit' });
    expect(await fullPassMarks(link)).toEqual([expect.any(Date), list[0]?.reviewDate]);
    for (let period = 0; period < 3; period += 1) {
      expect(await nextPass(link)).toMatchObject({ full: false, stop: 'known_reached' });
      expect(await countAndWarning(link)).toEqual({ stored: 200, warning: null });
    }
  });

  it('keeps a full pass due while passes fail', async () => {
    const link = await aScriptedLink();
    visibleCount = 250;
    await nextPass(link);
    await nextPass(link);
    isFailing = true;
    expect(await nextPass(link, 12)).toMatchObject({ full: true, status: 'failed' });
    [isFailing, visibleCount] = [false, null];
    expect(await nextPass(link)).toMatchObject({ full: true, stop: 'complete' });
  });

  it('reads a list whose dates do not descend to its end in every pass', async () => {
    const link = await aScriptedLink();
    list = [...list.slice(0, 30), ...list.slice(100), ...list.slice(30, 100)];
    await nextPass(link);
    expect(await nextPass(link)).toEqual({ full: false, stop: 'known_reached', status: 'success' });
    list = [...list].reverse();
    expect(await nextPass(link)).toEqual({ full: false, stop: 'complete', status: 'success' });
    expect(pagesRead).toBe(7);
  });
});
