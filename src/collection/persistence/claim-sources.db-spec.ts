import fc from 'fast-check';
import { asRequest, type Database } from '@libs/database';
import { planned, rowsRead } from '@test/support/rows-read';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import type { SourceLimit } from '../domain/pace';
import { CLAIM_INDEX, claimStatements, type Search } from './claim-statements';
import { RunLeaseStore, type ClaimedLink } from './run-lease.store';

/** Longer than any of these tests, so that no lease expires. */
const LEASE_MS = 3_600_000;
const FIRST_SOURCE = 1_001;

/** Contract §10.7, with more sources than a claim searches first. */
describe('claims at many sources', () => {
  let fixture: StoreFixture;
  let database: Database;
  let leases: RunLeaseStore;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    leases = new RunLeaseStore(database);
    await database.query(`insert into source (id, slug) select 1000 + n, 's' || n from generate_series(1, 200) n`);
  });
  beforeEach(() => reset());
  afterAll(() => fixture.close());

  const reset = (): Promise<unknown> =>
    database.query('truncate account, account_queue, account_pace, source_pace restart identity cascade');

  const limitsOf = (sources: number, concurrency = 2): readonly SourceLimit[] =>
    Array.from({ length: sources }, (_, n) => ({ sourceId: FIRST_SOURCE + n, concurrency, accountLimit: 1_000 }));

  /** Creates accounts, each with this many queued links at each of these sources. */
  async function insertLinks(accounts: number, fromSource: number, toSource: number, links = 1): Promise<void> {
    await database.query(
      `with a as (insert into account (name, plan) select 'a', 'full' from generate_series(1, $1::int) returning id),
         o as (insert into tracked_object (account_id, name) select a.id, 'o' from a, generate_series(1, $4::int) returning id, account_id),
         l as (
           insert into link (account_id, object_id, source_id, url)
           select o.account_id, o.id, 1000 + n, 'https://example.com/' || o.id || '/' || n from o, generate_series($2::int, $3::int) n returning *
         ), c as (
           insert into link_collection (link_id, account_id, object_id, source_id) select id, account_id, object_id, source_id from l
         ), r as (insert into run (account_id, cause) select id, 'scheduled' from a returning id, account_id)
       insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority)
       select r.id, l.account_id, l.object_id, l.id, l.source_id, now(), false, 2 from l join r using (account_id) order by l.id`,
      [accounts, fromSource, toSource, links],
    );
  }
  /** The account of each claim, and the number of its source. */
  const shown = (claims: readonly ClaimedLink[]): string[] =>
    claims.map(({ accountId, sourceId }) => `${accountId} at ${sourceId - 1_000}`).sort();

  it.each([
    ['the tables were never analyzed', ''],
    ['the statistics are current', 'analyze'],
  ])('read a few rows for each source, however many accounts have links there, if %s', async (_, analyze) => {
    await insertLinks(20, 1, 200);
    if (analyze !== '') await database.query(analyze);
    const claim = () => planned(() => leases.claim(limitsOf(200), LEASE_MS, null, 4));
    // Five queues of each source, and one look-up for the account of each of them.
    expect(await rowsRead(database, 'account_queue', claim)).toBeLessThan(7 * 200 * 5 * 3);
    // The links of five accounts at each of 24 sources.
    expect(await rowsRead(database, 'run_link', claim)).toBeLessThan(7 * 24 * 5 * 4);
  });

  it('rotate between the sources of an account', async () => {
    await insertLinks(1, 1, 60, 3);
    const served: number[] = [];
    for (let claim = 0; claim < 20; claim += 1)
      served.push(...(await leases.claim(limitsOf(60), LEASE_MS, null, 3)).map(({ sourceId }) => sourceId));
    expect([served.length, new Set(served).size]).toEqual([60, 60]);
  });

  it('find links of other accounts if a planner has locked the queues that come first', async () => {
    await insertLinks(1, 1, 80);
    await insertLinks(1, 81, 90);
    await database.query(`update account_queue set last_served_at = now() where account_id = 2`);
    await database.transaction(async () => {
      await database.query('select from account_queue where account_id = 1 for update');
      const claims = await asRequest(() => leases.claim(limitsOf(200), LEASE_MS, null, 3));
      expect(claims.map(({ accountId }) => accountId)).toEqual([2, 2, 2]);
    });
    expect(shown(await leases.claim(limitsOf(200), LEASE_MS, null, 1))).toEqual(['1 at 1']);
  });

  it('find links of other sources if the links of the queues that come first are gone', async () => {
    await insertLinks(1, 1, 100);
    await database.query('delete from run_link where source_id <= 1090');
    expect(await leases.claim(limitsOf(200), LEASE_MS, null, 5)).toHaveLength(5);
    const [row] = await database.query<{ n: number }>(
      'select count(*)::int as n from account_queue where next_claim_at is not null',
    );
    // The claim has emptied these queues, so that the next one does not search them.
    expect(row?.n).toBe(5);
  });

  it('claim the links that a search of all sources would claim', async () => {
    const SOURCES = 40;
    const inRolledBackClaim = async (limit: number, search: Search): Promise<readonly number[]> => {
      let ids: readonly number[] = [];
      const rolledBack = new Error('rolled back');
      await database
        .transaction(async () => {
          const rows = await database.together(claimStatements(limitsOf(SOURCES), LEASE_MS, null, limit, search));
          ids = (rows[CLAIM_INDEX] as unknown as readonly ClaimedLink[]).map(({ runLinkId }) => runLinkId);
          throw rolledBack;
        })
        .catch((error: unknown) => expect(error).toBe(rolledBack));
      return ids.filter((id) => id !== null).sort((a, b) => a - b);
    };
    await insertLinks(5, 1, SOURCES);
    await insertLinks(2, 3, 9);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.integer({ min: 1, max: 1_000_000 }),
          limit: fc.integer({ min: 1, max: 6 }),
          gone: fc.constantFrom(0, 30, 80, 95),
          running: fc.constantFrom(0, 5, 30),
          isStale: fc.boolean(),
        }),
        async ({ seed, limit, gone, running, isStale }) => {
          await database.query(
            `update run_link set state = 'queued', attempts = 0, lease_token = null, lease_until = null, outcome = null, priority = id % 3,
               not_before = case when abs(hashtext(id || 'gone' || $1)) % 100 between 0 and $2 - 1 then now() + interval '1 hour' else '-infinity' end,
               moves_up_at = now() + interval '1 hour'`,
            [seed, gone],
          );
          await database.query(
            `update run_link set state = 'running', lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'
             where abs(hashtext(id || 'running' || $1)) % 100 between 0 and $2 - 1`,
            [seed, running],
          );
          // No two queues were served at the same time. With `isStale`, queues without a claimable link are due.
          await database.query(
            `update account_queue q set next_claim_at = case when $2 or exists (
                 select from run_link r where r.account_id = q.account_id and r.source_id = q.source_id and r.state = 'queued' and r.not_before <= now()
               ) then now() end,
               last_served_at = now() - interval '1 day' + hashtext(account_id || ' ' || source_id || $1) * interval '1 microsecond'`,
            [seed, isStale],
          );
          const partial = await inRolledBackClaim(limit, 'first sources');
          const all = await inRolledBackClaim(limit, 'all sources');
          if (!isStale) expect(partial).toEqual(all);
          else expect(partial.length).toBeLessThanOrEqual(all.length);
          await database
            .transaction(async () => {
              const claimed = await leases.claim(limitsOf(SOURCES), LEASE_MS, null, limit);
              if (!isStale) expect(claimed).toHaveLength(all.length);
              // The search of the first sources empties stale queues, so that the second one finds links behind them.
              expect(claimed.length).toBeGreaterThanOrEqual(all.length);
              expect(claimed.length).toBeLessThanOrEqual(limit);
              throw new Error('rolled back');
            })
            .catch((error: Error) => expect(error.message).toBe('rolled back'));
        },
      ),
      { numRuns: 40 },
    );
  });
});
