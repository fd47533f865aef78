import type { Database } from '@libs/database';
import { LeaseLost } from '@libs/leases';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  claimNow,
  collectionHarness,
  linkTo,
  scriptedPlatform,
  type CollectionHarness,
} from '@test/support/collection-harness';
import { eventually } from '@test/support/eventually';
import { openTransaction } from '@test/support/held-rows';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { RunLeaseStore, type ClaimedLink } from './run-lease.store';

const LEASE_MS = 15_000;
const ONE_AT_A_TIME = [{ sourceId: SCRIPTED_SOURCE_ID, concurrency: 1, accountLimit: 1_000 }];
const MANY = [{ sourceId: SCRIPTED_SOURCE_ID, concurrency: 100, accountLimit: 1_000 }];

describe('claims and leases on PostgreSQL (contract §10.5; fault F35)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let leases: RunLeaseStore;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      yield { reviews: collectedReviews(3) };
      return { coverage: 'all' };
    });
    harness = await collectionHarness(database, { platforms: [platform] });
    leases = harness.leases;
  });
  beforeEach(() => database.query('truncate account, source_pace, review, review_raw cascade'));
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  const plannedLinks = async (count: number, of: { readonly accountId?: number } = {}): Promise<LinkFixture[]> => {
    const links: LinkFixture[] = [];
    for (let index = 0; index < count; index += 1) links.push(await linkTo(database, SCRIPTED_SOURCE_ID, of));
    await harness.planDue();
    return links;
  };
  const claimAny = (limits = MANY, leaseMs = LEASE_MS): Promise<ClaimedLink | null> =>
    leases.claim(limits, leaseMs, null).then(([first = null]) => first);
  const notNull = async (claim: Promise<ClaimedLink | null>): Promise<ClaimedLink> => {
    const claimed = await claim;
    if (claimed === null) throw new Error('no link was claimed');
    return claimed;
  };
  const expire = (claim: ClaimedLink): Promise<number> =>
    database.execute(`update run_link set lease_until = clock_timestamp() - interval '1 second' where id = $1`, [
      claim.runLinkId,
    ]);
  const rowOf = async (claim: ClaimedLink): Promise<Record<string, unknown>> =>
    (await database.query('select * from run_link where id = $1', [claim.runLinkId]))[0] ?? {};

  it('fills all free slots with one claim, in the order of single claims, and exceeds no limit of a source', async () => {
    await plannedLinks(5);
    const ofSource = (concurrency: number) => [{ sourceId: SCRIPTED_SOURCE_ID, concurrency, accountLimit: 1_000 }];
    const queuedIds = (await database.query<{ id: number }>('select id from run_link order by account_id')).map(
      ({ id }) => id,
    );
    const ids = (claims: readonly ClaimedLink[]): number[] =>
      claims.map(({ runLinkId }) => runLinkId).sort((a, b) => a - b);
    const first = await leases.claim(ofSource(3), LEASE_MS, null, 2);
    expect(ids(first)).toEqual(queuedIds.slice(0, 2));
    expect(new Set(first.map(({ token }) => token)).size).toBe(2);
    expect(ids(await leases.claim(ofSource(3), LEASE_MS, null, 8))).toEqual(queuedIds.slice(2, 3));
    expect(await leases.claim(ofSource(3), LEASE_MS, null, 8)).toEqual([]);
    // The lease of one of the three expired: its slot is free, and the link is in its account's queue again.
    await expire(first[0] as ClaimedLink);
    expect(ids(await leases.claim(ofSource(3), LEASE_MS, null, 8))).toEqual([queuedIds[3]]);
    expect(ids(await leases.claim(ofSource(9), LEASE_MS, null, 8))).toEqual([queuedIds[0], queuedIds[4]]);
  });

  it.each([1, 3, 7])('gives 8 concurrent workers exactly the %i slots of a source', async (concurrency) => {
    await plannedLinks(20);
    const limits = [{ sourceId: SCRIPTED_SOURCE_ID, concurrency, accountLimit: 1_000 }];
    const worker = async (): Promise<number> => {
      let claims = 0;
      while ((await claimAny(limits)) !== null) claims += 1;
      return claims;
    };
    const counts = await Promise.all(Array.from({ length: 8 }, worker));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(concurrency);
  });

  it.each([1, 3, 7, 19])(
    'gives 8 concurrent workers that claim several links each exactly the %i slots of a source',
    async (concurrency) => {
      await plannedLinks(20);
      const limits = [{ sourceId: SCRIPTED_SOURCE_ID, concurrency, accountLimit: 1_000 }];
      const worker = async (limit: number): Promise<readonly number[]> =>
        (await leases.claim(limits, LEASE_MS, null, limit)).map(({ linkId }) => linkId);
      const claimed = (await Promise.all(Array.from({ length: 8 }, (_, index) => worker(1 + index)))).flat();
      expect(claimed).toHaveLength(concurrency);
      expect(new Set(claimed).size).toBe(concurrency);
    },
  );

  it('gives each link to one worker only', async () => {
    await plannedLinks(30);
    const worker = async (): Promise<number[]> => {
      const linkIds: number[] = [];
      for (;;) {
        const claim = await claimAny();
        if (claim === null) return linkIds;
        linkIds.push(claim.linkId);
      }
    };
    const claimed = (await Promise.all(Array.from({ length: 8 }, worker))).flat();
    expect(claimed).toHaveLength(30);
    expect(new Set(claimed).size).toBe(30);
  });

  it('claims links of a source while another source has no free slot', async () => {
    await plannedLinks(2);
    const other = await aLink(database, { sourceId: 901 });
    await harness.planDue();
    const limits = [...ONE_AT_A_TIME, { sourceId: 901, concurrency: 1, accountLimit: 1_000 }];
    await notNull(claimAny(limits));
    expect((await notNull(claimAny(limits))).linkId).toBe(other.linkId);
    expect(await claimAny(limits)).toBeNull();
  });

  it('claims no link of a source without a limit in this process', async () => {
    await plannedLinks(1);
    expect(await claimAny([{ sourceId: 1, concurrency: 5, accountLimit: 1_000 }])).toBeNull();
  });

  it('claims a failed link only after its backoff, and counts failures but not interruptions as attempts', async () => {
    await plannedLinks(1);
    const claim = await notNull(claimAny());
    await leases.retryLater(claim, 60_000);
    expect(await claimAny()).toBeNull();
    await database.query('update run_link set not_before = clock_timestamp()');
    const again = await notNull(claimAny());
    expect(again.attempts).toBe(2);
    await leases.release(again);
    expect((await notNull(claimAny())).attempts).toBe(2);
  });

  it('claims a link with an expired lease under another token, and does not claim a link with a renewed lease', async () => {
    await plannedLinks(1);
    const claim = await notNull(claimAny());
    await database.query(
      `update run_link set lease_until = clock_timestamp() + interval '1 millisecond' where id = $1`,
      [claim.runLinkId],
    );
    expect(await leases.renew(claim, LEASE_MS)).toBe(true);
    expect(await claimAny()).toBeNull();
    await expire(claim);
    const reclaimed = await notNull(claimAny(ONE_AT_A_TIME));
    expect(reclaimed).toMatchObject({ runLinkId: claim.runLinkId, attempts: 2 });
    expect(reclaimed.token).not.toBe(claim.token);
    expect(await leases.renew(claim, LEASE_MS)).toBe(false);
  });

  it.each([
    ['the link and the one that shares its visit', true, false],
    ['the link only', false, true],
  ])('loses a visit if other workers have claimed %s while it is renewed', async (_what, isCompanionLost, expected) => {
    const url = 'https://scripted.example/page';
    for (let index = 0; index < 2; index += 1) await linkTo(database, SCRIPTED_SOURCE_ID, { url });
    await harness.planDue();
    const claim = await notNull(claimAny());
    const take = (condition: string): Promise<number> =>
      database.execute(`update run_link set lease_token = gen_random_uuid(), visit_of = null where ${condition}`, [
        claim.runLinkId,
      ]);
    expect(await take('id = $1')).toBe(1);
    // The row of the other link is locked, so its renewal waits.
    const other = await openTransaction(database, () =>
      isCompanionLost
        ? take('visit_of = $1')
        : database.query('select from run_link where visit_of = $1 for update', [claim.runLinkId]),
    );
    const renewal = leases.renew(claim, LEASE_MS);
    await eventually('a renewal that waits', 5_000, async () => {
      const [row] = await database.query<{ waits: boolean }>(
        `select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'run_link') as waits`,
      );
      return row?.waits;
    });
    await other.commit();
    expect(await renewal).toBe(expected);
  });

  it('resets the counts of a link at each attempt', async () => {
    const [link] = await plannedLinks(1);
    const claim = await notNull(claimAny());
    await fixture.database.prepared(leases.countStatement(claim, { pages: 1, read: 100, inserted: 100, changed: 0 }));
    await expire(claim);
    await notNull(claimAny());
    const report = await harness.results.report(claim.runId);
    expect(report?.links).toMatchObject([{ linkId: link?.linkId, collected: 0 }]);
  });

  it('fails a link as internal, and ends its run, after five of its leases expired', async () => {
    await plannedLinks(1);
    for (let lease = 1; lease <= 5; lease += 1) await expire(await notNull(claimAny()));
    const last = await notNull(claimAny());
    expect(last.attempts).toBe(6);
    await harness.collector.collect(last, new AbortController().signal);
    const report = await harness.results.report(last.runId);
    expect(report?.finishedAt).not.toBeNull();
    expect(report?.links).toMatchObject([
      { outcome: 'failed', scrapeError: 'internal: the collection failed inside the service' },
    ]);
  });

  it('claims only links of the given run', async () => {
    const [one, two] = await plannedLinks(2);
    const runOf = async (link: LinkFixture | undefined): Promise<number> =>
      (await database.query<{ id: number }>('select run_id as id from run_link where link_id = $1', [link?.linkId]))[0]
        ?.id ?? 0;
    const claimOf = async (link: LinkFixture | undefined): Promise<ClaimedLink | null> =>
      (await leases.claim(MANY, LEASE_MS, await runOf(link)))[0] ?? null;
    const claim = await notNull(claimOf(two));
    expect(claim.linkId).toBe(two?.linkId);
    expect(await claimOf(two)).toBeNull();
    expect(await claimOf(one)).not.toBeNull();
  });

  it.each([
    ['the link was disabled', 'update link set is_active = false'],
    ['the link was deleted', 'update link set deleted_at = now()'],
    ['the object was disabled', 'update tracked_object set is_active = false'],
    ['the object was deleted', 'update tracked_object set deleted_at = now()'],
  ])('returns `collectable: false` if %s after the link was planned', async (_, change) => {
    await plannedLinks(2);
    expect((await notNull(claimAny())).collectable).toBe(true);
    await database.query(change);
    expect((await notNull(claimAny())).collectable).toBe(false);
  });

  it('returns the time until which the source is closed', async () => {
    await plannedLinks(2);
    expect((await notNull(claimAny())).sourceClosedUntil).toBeNull();
    await database.query(`insert into source_pace (source_id, closed_until) values ($1, now() + interval '1 minute')`, [
      SCRIPTED_SOURCE_ID,
    ]);
    expect((await notNull(claimAny())).sourceClosedUntil).toBeInstanceOf(Date);
  });

  describe('F35: a worker that lost its lease writes nothing', () => {
    const snapshot = async (): Promise<unknown> => {
      const tables = [
        'run',
        'run_link',
        'link_collection',
        'link',
        'review',
        'review_raw',
        'run_review',
        'outbox',
        'account_change',
      ];
      const contents = [];
      for (const table of tables) contents.push(await database.query(`select t.* from ${table} t order by 1, 2`));
      return contents;
    };

    it('stores no page, result, release or address', async () => {
      const link = await linkTo(database, SCRIPTED_SOURCE_ID);
      const stale = await claimNow(harness, link);
      await expire(stale);
      await notNull(claimAny());
      const before = await snapshot();
      await harness.collector.collect(stale, new AbortController().signal);
      await leases.retryLater(stale, 0);
      await harness.collector
        .collect({ ...stale, collectable: false }, new AbortController().signal)
        .catch(() => undefined);
      await harness.collector.collect({ ...stale, attempts: 9 }, new AbortController().signal).catch(() => undefined);
      expect(await snapshot()).toEqual(before);
    });

    it('writes nothing after the worker with the new lease has ended the link', async () => {
      const link = await linkTo(database, SCRIPTED_SOURCE_ID);
      const stale = await claimNow(harness, link);
      await expire(stale);
      const reclaimed = await notNull(claimAny());
      await harness.collector.collect(reclaimed, new AbortController().signal);
      expect(await rowOf(reclaimed)).toMatchObject({ state: 'ended', outcome: 'success', reviews_new: 3 });
      const before = await snapshot();
      await harness.collector.collect(stale, new AbortController().signal);
      expect(await snapshot()).toEqual(before);
    });

    it('keeps the first page and writes no second one if the lease is lost between them', async () => {
      const link = await linkTo(database, SCRIPTED_SOURCE_ID);
      let interrupt: (() => Promise<void>) | null = null;
      const pages = scriptedPlatform(async function* () {
        yield { reviews: collectedReviews(2, 10) };
        await interrupt?.();
        yield { reviews: collectedReviews(2, 1) };
        return { coverage: 'all' };
      });
      const other = await collectionHarness(database, { platforms: [pages] });
      const stale = await claimNow(other, link);
      let reclaimed: ClaimedLink | undefined;
      const ids = (): Promise<{ id: string }[]> => database.query('select external_id as id from review order by 1');
      interrupt = async () => {
        interrupt = null;
        // The visit continues to read while its first page is written.
        await eventually('the first page to be stored', 20_000, async () => (await ids()).length === 2);
        await expire(stale);
        reclaimed = await notNull(claimAny());
      };
      await other.collector.collect(stale, new AbortController().signal);
      expect((await ids()).map((row) => row.id)).toEqual(['10', '11']);
      await other.collector.collect(reclaimed as ClaimedLink, new AbortController().signal);
      expect((await ids()).map((row) => row.id)).toEqual(['1', '10', '11', '2']);
      await other.close();
    });

    it('throws LeaseLost for a link that was released', async () => {
      await plannedLinks(1);
      const claim = await notNull(claimAny());
      const lock = (): Promise<boolean> => database.transaction(() => leases.lock(claim));
      await expect(lock()).resolves.toBe(true);
      await leases.retryLater(claim, 0);
      await expect(lock()).rejects.toBeInstanceOf(LeaseLost);
    });
  });
});
