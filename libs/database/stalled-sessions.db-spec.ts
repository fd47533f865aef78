import pg from 'pg';
import { eventually } from '@test/support/eventually';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { endStalledSessions } from './stalled-sessions';

describe('a client that stalls in the middle of a statement (fault F13)', () => {
  let fixture: StoreFixture;
  const clients: pg.Client[] = [];

  beforeAll(async () => {
    fixture = await storeFixture();
    await fixture.database.query('create table locked_row (n int)');
    await fixture.database.query('insert into locked_row values (1)');
  });
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined))));
  afterAll(() => fixture.close());

  /** A transaction with short timeouts that has locked the row and begun a COPY, and sends no line. */
  async function stalledInCopy(applicationName: string): Promise<number> {
    const client = new pg.Client({ connectionString: fixture.url, application_name: applicationName });
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await client.query(
      `set statement_timeout = 100; set transaction_timeout = 100; set idle_in_transaction_session_timeout = 100`,
    );
    await client.query('begin; update locked_row set n = n + 1');
    // The driver sends the statement and nothing after it.
    const { connection } = client as unknown as { connection: { query(text: string): void } };
    connection.query('copy locked_row from stdin');
    return rows[0]?.pid ?? 0;
  }

  const stateOf = async (pid: number): Promise<unknown> =>
    (await fixture.database.query('select state, wait_event from pg_stat_activity where pid = $1', [pid]))[0] ?? null;

  it("has its session terminated, which releases its locks; PostgreSQL's own timeouts do not end it", async () => {
    const pid = await stalledInCopy('hrev-worker');
    // Longer than each of PostgreSQL's timeouts.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await stateOf(pid)).toEqual({ state: 'active', wait_event: 'ClientRead' });
    expect(await endStalledSessions(fixture.database, 60_000)).toBe(0);
    expect(await endStalledSessions(fixture.database, 300)).toBe(1);
    await eventually('the row is free', 10_000, async () => {
      return (await fixture.database.execute('update locked_row set n = 2')) === 1;
    });
    // A terminated session releases its locks before it disappears.
    await eventually('the session has ended', 10_000, async () => (await stateOf(pid)) === null);
  });

  it('does not affect sessions of other programs, busy sessions and idle sessions', async () => {
    const foreignPid = await stalledInCopy('psql');
    const busyQuery = fixture.database.query(`select pg_sleep(1) as slept`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await endStalledSessions(fixture.database, 100)).toBe(0);
    expect(await stateOf(foreignPid)).toMatchObject({ state: 'active' });
    expect(await busyQuery).toHaveLength(1);
  });
});
