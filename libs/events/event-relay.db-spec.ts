import { Logger } from '@nestjs/common';
import pg from 'pg';
import { createDataSource, Database, IN_SESSION, LOCKS } from '@libs/database';
import { WakeupHandlers, type Wakeups } from '@libs/queue';
import { besideHeldRows } from '@test/support/held-rows';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { EventRelay } from './event-relay';
import { EventSubscribers, type EventBatch, type RelayedEvent } from './event-subscribers';
import { EVENTS_WRITTEN, Outbox } from './outbox';
import { OutboxLeases } from './outbox-leases';

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
  await database.query('truncate account, outbox, outbox_lease, told restart identity cascade');
  await database.query(`insert into account (name, plan) select 'Test', 'full' from generate_series(1, 10)`);
  accountId = 1;
  sent = [];
  outbox = new Outbox(database, { send: (name: string) => void sent.push(name) } as unknown as Wakeups);
  subscribers = new EventSubscribers();
  relay = relayOn(database);
});

const others: { end(): Promise<void> }[] = [];
afterEach(async () => {
  for (const other of others.splice(0)) await other.end().catch(() => undefined);
  await database.query('drop index if exists told_once');
});

/** A connection that no pool looks after. */
async function aSession(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: fixture.url });
  client.on('error', () => undefined);
  await client.connect();
  others.push(client);
  return client;
}

/** Connections as another process has them. */
async function anotherProcess(): Promise<Database> {
  const dataSource = createDataSource({
    url: fixture.url,
    poolSize: 4,
    statementTimeoutMs: 60_000,
    applicationName: 'other',
  });
  await dataSource.initialize();
  const other = new Database(dataSource);
  others.push({ end: () => other.close() });
  return other;
}

function relayOn(on: Database, of = subscribers): EventRelay {
  return new EventRelay(on, new OutboxLeases(on), of, new WakeupHandlers());
}

type Take = EventBatch['take'];
const subscribe = (eventName: string, who: string, take: Take, of = subscribers): void =>
  of.on([eventName], who, () => ({ take }));

const write = (...names: string[]): Promise<void> => writeFor(accountId, ...names);

const writeFor = (account: number, ...names: string[]): Promise<void> =>
  database.transaction(() =>
    outbox.write(...names.map((name) => ({ name, accountId: account, payload: { of: name } }))),
  );

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

describe('accounts beside each other', () => {
  /** Waits for what other connections do. */
  async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
    const ends = performance.now() + 20_000;
    while (!(await holds())) {
      if (performance.now() > ends) throw new Error(`not seen: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  const isTold = (what: string) => async (): Promise<boolean> => (await told()).includes(what);

  it('an event that takes long delays its own account alone, and no wake-up is lost meanwhile', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    subscribe('A', 'one', async (event) => {
      if (event.accountId === 1) await held;
      await tells('one')(event);
    });
    await writeFor(1, 'A', 'A');
    const looking = relay.look();
    await until('the lease', async () => (await database.query('select from outbox_lease')).length === 1);
    for (const account of [2, 3]) {
      await writeFor(account, 'A');
      relay.tick();
      await until('the other account', isTold(`one ${account + 1}`));
    }
    expect(await told()).toEqual(['one 3', 'one 4']);
    release();
    await looking;
    expect(await told()).toEqual(['one 3', 'one 4', 'one 1', 'one 2']);
  });

  it('an account with a great backlog takes turns with the others', async () => {
    const order: number[] = [];
    subscribe('A', 'one', ({ accountId: account }) => Promise.resolve(void order.push(account)));
    await database.query(
      `insert into outbox (account_id, event, payload) select 1, 'A', '{}' from generate_series(1, 2000)`,
    );
    for (const account of [2, 3]) await writeFor(account, ...Array<string>(150).fill('A'));
    await relay.look();
    expect(order).toHaveLength(2_300);
    // A hundred of the first for each hundred of the others, on each of two lanes.
    expect(order.lastIndexOf(2)).toBeLessThan(1_000);
    expect(order.lastIndexOf(3)).toBeLessThan(1_000);
  });

  it('of a batch in which one event fails, every other has its effect once and in order', async () => {
    subscribe('A', 'one', (event) => (event.id % 7 === 3 ? Promise.reject(new Error('poison')) : tells('one')(event)));
    await write(...Array<string>(40).fill('A'));
    await relay.look();
    const all = Array.from({ length: 40 }, (_, index) => index + 1);
    expect(await told()).toEqual(all.filter((id) => id % 7 !== 3).map((id) => `one ${id}`));
    expect(await waiting()).toEqual(all.filter((id) => id % 7 === 3));
    expect(await database.query('select from outbox where relayed_at is null and attempts = 0')).toEqual([]);
  });

  it('what is done once for a batch is done in its transaction', async () => {
    const ends: number[][] = [];
    let fails = true;
    subscribers.on(['A', 'B'], 'one', () => {
      const ids: number[] = [];
      return {
        take: async (event) => {
          await tells('one')(event);
          ids.push(event.id);
        },
        end: () => {
          if (fails && ids.length > 1) return Promise.reject(new Error('no end'));
          ends.push(ids);
          return Promise.resolve();
        },
      };
    });
    await write('A', 'B', 'X', 'A');
    await relay.look();
    expect([await told(), ends]).toEqual([
      ['one 1', 'one 2', 'one 4'],
      [[1], [2], [4]],
    ]);
    fails = false;
    await write('B', 'A');
    await relay.look();
    expect(ends.slice(3).flat()).toEqual([5, 6]);
  });

  it('goes on while migrations hold their lock', async () => {
    subscribe('A', 'one', tells('one'));
    const migrating = await aSession();
    await migrating.query(IN_SESSION.hold, [LOCKS.migrations]);
    await write('A');
    await relay.look();
    await migrating.end();
    expect(await told()).toEqual(['one 1']);
  });

  it('a lease is renewed while an event takes long', async () => {
    const until3s = async (): Promise<boolean> => {
      const [lease] = await database.query<{ ms: number }>(
        `select extract(epoch from lease_until - clock_timestamp()) * 1000 as ms from outbox_lease`,
      );
      seen.push(lease?.ms ?? 0);
      return seen.some((ms, index) => ms > (seen[index - 1] ?? Infinity));
    };
    const seen: number[] = [];
    subscribe('A', 'one', () => until('a longer lease', until3s));
    await write('A');
    await relay.look();
    expect(await waiting()).toEqual([]);
  });

  it('who was taken over commits nothing', async () => {
    subscribe('A', 'one', async (event) => {
      await tells('one')(event);
      if (event.id !== 2) return;
      const thief = await aSession();
      await thief.query(`update outbox_lease set token = gen_random_uuid(), lease_until = now() + interval '1 hour'`);
    });
    await write('A', 'A');
    await relay.look();
    expect([await told(), await waiting()]).toEqual([[], [1, 2]]);
    expect(await database.query('select attempts from outbox where attempts > 0')).toEqual([]);
  });

  it.each([
    ['in the middle of a batch', 'select'],
    ['before its commit', 'update outbox_lease set lease_until = clock_timestamp() where account_id = 1'],
  ])('who stands still %s holds the account for one lease, and commits nothing after it', async (_, last) => {
    await database.query('create unique index told_once on told (who, event_id)');
    const leases = new OutboxLeases(database);
    await write('A', 'A');
    const lease = await leases.next(['A']);
    // A session that works as the relay does and then is silent.
    const frozen = await aSession();
    await frozen.query('begin');
    await frozen.query(`select set_config('application_name', 'hrev relay ' || $1, true)`, [lease?.token]);
    await frozen.query('select from outbox where id = 1 for update');
    await frozen.query(`insert into told values ('once', 1)`);

    subscribe('A', 'once', tells('once'));
    await writeFor(2, 'A');
    await relay.look();
    expect(await told()).toEqual(['once 3']);

    await database.query('update outbox_lease set lease_until = clock_timestamp() where account_id = 1');
    await frozen.query(last);
    await until('the account', async () => {
      await relay.look();
      return (await waiting()).length === 0;
    });
    expect(await told()).toEqual(['once 3', 'once 1', 'once 2']);
    await expect(frozen.query('commit')).rejects.toThrow();
  });

  it('a row that somebody else holds lets its account rest and no other, and counts as no failure', async () => {
    subscribe('A', 'one', async (event) => {
      await database.query(`select from account where id = 1 and $1 = 1 for update`, [event.accountId]);
      await tells('one')(event);
    });
    await writeFor(1, 'A', 'A');
    await writeFor(2, 'A');
    const holder = await aSession();
    await holder.query('begin; select from account where id = 1 for update');
    await relay.look();
    expect(await told()).toEqual(['one 3']);
    await holder.end();
    await until('the account', async () => {
      await relay.look();
      return (await waiting()).length === 0;
    });
    expect(await told()).toEqual(['one 3', 'one 1', 'one 2']);
    expect(await database.query('select from outbox where attempts > 0')).toEqual([]);
  });

  it('as many accounts as there are lanes, each with an event that somebody else holds, keep out no other', async () => {
    subscribe('A', 'one', tells('one'));
    for (const account of [1, 2, 3]) await writeFor(account, 'A');
    const holder = await aSession();
    await holder.query('begin; select from outbox where id in (1, 2) for update');
    await relay.look();
    expect(await told()).toEqual(['one 3']);
  });

  it('an account whose lease is being taken is passed over', async () => {
    for (const account of [1, 2]) await writeFor(account, 'A');
    await database.query('insert into outbox_lease (account_id) values (1), (2)');
    const lock = 'select from outbox_lease where account_id = 1 for update';
    const lease = await besideHeldRows(database, lock, [], () => new OutboxLeases(database).next(['A']));
    expect(lease?.accountId).toBe(2);
  });

  it('beside a process of the version before, which takes single events under a lock of its own, nothing is twice', async () => {
    const old = await anotherProcess();
    const takeAsBefore = (): Promise<boolean> =>
      old.transaction(async () => {
        const [event] = await old.query<{ id: number }>(
          `select id from outbox where relayed_at is null and not_before <= statement_timestamp() and event = any($1)
             and (select pg_try_advisory_xact_lock(${0x68726576}))
           order by id limit 1 for update skip locked`,
          [['A']],
        );
        if (!event) return false;
        await old.query(`insert into told values ('x', $1)`, [event.id]);
        await old.execute('update outbox set relayed_at = clock_timestamp() where id = $1', [event.id]);
        return true;
      });
    subscribe('A', 'one', tells('x'));
    for (let account = 1; account <= 5; account += 1) await writeFor(account, ...Array<string>(40).fill('A'));
    const before = (async () => {
      let taken = 0;
      while (await takeAsBefore()) taken += 1;
      return taken;
    })();
    await until('the end', async () => {
      await relay.look();
      return (await waiting()).length === 0;
    });
    expect(await before).toBeGreaterThan(0);
    expect(await database.query('select count(*) as n, count(distinct event_id) as kinds from told')).toEqual([
      { n: 200, kinds: 200 },
    ]);
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
