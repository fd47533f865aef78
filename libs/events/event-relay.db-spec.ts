import { Logger } from '@nestjs/common';
import { createDataSource, Database } from '@libs/database';
import { WakeupHandlers, type Wakeups } from '@libs/queue';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { EventRelay } from './event-relay';
import { EventSubscribers, type RelayedEvent } from './event-subscribers';
import { EVENTS_WRITTEN, Outbox } from './outbox';

let fixture: StoreFixture;
let database: Database;
let accountId: number;
let subscribers: EventSubscribers;
let relay: EventRelay;
let sent: string[];
let outbox: Outbox;

beforeAll(async () => {
  Logger.overrideLogger(false);
  fixture = await storeFixture();
  database = fixture.database;
  await database.query('create table told (who text, event_id bigint)');
});
afterAll(() => fixture.close());

beforeEach(async () => {
  await database.query('truncate account, outbox, told restart identity cascade');
  const [account] = await database.query<{ id: number }>(
    `insert into account (name, plan) values ('Test', 'full') returning id`,
  );
  accountId = account?.id ?? 0;
  sent = [];
  outbox = new Outbox(database, { send: (name: string) => void sent.push(name) } as unknown as Wakeups);
  subscribers = new EventSubscribers();
  relay = relayOn(database);
});

function relayOn(on: Database): EventRelay {
  return new EventRelay(on, subscribers, new WakeupHandlers());
}

const write = (...names: string[]): Promise<void> =>
  database.transaction(async () => {
    for (const name of names) await outbox.write({ name, accountId, payload: { of: name } });
  });

const tells =
  (who: string, on: Database = database) =>
  async (event: RelayedEvent) => {
    await on.query('insert into told values ($1, $2)', [who, event.id]);
  };

const told = async (): Promise<string[]> =>
  (await database.query<{ what: string }>(`select who || ' ' || event_id as what from told order by ctid`)).map(
    (row) => row.what,
  );

const waiting = async (): Promise<number[]> =>
  (await database.query<{ id: number }>('select id from outbox where relayed_at is null order by id')).map(
    (row) => row.id,
  );

describe('relay of the outbox (reliability D2)', () => {
  it('tells every subscriber of an event, in the order of the events, once', async () => {
    subscribers.on('A', 'one', tells('one'));
    subscribers.on('A', 'two', tells('two'));
    subscribers.on('B', 'one', tells('one'));
    await write('A', 'B', 'A');
    await relay.look();
    await relay.look();
    expect(await told()).toEqual(['one 1', 'two 1', 'one 2', 'one 3', 'two 3']);
    expect(await waiting()).toEqual([]);
  });

  it('hands over name, account, payload and the time of the event', async () => {
    const seen: RelayedEvent[] = [];
    subscribers.on('A', 'one', (event) => Promise.resolve(void seen.push(event)));
    await write('A');
    await relay.look();
    const [row] = await database.query<{ at: string }>(
      `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from outbox`,
    );
    expect(seen).toEqual([{ id: 1, name: 'A', accountId, payload: { of: 'A' }, createdAt: row?.at }]);
  });

  it('marks what nobody wants as relayed, once a newer process beside this one had an hour to want it', async () => {
    subscribers.on('A', 'one', tells('one'));
    await write('X', 'Y');
    await relay.look();
    expect(await waiting()).toEqual([1, 2]);
    await database.query(`update outbox set created_at = clock_timestamp() - interval '61 minutes'`);
    await relay.look();
    expect(await waiting()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  it('marks nothing while no subscriber is known', async () => {
    await write('X');
    await database.query(`update outbox set created_at = clock_timestamp() - interval '61 minutes'`);
    await relay.look();
    expect(await waiting()).toEqual([1]);
  });

  it('a subscriber cannot take an event twice', () => {
    subscribers.on('A', 'one', tells('one'));
    expect(() => subscribers.on('A', 'one', tells('one'))).toThrow('twice');
  });

  it('one failure keeps nothing of its event, holds up no other, and comes again later, twice as late each time', async () => {
    let fails = true;
    subscribers.on('A', 'one', tells('one'));
    subscribers.on('A', 'two', async (event) => {
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
    subscribers.on('A', 'one', tells('one'));
    await write('A');
    await database.query(`update outbox set not_before = clock_timestamp() + interval '1 minute'`);
    await relay.look();
    expect(await waiting()).toEqual([1]);
  });

  it('two processes relay nothing twice', async () => {
    const dataSource = createDataSource({
      url: fixture.url,
      poolSize: 4,
      statementTimeoutMs: 60_000,
      applicationName: 'other',
    });
    await dataSource.initialize();
    const other = new Database(dataSource);
    try {
      const otherSubscribers = new EventSubscribers();
      subscribers.on('A', 'one', tells('x'));
      otherSubscribers.on('A', 'one', tells('x', other));
      const otherRelay = new EventRelay(other, otherSubscribers, new WakeupHandlers());
      for (let batch = 0; batch < 10; batch += 1) await write(...Array<string>(10).fill('A'));
      while ((await waiting()).length > 0) await Promise.all([relay.look(), otherRelay.look()]);
      const rows = await database.query<{ n: number; kinds: number }>(
        `select count(*) as n, count(distinct event_id) as kinds from told`,
      );
      expect(rows).toEqual([{ n: 100, kinds: 100 }]);
    } finally {
      await other.close();
    }
  });

  it('a crash before the commit repeats the event whole', async () => {
    subscribers.on('A', 'one', async (event) => {
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

describe('writing events', () => {
  it('wakes the relay after the commit, once for all events of a transaction', async () => {
    await database.transaction(async () => {
      await outbox.write({ name: 'A', accountId, payload: {} });
      await outbox.write({ name: 'B', accountId, payload: {} });
      await new Promise((resolve) => setImmediate(resolve));
      expect(sent).toEqual([]);
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([EVENTS_WRITTEN]);
  });

  it('what is written together is in order, and of one time', async () => {
    const of = (name: string) => ({ name, accountId, payload: { of: name } });
    await database.transaction(() => outbox.write(of('A'), of('B'), of('C')));
    await database.transaction(() => outbox.write());
    const rows = await database.query(
      `select id, event, payload->>'of' as of, created_at as at from outbox order by id`,
    );
    expect(rows).toEqual(
      ['A', 'B', 'C'].map((name, index) => ({ id: index + 1, event: name, of: name, at: rows[0]?.['at'] })),
    );
  });

  it('refuses outside a transaction', async () => {
    await expect(outbox.write({ name: 'A', accountId, payload: {} })).rejects.toThrow('outside a transaction');
  });
});
