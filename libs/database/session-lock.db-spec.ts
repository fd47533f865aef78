import pg from 'pg';
import { eventually } from '@test/support/eventually';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { LOCKS } from './advisory-locks';
import { SessionLock } from './session-lock';

describe('a lock in a session of its own', () => {
  let database: TestDatabase;
  const locks: SessionLock[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const lock of locks.splice(0)) await lock.release();
  });
  afterAll(() => database?.drop());

  const aLock = (name: string): SessionLock => {
    const lock = new SessionLock(database.url, LOCKS.clusterMetrics, name);
    locks.push(lock);
    return lock;
  };
  const onServer = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(text);
    await client.end();
  };

  it('is held by one at a time, and by the next after its release', async () => {
    const [one, other] = [aLock('spec-one'), aLock('spec-other')];
    expect([await one.hold(), await other.hold(), await one.hold()]).toEqual([true, false, true]);
    expect([one.isHeld, other.isHeld]).toEqual([true, false]);
    await one.release();
    expect([one.isHeld, await other.hold()]).toEqual([false, true]);
    expect(await one.hold()).toBe(false);
  });

  it('is lost with its session, and another process has it at once', async () => {
    const [one, other] = [aLock('spec-lost'), aLock('spec-next')];
    expect(await one.hold()).toBe(true);
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'spec-lost'`);
    await eventually('the loss of the lock', 5_000, () => !one.isHeld);
    expect(await other.hold()).toBe(true);
  });

  it('ends at the server if its process is silent', async () => {
    const one = aLock('spec-idle');
    await one.hold();
    const { client } = one as unknown as { readonly client: pg.Client };
    const { rows } = await client.query<{ idle_session_timeout: string }>('show idle_session_timeout');
    expect(rows).toEqual([{ idle_session_timeout: '15s' }]);
  });

  it('is not held without the database', async () => {
    const lock = new SessionLock('postgres://nobody@127.0.0.1:1/none', LOCKS.clusterMetrics, 'spec-none');
    expect([await lock.hold(), lock.isHeld]).toEqual([false, false]);
  });
});
