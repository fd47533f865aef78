import type { Database } from '@libs/database';
import { besideHeldRows } from '@test/support/held-rows';
import { relayWorld } from '@test/support/relay-world';
import type { EventRelay } from './event-relay';
import { EventSubscribers, type RelayedEvent } from './event-subscribers';

const world = relayWorld();
const { anotherProcess, relayOn, subscribe, write, writeFor, tells, told, waiting } = world;
let database: Database;
let accountId: number;
let relay: EventRelay;
beforeEach(() => {
  ({ database, accountId, relay } = world.now());
});

describe('relay of the outbox', () => {
  it('tells every subscriber of an event, in the order of the events, once', async () => {
    subscribe('A', 'one', tells('one'));
    subscribe('A', 'two', tells('two'));
    subscribe('B', 'one', tells('one'));
    await write('A', 'B', 'A');
    await relay.look();
    await relay.look();
    expect(await told()).toEqual(['one 1', 'two 1', 'one 2', 'one 3', 'two 3']);
    expect(await waiting()).toEqual([]);
  });

  it('hands over name, account, payload and the time of the event', async () => {
    const seen: RelayedEvent[] = [];
    subscribe('A', 'one', (event) => Promise.resolve(void seen.push(event)));
    await write('A');
    await relay.look();
    const [row] = await database.query<{ at: string }>(
      `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from outbox`,
    );
    expect(seen).toEqual([{ id: 1, name: 'A', accountId, payload: { of: 'A' }, createdAt: row?.at }]);
  });

  it('marks what nobody wants as relayed, once a newer process beside this one had an hour to want it', async () => {
    subscribe('A', 'one', tells('one'));
    await write('X', 'Y');
    await relay.look();
    await relay.skipUnwanted();
    expect(await waiting()).toEqual([1, 2]);
    await database.query(`update outbox set created_at = clock_timestamp() - interval '61 minutes'`);
    await relay.skipUnwanted();
    expect(await waiting()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it('passes over what another process marks at this moment', async () => {
    subscribe('A', 'one', tells('one'));
    await write('X', 'Y');
    await database.query(`update outbox set created_at = clock_timestamp() - interval '61 minutes'`);
    await besideHeldRows(database, 'select from outbox where id = $1 for update', [1], () => relay.skipUnwanted());
    expect(await waiting()).toEqual([1]);
  });

  it('marks nothing while no subscriber is known', async () => {
    await write('X');
    await database.query(`update outbox set created_at = clock_timestamp() - interval '61 minutes'`);
    await relay.look();
    await relay.skipUnwanted();
    expect(await waiting()).toEqual([1]);
  });

  it('a subscriber cannot take an event twice', () => {
    subscribe('A', 'one', tells('one'));
    expect(() => subscribe('A', 'one', tells('one'))).toThrow('twice');
  });

  it('one failure keeps nothing of its event, holds up no other, and comes again later, twice as late each time', async () => {
    let fails = true;
    subscribe('A', 'one', tells('one'));
    subscribe('A', 'two', async (event) => {
      if (fails && event.id === 1) throw new Error('no\u0000luck');
      await tells('two')(event);
    });
    await write('A', 'A');
    const pauses: number[] = [];
    for (let failure = 1; failure <= 4; failure += 1) {
      await relay.look();
      const [row] = await database.query<{ seconds: number; attempts: number }>(
        `select round(extract(epoch from not_before - clock_timestamp())) as seconds, attempts from outbox where id = 1`,
      );
      expect(row?.attempts).toBe(failure);
      pauses.push(row?.seconds ?? 0);
      await database.query(`update outbox set not_before = '-infinity'`);
    }
    expect(pauses).toEqual([1, 2, 4, 8]);
    expect(await told()).toEqual(['one 2', 'two 2']);
    fails = false;
    await relay.look();
    expect(await told()).toEqual(['one 2', 'two 2', 'one 1', 'two 1']);
    expect(await waiting()).toEqual([]);
  });

  it('an event that waits for its time is left alone', async () => {
    subscribe('A', 'one', tells('one'));
    await write('A');
    await database.query(`update outbox set not_before = clock_timestamp() + interval '1 minute'`);
    await relay.look();
    expect(await waiting()).toEqual([1]);
  });

  it('two processes relay nothing twice, and each account in its order', async () => {
    const other = await anotherProcess();
    const otherSubscribers = new EventSubscribers();
    subscribe('A', 'one', tells('x'));
    subscribe('A', 'one', tells('x', other), otherSubscribers);
    const otherRelay = relayOn(other, otherSubscribers);
    for (let round = 0; round < 5; round += 1) {
      for (let account = 1; account <= 10; account += 1) await writeFor(account, 'A', 'A');
    }
    while ((await waiting()).length > 0) await Promise.all([relay.look(), otherRelay.look()]);
    const rows = await database.query(`select count(*) as n, count(distinct event_id) as kinds from told`);
    expect(rows).toEqual([{ n: 100, kinds: 100 }]);
    const disordered = await database.query(
      `select o.id from outbox o join outbox later on later.account_id = o.account_id and later.id > o.id
       and later.relayed_at < o.relayed_at`,
    );
    expect(disordered).toEqual([]);
  });

  it('a crash before the commit repeats the event whole', async () => {
    subscribe('A', 'one', async (event) => {
      await tells('one')(event);
      if ((await database.query('select 1 from told')).length === 1 && crashes) {
        crashes = false;
        await database.query('select pg_terminate_backend(pg_backend_pid())');
      }
    });
    let crashes = true;
    await write('A');
    await relay.look();
    expect(await told()).toEqual([]);
    await database.query(`update outbox set not_before = '-infinity'`);
    await relay.look();
    expect(await told()).toEqual(['one 1']);
  });
});
