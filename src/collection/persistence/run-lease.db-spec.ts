import type { Database } from '@libs/database';
import { collectedReviews } from '@test/support/collected-review';
import {
  SCRIPTED_SOURCE_ID,
  claimNow,
  collectionWorld,
  linkTo,
  scriptedPlatform,
  type CollectionWorld,
} from '@test/support/collection-world';
import { eventually } from '@test/support/eventually';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { LeaseLost, RunLeaseStore, type ClaimedLink } from './run-lease.store';

const LEASE_MS = 15_000;
const ONE_AT_A_TIME = [{ sourceId: SCRIPTED_SOURCE_ID, concurrency: 1, ofAccount: 1_000 }];
const MANY = [{ sourceId: SCRIPTED_SOURCE_ID, concurrency: 100, ofAccount: 1_000 }];

describe('claims and leases on PostgreSQL (contract §10.5; fault F35)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let world: CollectionWorld;
  let leases: RunLeaseStore;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    const platform = scriptedPlatform(async function* () {
      yield { reviews: collectedReviews(3) };
      return { coverage: 'all' };
    });
    world = await collectionWorld(database, { platforms: [platform] });
    leases = world.leases;
  });
  beforeEach(() => database.query('truncate account, source_pace, review, review_raw cascade'));
  afterAll(async () => {
    await world?.close();
    await fixture?.close();
  });

  const plannedLinks = async (count: number, of: { readonly accountId?: number } = {}): Promise<LinkFixture[]> => {
    const links: LinkFixture[] = [];
    for (let index = 0; index < count; index += 1) links.push(await linkTo(database, SCRIPTED_SOURCE_ID, of));
    await world.planner.planDue();
    return links;
  };
  const claimAny = (limits = MANY, leaseMs = LEASE_MS): Promise<ClaimedLink | null> =>
    leases.claim(limits, leaseMs, null).then(([first = null]) => first);
  const sure = async (claim: Promise<ClaimedLink | null>): Promise<ClaimedLink> => {
    const got = await claim;
    if (got === null) throw new Error('nothing was claimed');
    return got;
  };
  const expire = (claim: ClaimedLink): Promise<number> =>
    database.execute(`update run_link set lease_until = clock_timestamp() - interval '1 second' where id = $1`, [
      claim.id,
    ]);
  const rowOf = async (claim: ClaimedLink): Promise<Record<string, unknown>> =>
    (await database.query('select * from run_link where id = $1', [claim.id]))[0] ?? {};

  it('one claim fills all free slots, in the order of single claims, and no source gets more than its own', async () => {
    await plannedLinks(5);
    const ofSource = (concurrency: number) => [{ sourceId: SCRIPTED_SOURCE_ID, concurrency, ofAccount: 1_000 }];
    const waiting = (await database.query<{ id: number }>('select id from run_link order by account_id')).map(
      ({ id }) => id,
    );
    const ids = (claims: readonly ClaimedLink[]): number[] => claims.map(({ id }) => id).sort((a, b) => a - b);
    const first = await leases.claim(ofSource(3), LEASE_MS, null, 2);
    expect(ids(first)).toEqual(waiting.slice(0, 2));
    expect(new Set(first.map(({ token }) => token)).size).toBe(2);
    expect(ids(await leases.claim(ofSource(3), LEASE_MS, null, 8))).toEqual(waiting.slice(2, 3));
    expect(await leases.claim(ofSource(3), LEASE_MS, null, 8)).toEqual([]);
    // The lease of one of the three expired: its slot is free, and the link is in its account's queue again.
    await expire(first[0] as ClaimedLink);
    expect(ids(await leases.claim(ofSource(3), LEASE_MS, null, 8))).toEqual([waiting[3]]);
    expect(ids(await leases.claim(ofSource(9), LEASE_MS, null, 8))).toEqual([waiting[0], waiting[4]]);
  });

  it.each([1, 3, 7])('8 concurrent workers get exactly the %i slots of a source', async (concurrency) => {
    await plannedLinks(20);
    const limits = [{ sourceId: SCRIPTED_SOURCE_ID, concurrency, ofAccount: 1_000 }];
    const worker = async (): Promise<number> => {
      let got = 0;
      while ((await claimAny(limits)) !== null) got += 1;
      return got;
    };
    const counts = await Promise.all(Array.from({ length: 8 }, worker));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(concurrency);
  });

  it.each([1, 3, 7, 19])(
    '8 concurrent workers that claim several links get no more than the %i slots',
    async (concurrency) => {
      await plannedLinks(20);
      const limits = [{ sourceId: SCRIPTED_SOURCE_ID, concurrency, ofAccount: 1_000 }];
      const worker = async (most: number): Promise<readonly number[]> =>
        (await leases.claim(limits, LEASE_MS, null, most)).map(({ linkId }) => linkId);
      const claimed = (await Promise.all(Array.from({ length: 8 }, (_, at) => worker(1 + at)))).flat();
      expect(claimed).toHaveLength(concurrency);
      expect(new Set(claimed).size).toBe(concurrency);
    },
  );

  it('no link is claimed by two workers', async () => {
    await plannedLinks(30);
    const worker = async (): Promise<number[]> => {
      const got: number[] = [];
      for (;;) {
        const claim = await claimAny();
        if (claim === null) return got;
        got.push(claim.linkId);
      }
    };
    const claimed = (await Promise.all(Array.from({ length: 8 }, worker))).flat();
    expect(claimed).toHaveLength(30);
    expect(new Set(claimed).size).toBe(30);
  });

  it('a source without a free slot does not delay another', async () => {
    await plannedLinks(2);
    const other = await aLink(database, { sourceId: 901 });
    await world.planner.planDue();
    const limits = [...ONE_AT_A_TIME, { sourceId: 901, concurrency: 1, ofAccount: 1_000 }];
    await sure(claimAny(limits));
    expect((await sure(claimAny(limits))).linkId).toBe(other.linkId);
    expect(await claimAny(limits)).toBeNull();
  });

  it('links of a source without a limit in this process are not claimed', async () => {
    await plannedLinks(1);
    expect(await claimAny([{ sourceId: 1, concurrency: 5, ofAccount: 1_000 }])).toBeNull();
  });

  it('a link released with a backoff waits for it; a failure counts as an attempt, an interruption does not', async () => {
    await plannedLinks(1);
    const claim = await sure(claimAny());
    await leases.retryLater(claim, 60_000);
    expect(await claimAny()).toBeNull();
    await database.query('update run_link set not_before = clock_timestamp()');
    const again = await sure(claimAny());
    expect(again.attempts).toBe(2);
    await leases.release(again);
    expect((await sure(claimAny())).attempts).toBe(2);
  });

  it('a link with an expired lease is claimed again under another token; with a renewed one it is not', async () => {
    await plannedLinks(1);
    const claim = await sure(claimAny());
    await database.query(
      `update run_link set lease_until = clock_timestamp() + interval '1 millisecond' where id = $1`,
      [claim.id],
    );
    expect(await leases.renew(claim, LEASE_MS)).toBe(true);
    expect(await claimAny()).toBeNull();
    await expire(claim);
    const taken = await sure(claimAny(ONE_AT_A_TIME));
    expect(taken).toMatchObject({ id: claim.id, attempts: 2 });
    expect(taken.token).not.toBe(claim.token);
    expect(await leases.renew(claim, LEASE_MS)).toBe(false);
  });

  it('the counts of a link are those of its last attempt', async () => {
    const [link] = await plannedLinks(1);
    const claim = await sure(claimAny());
    await fixture.database.prepared(leases.countStatement(claim, { pages: 1, read: 100, inserted: 100, changed: 0 }));
    await expire(claim);
    await sure(claimAny());
    const report = await world.results.report(claim.runId);
    expect(report?.links).toMatchObject([{ linkId: link?.linkId, collected: 0 }]);
  });

  it('a link whose workers died five times is given up: failed as internal, and its run ends', async () => {
    await plannedLinks(1);
    for (let death = 1; death <= 5; death += 1) await expire(await sure(claimAny()));
    const last = await sure(claimAny());
    expect(last.attempts).toBe(6);
    await world.collector.collect(last, new AbortController().signal);
    const report = await world.results.report(last.runId);
    expect(report?.finishedAt).not.toBeNull();
    expect(report?.links).toMatchObject([
      { outcome: 'failed', scrapeError: 'internal: the collection failed inside the service' },
    ]);
  });

  it('claims of one run do not claim links of others', async () => {
    const [one, two] = await plannedLinks(2);
    const runOf = async (link: LinkFixture | undefined): Promise<number> =>
      (await database.query<{ id: number }>('select run_id as id from run_link where link_id = $1', [link?.linkId]))[0]
        ?.id ?? 0;
    const claimOf = async (link: LinkFixture | undefined): Promise<ClaimedLink | null> =>
      (await leases.claim(MANY, LEASE_MS, await runOf(link)))[0] ?? null;
    const claim = await sure(claimOf(two));
    expect(claim.linkId).toBe(two?.linkId);
    expect(await claimOf(two)).toBeNull();
    expect(await claimOf(one)).not.toBeNull();
  });

  it.each([
    ['the link was disabled', 'update link set is_active = false'],
    ['the link was deleted', 'update link set deleted_at = now()'],
    ['the object was disabled', 'update tracked_object set is_active = false'],
    ['the object was deleted', 'update tracked_object set deleted_at = now()'],
  ])('returns that, since the link was planned, %s', async (_, change) => {
    await plannedLinks(2);
    expect((await sure(claimAny())).collectable).toBe(true);
    await database.query(change);
    expect((await sure(claimAny())).collectable).toBe(false);
  });

  it('returns until when the source is closed', async () => {
    await plannedLinks(2);
    expect((await sure(claimAny())).sourceClosedUntil).toBeNull();
    await database.query(`insert into source_pace (source_id, closed_until) values ($1, now() + interval '1 minute')`, [
      SCRIPTED_SOURCE_ID,
    ]);
    expect((await sure(claimAny())).sourceClosedUntil).toBeInstanceOf(Date);
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

    it('it stores no page, result, release or address', async () => {
      const link = await linkTo(database, SCRIPTED_SOURCE_ID);
      const stale = await claimNow(world, link);
      await expire(stale);
      await sure(claimAny());
      const before = await snapshot();
      await world.collector.collect(stale, new AbortController().signal);
      await leases.retryLater(stale, 0);
      await world.collector
        .collect({ ...stale, collectable: false }, new AbortController().signal)
        .catch(() => undefined);
      await world.collector.collect({ ...stale, attempts: 9 }, new AbortController().signal).catch(() => undefined);
      expect(await snapshot()).toEqual(before);
    });

    it('it writes nothing after the worker with the new lease has ended the link', async () => {
      const link = await linkTo(database, SCRIPTED_SOURCE_ID);
      const stale = await claimNow(world, link);
      await expire(stale);
      const taken = await sure(claimAny());
      await world.collector.collect(taken, new AbortController().signal);
      expect(await rowOf(taken)).toMatchObject({ state: 'ended', outcome: 'success', reviews_new: 3 });
      const before = await snapshot();
      await world.collector.collect(stale, new AbortController().signal);
      expect(await snapshot()).toEqual(before);
    });

    it('lease lost between two pages: the first page stays, the second is refused, nothing is stored twice', async () => {
      const link = await linkTo(database, SCRIPTED_SOURCE_ID);
      let interrupt: (() => Promise<void>) | null = null;
      const pages = scriptedPlatform(async function* () {
        yield { reviews: collectedReviews(2, 10) };
        await interrupt?.();
        yield { reviews: collectedReviews(2, 1) };
        return { coverage: 'all' };
      });
      const other = await collectionWorld(database, { platforms: [pages] });
      const stale = await claimNow(other, link);
      let taken: ClaimedLink | undefined;
      const ids = (): Promise<{ id: string }[]> => database.query('select external_id as id from review order by 1');
      interrupt = async () => {
        interrupt = null;
        // The visit continues to read while its first page is written.
        await eventually('the first page to be stored', 20_000, async () => (await ids()).length === 2);
        await expire(stale);
        taken = await sure(claimAny());
      };
      await other.collector.collect(stale, new AbortController().signal);
      expect((await ids()).map((row) => row.id)).toEqual(['10', '11']);
      await other.collector.collect(taken as ClaimedLink, new AbortController().signal);
      expect((await ids()).map((row) => row.id)).toEqual(['1', '10', '11', '2']);
      await other.close();
    });

    it('hold refuses an old token, a released link, and one that ended', async () => {
      await plannedLinks(1);
      const claim = await sure(claimAny());
      const hold = (): Promise<boolean> => database.transaction(() => leases.hold(claim));
      await expect(hold()).resolves.toBe(true);
      await leases.retryLater(claim, 0);
      await expect(hold()).rejects.toBeInstanceOf(LeaseLost);
    });
  });
});
