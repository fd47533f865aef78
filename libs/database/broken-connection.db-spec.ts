import { setTimeout as pause } from 'node:timers/promises';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

/** Blocks the event loop, so that sockets are not read, as in a suspended process. */
const blockEventLoop = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

describe('a connection that breaks inside a transaction (faults F8, F18)', () => {
  let fixture: StoreFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture.close());

  const terminateOwnConnection = async (): Promise<void> => {
    const [backend] = await fixture.database.query<{ pid: number }>('select pg_backend_pid() as pid');
    await fixture.database.dataSource.query('select pg_terminate_backend($1)', [backend?.pid]);
    // The driver detects the break before the next statement.
    await pause(200);
  };

  it.each([
    ['at the commit', () => Promise.resolve()],
    ['at the next statement', () => fixture.database.query('select 1').then(() => undefined)],
  ])('is reported as unavailable when it is detected %s', async (_where, next) => {
    const transaction = fixture.database.transaction(async () => {
      await terminateOwnConnection();
      await next();
    });
    await expect(transaction).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('is reported as unavailable if PostgreSQL ended the idle transaction of a suspended process (25P03)', async () => {
    const transaction = fixture.database.transaction(async () => {
      await fixture.database.query(`set local idle_in_transaction_session_timeout = '100ms'`);
      blockEventLoop(400);
      await fixture.database.query('select 1');
    });
    await expect(transaction).rejects.toMatchObject({ code: 'service_unavailable', cause: { code: '25P03' } });
  });
});
