import { IN_SESSION, LOCKS, type Database } from '@libs/database';
import { besideHeldRows } from '@test/support/held-rows';
import { relayWorld } from '@test/support/relay-world';
import type { EventRelay } from './event-relay';
import type { EventSubscribers } from './event-subscribers';
import { OutboxLeases } from './outbox-leases';

const world = relayWorld();
const { aSession, anotherProcess, subscribe, write, writeFor, tells, told, waiting } = world;
let database: Database;
let subscribers: EventSubscribers;
let relay: EventRelay;
beforeEach(() => {
  ({ database, subscribers, relay } = world.now());
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
