import type { Database } from '@libs/database';
import { whileRowsAreLocked } from '@test/support/held-rows';
import { relayHarness } from '@test/support/relay-harness';
import { DEFINED_EVENTS } from './event-definition';
import type { EventRelay } from './event-relay';
import { EventSubscribers, type RelayedEvent } from './event-subscribers';

const relayTools = relayHarness();
const { anotherProcess, relayOn, records, handled, subscribe, write, writeFor, waiting } = relayTools;
let database: Database;
let accountId: number;
let relay: EventRelay;
beforeEach(() => {
  ({ database, accountId, relay } = relayTools.now());
});

describe('EventRelay', () => {
  it('passes each event to every subscriber once, in order', async () => {
    subscribe('A', 'one', records('one'));
    subscribe('A', 'two', records('two'));
    subscribe('B', 'one', records('one'));
    await write('A', 'B', 'A');
    await relay.poll();
    await relay.poll();
    expect(await handled()).toEqual(['one 1', 'two 1', 'one 2', 'one 3', 'two 3']);
    expect(await waiting()).toEqual([]);
  });

  it('passes id, name, account, payload and time of the event to the subscriber', async () => {
    const received: RelayedEvent[] = [];
    subscribe('A', 'one', (event) => Promise.resolve(void received.push(event)));
    await write('A');
    await relay.poll();
    const [row] = await database.query<{ at: string }>(
      `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from outbox`,
    );
    expect(received).toEqual([
      { id: 1, name: 'A', accountId, payload: { of: 'A' }, createdAt: row?.at, traceparent: null },
    ]);
  });

  it('marks an event without a subscriber as relayed, but only after an hour, because a newer process may subscribe to it', async () => {
    subscribe('A', 'one', records('one'));
    await write('X', 'Y');
    await relay.poll();
    await relay.skipUnsubscribed();
    expect(await waiting()).toEqual([1, 2]);
    await database.query(`update outbox set created_at = clock_timestamp() - interval '61 minutes'`);
    await relay.skipUnsubscribed();
    expect(await waiting()).toEqual([]);
    expect(await handled()).toEqual([]);
  });

  it('skips rows that another process is marking', async () => {
    subscribe('A', 'one', records('one'));
    await write('X', 'Y');
    await database.query(`update outbox set created_at = clock_timestamp() - interval '61 minutes'`);
    await whileRowsAreLocked(database, 'select from outbox where id = $1 for update', [1], () =>
      relay.skipUnsubscribed(),
    );
    expect(await waiting()).toEqual([1]);
  });

  it('marks nothing while there is no subscriber', async () => {
    await write('X');
    await database.query(`update outbox set created_at = clock_timestamp() - interval '61 minutes'`);
    await relay.poll();
    await relay.skipUnsubscribed();
    expect(await waiting()).toEqual([1]);
  });

  it('throws at the start if a defined event has no subscriber', () => {
    subscribe('A', 'one', records('one'));
    DEFINED_EVENTS.add('Forgotten');
    try {
      expect(() => relay.onApplicationBootstrap()).toThrow(/no subscriber for .*Forgotten/);
    } finally {
      DEFINED_EVENTS.delete('Forgotten');
    }
  });

  it('throws if a subscriber subscribes to an event twice', () => {
    subscribe('A', 'one', records('one'));
    expect(() => subscribe('A', 'one', records('one'))).toThrow('twice');
  });

  it('rolls back a failed event, relays the others, and retries it with exponential backoff', async () => {
    let fails = true;
    subscribe('A', 'one', records('one'));
    subscribe('A', 'two', async (event) => {
      if (fails && event.id === 1) throw new Error('no\u0000luck');
      await records('two')(event);
    });
    await write('A', 'A');
    const pauses: number[] = [];
    for (let failure = 1; failure <= 4; failure += 1) {
      await relay.poll();
      const [row] = await database.query<{ seconds: number; attempts: number }>(
        `select round(extract(epoch from not_before - clock_timestamp())) as seconds, attempts from outbox where id = 1`,
      );
      expect(row?.attempts).toBe(failure);
      pauses.push(row?.seconds ?? 0);
      await database.query(`update outbox set not_before = '-infinity'`);
    }
    expect(pauses).toEqual([1, 2, 4, 8]);
    expect(await handled()).toEqual(['one 2', 'two 2']);
    fails = false;
    await relay.poll();
    expect(await handled()).toEqual(['one 2', 'two 2', 'one 1', 'two 1']);
    expect(await waiting()).toEqual([]);
  });

  it('does not relay an event before its not_before time', async () => {
    subscribe('A', 'one', records('one'));
    await write('A');
    await database.query(`update outbox set not_before = clock_timestamp() + interval '1 minute'`);
    await relay.poll();
    expect(await waiting()).toEqual([1]);
  });

  it('relays each event once, in order for each account, if two processes relay', async () => {
    const other = await anotherProcess();
    const otherSubscribers = new EventSubscribers();
    subscribe('A', 'one', records('x'));
    subscribe('A', 'one', records('x', other), otherSubscribers);
    const otherRelay = relayOn(other, otherSubscribers);
    for (let round = 0; round < 5; round += 1) {
      for (let account = 1; account <= 10; account += 1) await writeFor(account, 'A', 'A');
    }
    while ((await waiting()).length > 0) await Promise.all([relay.poll(), otherRelay.poll()]);
    const rows = await database.query(`select count(*) as n, count(distinct event_id) as kinds from handled`);
    expect(rows).toEqual([{ n: 100, kinds: 100 }]);
    const rowsOutOfOrder = await database.query(
      `select o.id from outbox o join outbox later on later.account_id = o.account_id and later.id > o.id
       and later.relayed_at < o.relayed_at`,
    );
    expect(rowsOutOfOrder).toEqual([]);
  });

  it('relays an event again after a crash before the commit', async () => {
    subscribe('A', 'one', async (event) => {
      await records('one')(event);
      if ((await database.query('select 1 from handled')).length === 1 && crashes) {
        crashes = false;
        await database.query('select pg_terminate_backend(pg_backend_pid())');
      }
    });
    let crashes = true;
    await write('A');
    await relay.poll();
    expect(await handled()).toEqual([]);
    await database.query(`update outbox set not_before = '-infinity'`);
    await relay.poll();
    expect(await handled()).toEqual(['one 1']);
  });
});
