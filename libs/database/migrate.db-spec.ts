import pg from 'pg';
import { eventually } from '@test/support/eventually';
import { createEmptyDatabase, type TestDatabase } from '@test/support/test-database';
import { IN_SESSION, LOCKS } from './advisory-locks';
import { migrate } from './migrate';
import { MIGRATIONS } from './migrations';

/** Processes that start at the same time, such as the replicas of a deployment (docs/faults.md F38). */
describe('migrations of an empty database', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createEmptyDatabase();
  });
  afterEach(() => database.drop());

  it('run once if three processes begin at the same time', async () => {
    const ran = await Promise.all([1, 2, 3].map(() => migrate(database.url)));
    expect(ran.map((names) => names.length).sort((a, b) => a - b)).toEqual([0, 0, MIGRATIONS.length]);
  });

  it('wait for a process that migrates, which can create indexes concurrently meanwhile', async () => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query(IN_SESSION.tryToHold, [LOCKS.migrations]);
    const waiting = migrate(database.url);
    await eventually('a process that waits', 10_000, async () => {
      const { rowCount } = await other.query(
        `select from pg_stat_activity where datname = current_database() and query = $1`,
        [IN_SESSION.tryToHold],
      );
      return rowCount === 0 ? null : true;
    });
    await other.query('create table watched (id int)');
    await other.query('create index concurrently watched_id on watched (id)');
    await other.end();
    expect((await waiting).length).toBe(MIGRATIONS.length);
  });
});
