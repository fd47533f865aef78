import type { Database } from '@libs/database';
import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { RunHistoryQuery, type RunFilter } from './run-history.query';

const RUNS = 20_000;
const PAGE = { limit: 100, offset: 0 };
const ALL: RunFilter = { state: null, since: null };

/**
 * The fixture has an account with many runs, a few of them for a second object, and another account with five times as many runs.
 */
describe('the cost of a page of runs does not depend on the number of runs', () => {
  let fixture: StoreFixture;
  let database: Database;
  let link: LinkFixture;
  let history: RunHistoryQuery;
  const RARE_OBJECT_ID = 1_000_000;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    history = new RunHistoryQuery(database);
    link = await aLink(database);
    const { accountId: other } = await aLink(database);
    await database.transaction(async () => {
      // Rows become all-visible only once their commit is on disk.
      await database.query('set local synchronous_commit = on');
      await database.query(
        `insert into run (account_id, cause, created_at, finished_at)
         select $1, 'scheduled', '2026-01-01'::timestamptz + i * interval '1 minute', '2026-02-01' from generate_series(1, $2::int) i`,
        [other, 5 * RUNS],
      );
      await database.query(
        `with runs as (
           insert into run (account_id, cause, created_at, finished_at)
           select $1, 'scheduled', '2026-01-01'::timestamptz + i * interval '1 minute',
             case when i % 1000 > 0 then '2026-01-02'::timestamptz + i * interval '1 minute' end
           from generate_series(1, $2::int) i returning *
         )
         insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, outcome)
         select id, account_id, case when id % 2000 = 7 then ${RARE_OBJECT_ID} else $3 end, id, 1, created_at, false, 1, 'ended', 'success' from runs`,
        [link.accountId, RUNS, link.objectId],
      );
    });
    for (const table of ['run', 'run_link']) await database.query(`vacuum (analyze) ${table}`);
  });
  afterAll(() => fixture.close());

  /** The number of rows that `work` reads. */
  const countRowsRead = async (work: () => Promise<unknown>): Promise<{ runs: number; links: number }> => ({
    runs: await rowsRead(database, 'run', work),
    links: await rowsRead(database, 'run_link', work),
  });

  it.each<[string, RunFilter, total: number]>([
    ['all runs', ALL, RUNS],
    ['the open runs', { ...ALL, state: 'open' }, RUNS / 1_000],
    ['the ended runs', { ...ALL, state: 'ended' }, RUNS - RUNS / 1_000],
    ['the runs since a time', { ...ALL, since: '2026-01-14T00:00:00.000000' }, 1_281],
  ])('reads few rows for the first page of %s', async (_, filter, total) => {
    const cost = await countRowsRead(async () => {
      expect((await history.page(link.accountId, filter, PAGE)).total).toBe(total);
    });
    expect(cost.runs).toBeLessThan(PAGE.limit * 4);
    expect(cost.links).toBeLessThan(PAGE.limit * 4);
  });

  it('reads few rows for the runs of an object with few runs', async () => {
    const cost = await countRowsRead(async () => {
      expect((await history.pageOfObject(link.accountId, RARE_OBJECT_ID, ALL, PAGE)).total).toBe(RUNS / 2_000);
    });
    expect(cost.runs).toBeLessThan(100);
    expect(cost.links).toBeLessThan(100);
  });
});
