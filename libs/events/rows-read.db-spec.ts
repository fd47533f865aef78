import type { Database } from '@libs/database';
import { planned, rowsRead } from '@test/support/rows-read';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { OutboxLeases, type AccountLease } from './outbox-leases';

const RELAYED_EVENTS = 60_000;
const BACKLOG_EVENTS = 20_000;
const ACCOUNTS = 300;
const NAMES = ['A', 'B', 'C'];

describe('the number of rows that a batch reads', () => {
  let fixture: StoreFixture;
  let database: Database;

  beforeEach(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    await database.query(`insert into account (name, plan) select 'Test', 'full' from generate_series(1, ${ACCOUNTS})`);
  });
  afterEach(() => fixture.close());

  const insertEvents = (account: string, event: string, count: number, relayed = 'null'): Promise<unknown> =>
    database.query(
      `insert into outbox (account_id, event, payload, relayed_at)
       select ${account}, ${event}, '{}', ${relayed} from generate_series(1, ${count}) n`,
    );
  const insertRelayed = (): Promise<unknown> => insertEvents(`1 + n % ${ACCOUNTS}`, `'A'`, RELAYED_EVENTS, 'now()');
  /** Adds a large backlog for one account. Each other account has an event without a subscriber, and one that waits after a failure. */
  const insertWaiting = async (): Promise<void> => {
    await insertEvents('1', `(array['A', 'B'])[1 + n % 2]`, BACKLOG_EVENTS);
    await insertEvents('n', `'unsubscribed'`, ACCOUNTS);
    await insertEvents('n', `'A'`, ACCOUNTS);
    await database.query(
      `update outbox set not_before = now() + interval '1 hour', attempts = 3
       where relayed_at is null and account_id > 1 and account_id < ${ACCOUNTS} and event = 'A'`,
    );
  };

  it.each([
    ['the table was never analyzed', () => Promise.resolve().then(insertRelayed).then(insertWaiting)],
    [
      'the statistics are older than all waiting events',
      async () => {
        await insertRelayed();
        await database.query('analyze outbox');
        await insertWaiting();
      },
    ],
    [
      'the statistics are from a time when all events waited',
      async () => {
        await insertWaiting();
        await database.query('analyze outbox');
        await insertRelayed();
      },
    ],
    [
      'the statistics are current',
      async () => {
        await insertRelayed();
        await insertWaiting();
        await database.query('analyze outbox');
      },
    ],
  ])('does not depend on the number of relayed and waiting events if %s', async (_, fillOutbox) => {
    await fillOutbox();
    const leases = new OutboxLeases(database);
    const first = (await leases.next(NAMES)) as AccountLease;
    expect(first.accountId).toBe(1);

    const rowsForDue = await rowsRead(database, 'outbox', () =>
      planned(async () => expect(await database.transaction(() => leases.due(first, NAMES, 10))).toHaveLength(10)),
    );
    expect(rowsForDue).toBeLessThan(7 * 2 * NAMES.length * 10 + 100);

    const ids = (await database.transaction(() => leases.due(first, NAMES, 100))).map((event) => event.id);
    const half = 50;
    const rowsForMark = await rowsRead(database, 'outbox', () => leases.markRelayed(first, ids.slice(0, half)));
    expect(rowsForMark).toBeLessThan(2 * half);
    const rowsForPostpone = await rowsRead(database, 'outbox', () =>
      planned(() => leases.postpone(first, ids[0] ?? 0, 300)),
    );
    expect(rowsForPostpone).toBeLessThan(20);

    // Only the last account has a due event: the search reads two names of each account before it.
    const rowsForLastLease = await rowsRead(database, 'outbox', async () => {
      const lease = await leases.next(NAMES);
      expect(lease?.accountId).toBe(ACCOUNTS);
    });
    expect(rowsForLastLease).toBeLessThan(3 * ACCOUNTS);
    const rowsForFirstLease = await rowsRead(database, 'outbox', async () => {
      await leases.release(first);
      expect((await leases.next(NAMES))?.accountId).toBe(1);
    });
    expect(rowsForFirstLease).toBeLessThan(3 * ACCOUNTS + 100);
  });
});
