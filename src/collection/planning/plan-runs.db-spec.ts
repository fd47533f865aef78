import type { Database } from '@libs/database';
import { storeFixture, aLink, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { builtInSources } from '@libs/sources';
import {
  SCRIPTED_SOURCE_ID,
  collectionHarness,
  linkState,
  makeDue,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { nextDueTime } from '../domain/schedule';

const HOUR = 3_600_000;
const PERIOD = 6 * HOUR;
/** The number that the links of a page share. */
const PAGE_KEY = `('x' || substr(md5(l.source_id || ' ' || l.url), 1, 8))::bit(32)::bigint`;

interface RunLinkRow {
  run_id: number;
  link_id: number;
  scheduled_at: Date;
  wants_full: boolean;
  priority: number;
  cause: string;
  account_id: number;
}

describe('planning on PostgreSQL (contract §10.1, fault F36)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const unordered = scriptedPlatform(
      async function* () {
        yield { reviews: [] };
        return { coverage: 'all' };
      },
      { order: 'unordered' },
    );
    harness = await collectionHarness(database, { platforms: [...builtInSources, unordered] });
  });
  beforeEach(() =>
    database.query('truncate account, review, review_raw cascade').then(() => void (harness.wakeupsSent.length = 0)),
  );
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  const runLinks = (): Promise<RunLinkRow[]> =>
    database.query<RunLinkRow>(
      'select l.*, r.cause from run_link l join run r on r.id = l.run_id order by l.link_id, l.id',
    );
  const updateCollection = (linkId: number, sql: string): Promise<number> =>
    database.execute(`update link_collection set ${sql} where link_id = $1`, [linkId]);
  const endAllRunLinks = (): Promise<number> =>
    database.execute(`update run_link set state = 'ended', outcome = 'success'`);
  const collectOptions = { full: false, minGapMs: 0 };

  it('creates one run per account and cause with all due links', async () => {
    const first = await aLink(database);
    const sibling = await aLink(database, { accountId: first.accountId, sourceId: 1 });
    const collected = await aLink(database, { accountId: first.accountId, sourceId: 1 });
    await updateCollection(collected.linkId, 'last_scraped_at = now()');
    const foreign = await aLink(database);
    const later = await aLink(database);
    await updateCollection(later.linkId, `next_run_at = now() + interval '1 hour'`);
    expect(await harness.planDue()).toBe(4);
    const rows = await runLinks();
    const runOf = (link: LinkFixture): number | undefined => rows.find((row) => row.link_id === link.linkId)?.run_id;
    expect(rows.map((row) => [row.link_id, row.cause, row.priority])).toEqual([
      [first.linkId, 'first', 0],
      [sibling.linkId, 'first', 0],
      [collected.linkId, 'scheduled', 2],
      [foreign.linkId, 'first', 0],
    ]);
    expect(runOf(sibling)).toBe(runOf(first));
    expect(new Set([runOf(first), runOf(collected), runOf(foreign)]).size).toBe(3);
  });

  it('sets the next due time of each link, and plans more than one batch per call', async () => {
    const { accountId, objectId } = await aLink(database);
    await database.query(
      `with o as (insert into tracked_object (account_id, name) select $1, 'o' from generate_series(1, 230) returning id),
         l as (insert into link (account_id, object_id, source_id, url) select $1, o.id, 8, 'https://x.example' from o returning id, object_id)
       insert into link_collection (link_id, account_id, object_id, source_id, next_run_at) select l.id, $1, l.object_id, 8, now() from l`,
      [accountId],
    );
    const [before] = await database.query<{ at: Date }>('select clock_timestamp() as at');
    expect(await harness.planDue()).toBe(231);
    expect(await harness.planDue()).toBe(0);
    const [after] = await database.query<{ at: Date }>('select clock_timestamp() as at');
    const links = await database.query<{ key: number; at: Date }>(
      `select ${PAGE_KEY} as key, c.next_run_at as at from link_collection c join link l on l.id = c.link_id where c.account_id = $1`,
      [accountId],
    );
    for (const { key, at } of links) {
      expect(nextDueTime(key, at.getTime() - 1, PERIOD)).toBe(at.getTime());
      expect(at.getTime()).toBeLessThanOrEqual((after?.at.getTime() ?? NaN) + PERIOD);
      expect(at.getTime()).toBeGreaterThanOrEqual(before?.at.getTime() ?? NaN);
    }
    expect(objectId).toBeGreaterThan(0);
  });

  it.each([
    ['the link is disabled', `update link set is_active = false`, null],
    ['the link is deleted', `update link set deleted_at = now()`, null],
    ['the object is disabled', `update tracked_object set is_active = false`, null],
    ['the object is deleted', `update tracked_object set deleted_at = now()`, null],
    ['the account is suspended', `update account set status = 'suspended'`, 'next period'],
    ['the trial is over', `update account set trial_ends_at = now() - interval '1 second'`, 'next period'],
  ] as const)('plans no link if %s', async (_, change, next) => {
    const link = await aLink(database);
    await database.query(change);
    expect(await harness.planDue()).toBe(0);
    expect(await runLinks()).toEqual([]);
    const { next_run_at: at } = await linkState(database, link.linkId);
    if (next === null) expect(at).toBeNull();
    else expect(at?.getTime()).toBeGreaterThan(Date.now());
  });

  it('plans the links of an account whose trial is not over', async () => {
    await aLink(database);
    await database.query(`update account set plan = 'trial', trial_ends_at = now() + interval '1 day'`);
    expect(await harness.planDue()).toBe(1);
  });

  it('contract §2.2 frozen_at: plans a frozen link once a week', async () => {
    const link = await aLink(database);
    await updateCollection(link.linkId, `frozen_at = now() - interval '1 day', last_scraped_at = now()`);
    expect(await harness.planDue()).toBe(1);
    const { next_run_at: at } = await linkState(database, link.linkId);
    const [page] = await database.query<{ key: number }>(`select ${PAGE_KEY} as key from link l where id = $1`, [
      link.linkId,
    ]);
    expect(nextDueTime(page?.key ?? NaN, (at?.getTime() ?? 0) - 1, 7 * 24 * HOUR)).toBe(at?.getTime());
  });

  it.each([
    ['half an hour', 'its owner reads it', 'google', `road = 'business-profile', read_by = 'owner'`, 0.5],
    ['six hours', 'its road asks for it', 'google', `road = 'places', read_by = 'owner'`, 6],
    ['two hours', 'its road asks for it', 'facebook', `road = 'graph-api', read_by = 'owner'`, 2],
    ['six hours', 'it also reads public pages', 'google-play', `road = 'developer-api', read_by = 'both'`, 6],
    ['six hours', 'its road no longer exists', 'google', `road = 'gone', read_by = 'public'`, 6],
    ['six hours', 'it fails', 'google', `road = 'business-profile', read_by = 'owner', lasting_failures = 1`, 6],
  ] as const)('contract §10.1: plans a link once in %s if %s', async (_, __, slug, state, hours) => {
    const sourceId = harness.catalogue.bySlug(slug)?.id ?? NaN;
    const link = await aLink(database, { sourceId });
    await updateCollection(link.linkId, `${state}, last_scraped_at = now()`);
    expect(await harness.planDue()).toBe(1);
    const { next_run_at: at } = await linkState(database, link.linkId);
    const [page] = await database.query<{ key: number; movesUp: number }>(
      `select ${PAGE_KEY} as key, extract(epoch from r.moves_up_at - r.scheduled_at)::float8 as "movesUp"
       from link l join run_link r on r.link_id = l.id where l.id = $1`,
      [link.linkId],
    );
    expect(nextDueTime(page?.key ?? NaN, (at?.getTime() ?? 0) - 1, hours * HOUR)).toBe(at?.getTime());
    expect((at?.getTime() ?? NaN) - Date.now()).toBeLessThanOrEqual(hours * HOUR);
    expect(page?.movesUp).toBeCloseTo(hours * 360, 0);
  });

  it.each([
    [true, 'it is the first collection', 'full_pass_at = null', 8],
    [false, 'the last full pass was a day ago', `full_pass_at = now() - interval '1 day'`, 8],
    [true, 'the last full pass was a week ago', `full_pass_at = now() - interval '7 days'`, 8],
    [true, 'the source does not order by date', 'full_pass_at = now()', SCRIPTED_SOURCE_ID],
    [true, 'this process does not support the source', 'full_pass_at = now()', 4_242],
  ] as const)('sets wants_full to %s if %s', async (isFull, _, state, sourceId) => {
    const link = await aLink(database, { sourceId });
    await updateCollection(link.linkId, `${state}, last_scraped_at = now()`);
    await harness.planDue();
    expect((await runLinks()).map((row) => row.wants_full)).toEqual([isFull]);
  });

  it('F36: creates one run link per link with concurrent planners', async () => {
    const { accountId } = await aLink(database);
    for (let index = 0; index < 40; index += 1) await aLink(database, { accountId });
    const counts = await Promise.all(Array.from({ length: 6 }, () => harness.planDue()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(41);
    expect((await runLinks()).length).toBe(41);
  });

  it('skips a link whose due time was planned before, as after a clock was set back, and plans other links', async () => {
    const planned = await aLink(database);
    const other = await aLink(database);
    await updateCollection(planned.linkId, `next_run_at = '2026-01-01T00:00:00.123Z'`);
    await harness.planDue();
    await endAllRunLinks();
    await updateCollection(planned.linkId, `next_run_at = '2026-01-01T00:00:00.123Z'`);
    await makeDue(database, other.linkId);
    expect(await harness.planDue()).toBe(1);
    expect((await linkState(database, planned.linkId)).next_run_at?.getTime()).toBeGreaterThan(Date.now());
    const empty = await database.query(
      'select from run r where not exists (select from run_link l where l.run_id = r.id)',
    );
    expect(empty).toEqual([]);
  });

  describe('collect now (contract §4.14)', () => {
    it('creates a manual run of the enabled links and sends a wake-up after the commit', async () => {
      const link = await aLink(database);
      const disabled = await aLink(database, { accountId: link.accountId, objectId: link.objectId, sourceId: 1 });
      await database.query('update link set is_active = false where id = $1', [disabled.linkId]);
      const runId = await harness.planner.collectNow(link.accountId, link.objectId, collectOptions);
      expect(await runLinks()).toMatchObject([{ run_id: runId, link_id: link.linkId, cause: 'manual', priority: 0 }]);
      expect(harness.wakeupsSent).toEqual(['runs-planned']);
    });

    it('skips links that were collected more recently than the gap, and ends a run without links at once', async () => {
      const link = await aLink(database);
      await updateCollection(link.linkId, `last_scraped_at = now() - interval '9 minutes'`);
      const runId = await harness.planner.collectNow(link.accountId, link.objectId, { full: false, minGapMs: 600_000 });
      expect(await runLinks()).toEqual([]);
      expect((await harness.results.report(runId))?.finishedAt).toBeInstanceOf(Date);
      await updateCollection(link.linkId, `last_scraped_at = now() - interval '10 minutes'`);
      await harness.planner.collectNow(link.accountId, link.objectId, { full: false, minGapMs: 600_000 });
      expect(await runLinks()).toHaveLength(1);
    });

    it.each(['no link', 'a disabled link'])(
      'throws conflict for an object with %s if `refusesEmpty` is set, and creates no run',
      async (which) => {
        const link = await aLink(database);
        await database.query(`update link set ${which === 'no link' ? 'deleted_at = now()' : 'is_active = false'}`);
        const options = { ...collectOptions, refusesEmpty: true };
        const call = harness.planner.collectNow(link.accountId, link.objectId, options);
        await expect(call).rejects.toMatchObject({ code: 'conflict' });
        expect(await database.query('select from run where account_id = $1', [link.accountId])).toEqual([]);
      },
    );

    it('returns the open run; with `full`, its waiting links read the whole list', async () => {
      const link = await aLink(database);
      await updateCollection(link.linkId, 'full_pass_at = now()');
      const runId = await harness.planner.collectNow(link.accountId, link.objectId, collectOptions);
      expect(await harness.planner.collectNow(link.accountId, link.objectId, collectOptions)).toBe(runId);
      expect((await runLinks()).map((row) => row.wants_full)).toEqual([false]);
      expect(await harness.planner.collectNow(link.accountId, link.objectId, { ...collectOptions, full: true })).toBe(
        runId,
      );
      expect((await runLinks()).map((row) => row.wants_full)).toEqual([true]);
    });

    it('raises a link that waits in a scheduled run to `manual`', async () => {
      const link = await aLink(database);
      const other = await aLink(database, { accountId: link.accountId });
      for (const { linkId } of [link, other]) await updateCollection(linkId, 'last_scraped_at = now()');
      expect(await harness.planDue()).toBe(2);
      expect((await runLinks()).map((row) => row.priority)).toEqual([2, 2]);
      await harness.planner.collectNow(link.accountId, link.objectId, collectOptions);
      expect((await runLinks()).map((row) => [row.link_id, row.priority])).toEqual([
        [link.linkId, 1],
        [other.linkId, 2],
      ]);
    });

    it('returns one run to concurrent calls, also during planning', async () => {
      for (let round = 0; round < 5; round += 1) {
        const link = await aLink(database);
        await aLink(database, { accountId: link.accountId, objectId: link.objectId, sourceId: 1 });
        const runs = await Promise.all([
          ...Array.from({ length: 6 }, () => harness.planner.collectNow(link.accountId, link.objectId, collectOptions)),
          harness.planDue().then(() => null),
        ]);
        expect(new Set(runs.filter((id) => id !== null)).size).toBe(1);
        await endAllRunLinks();
      }
    });

    it.each([
      ['is missing', 'not_found'],
      ['belongs to another account', 'not_found'],
      ['is deleted', 'not_found'],
      ['is disabled', 'conflict'],
      ['belongs to a suspended account', 'payment_required'],
      ['belongs to an account whose trial is over', 'payment_required'],
    ] as const)('plans nothing for an object that %s, and throws %s', async (which, code) => {
      const link = await aLink(database);
      const foreign = await aLink(database);
      if (which === 'is deleted')
        await database.query('update tracked_object set deleted_at = now() where id = $1', [link.objectId]);
      if (which === 'is disabled')
        await database.query('update tracked_object set is_active = false where id = $1', [link.objectId]);
      if (which === 'belongs to a suspended account')
        await database.query(`update account set status = 'suspended' where id = $1`, [link.accountId]);
      if (which === 'belongs to an account whose trial is over')
        await database.query('update account set trial_ends_at = clock_timestamp() where id = $1', [link.accountId]);
      const objectId =
        which === 'is missing'
          ? 999_999_999
          : which === 'belongs to another account'
            ? foreign.objectId
            : link.objectId;
      await expect(harness.planner.collectNow(link.accountId, objectId, collectOptions)).rejects.toMatchObject({
        code,
      });
      expect(await runLinks()).toEqual([]);
    });
  });
});
