import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { eventually } from '@test/support/eventually';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { actFor, asRequest } from './work-context';

/** Contract §5.5: database work of requests is granted fairly by account. The pool of the fixture has 8 connections. */
describe('accounts that share a pool', () => {
  let fixture: StoreFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture.close());

  const requestOf = <T>(accountId: number, work: () => Promise<T>): Promise<T> =>
    asRequest(async () => {
      // Sets the account during the request, as the access guard does.
      await pause(0);
      actFor({ kind: 'key', accountId, keyId: 1, address: '127.0.0.1' });
      return work();
    });
  const slowQuery = (seconds: number) => () => fixture.database.query('select pg_sleep($1)', [seconds]);
  const slowTransaction = (seconds: number) => () =>
    fixture.database.transaction(() => fixture.database.query('select pg_sleep($1)', [seconds]));

  it.each([
    ['statements', slowQuery],
    ['transactions', slowTransaction],
  ])('100 concurrent %s of one account do not delay another account', async (_, work) => {
    let ended = 0;
    const load = Promise.all(Array.from({ length: 100 }, () => requestOf(1, work(0.1)).then(() => (ended += 1))));
    await pause(50);
    await requestOf(2, work(0));
    const endedBefore = ended;
    await load;
    // If connections were granted in order of arrival, the request would run after all of them.
    expect(endedBefore).toBeLessThan(50);
  });

  it('an account alone uses all 8 connections, and its other statements wait for them', async () => {
    const observer = new pg.Client({ connectionString: fixture.url });
    await observer.connect();
    const startMs = performance.now();
    const load = Promise.all(Array.from({ length: 32 }, () => requestOf(1, slowQuery(0.8))));
    await eventually('8 connections that sleep', 60_000, async () => {
      const { rowCount } = await observer.query(
        `select from pg_stat_activity where datname = current_database() and query like '%pg_sleep($1)' and state = 'active'`,
      );
      return rowCount === 8;
    });
    await observer.end();
    await load;
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(3_200);
  });

  it('a statement inside the transaction of another Database object is sent to its own database', async () => {
    const other = await storeFixture();
    try {
      await fixture.database.transaction(async () => {
        await fixture.database.query('create temporary table here (n int) on commit drop');
        await other.database
          .transaction(async () => {
            await expect(other.database.query('select from here')).rejects.toThrow('does not exist');
          })
          .catch(() => undefined);
        await other.database.transaction(async () => {
          expect(await fixture.database.query('select n from here')).toEqual([]);
        });
      });
    } finally {
      await other.close();
    }
  });
});
