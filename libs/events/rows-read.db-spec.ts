import type { Database } from '@libs/database';
import { planned, rowsRead } from '@test/support/rows-read';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { OutboxLeases, type AccountLease } from './outbox-leases';

const RELAYED = 60_000;
const BACKLOG = 20_000;
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

  const events = (account: string, event: string, count: number, relayed = 'null'): Promise<unknown> =>
    database.query(
      `insert into outbox (account_id, event, payload, relayed_at)
       select ${account}, ${event}, '{}', ${relayed} from generate_series(1, ${count}) n`,
    );
  const history = (): Promise<unknown> => events(`1 + n % ${ACCOUNTS}`, `'A'`, RELAYED, 'now()');
  /** One account has a large backlog. The others have an event without a subscriber, and one that waits after a failure. */
  const waiting = async (): Promise<void> => {
    await events('1', `(array['A', 'B'])[1 + n % 2]`, BACKLOG);
    await events('n', `'unsubscribed'`, ACCOUNTS);
    await events('n', `'A'`, ACCOUNTS);
    await database.query(
      `update outbox set not_before = now() + interval '1 hour', attempts = 3
       where relayed_at is null and account_id > 1 and account_id < ${ACCOUNTS} and event = 'A'`,
    );
  };

  it.each([
    ['the table was never analyzed', () => Promise.resolve().then(history).then(waiting)],
    [
      'the statistics are older than all waiting events',
      async () => {
        await history();
        await database.query('analyze outbox');
        await waiting();
      },
    ],
    [
      'the statistics are from a time when all events waited',
      async () => {
        await waiting();
        await database.query('analyze outbox');
        await history();
      },
    ],
    [
      'the statistics are current',
      async () => {
        await history();
        await waiting();
        await database.query('analyze outbox');
      },
    ],
  ])('does not depend on the number of relayed and waiting events if %s', async (_, fillOutbox) => {
    await fillOutbox();
    const leases = new OutboxLeases(database);
    const first = (await leases.next(NAMES)) as AccountLease;
    expect(first.accountId).toBe(1);

    const due = await rowsRead(database, 'outbox', () =>
      planned(async () => expect(await leases.due(first, NAMES, 10)).toHaveLength(10)),
    );
    expect(due).toBeLessThan(7 * 2 * NAMES.length * 10 + 100);

    const ids = (await leases.due(first, NAMES, 100)).map((event) => event.id);
    const half = 50;
    const marked = await rowsRead(database, 'outbox', () => leases.markRelayed(first, ids.slice(0, half)));
    expect(marked).toBeLessThan(2 * half);
    const postponed = await rowsRead(database, 'outbox', () => planned(() => leases.postpone(first, ids[0] ?? 0, 300)));
    expect(postponed).toBeLessThan(20);

    // Only the last account has a due event: the search reads two names of each account before it.
    const next = await rowsRead(database, 'outbox', async () => {
      const lease = await leases.next(NAMES);
      expect(lease?.accountId).toBe(ACCOUNTS);
    });
    expect(next).toBeLessThan(3 * ACCOUNTS);
    const again = await rowsRead(database, 'outbox', async () => {
      await leases.release(first);
      expect((await leases.next(NAMES))?.accountId).toBe(1);
    });
    expect(again).toBeLessThan(3 * ACCOUNTS + 100);
  });
});
