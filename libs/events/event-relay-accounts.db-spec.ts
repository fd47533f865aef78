import { IN_SESSION, LOCKS, type Database } from '@libs/database';
import { eventually } from '@test/support/eventually';
import { whileRowsAreLocked } from '@test/support/held-rows';
import { relayHarness } from '@test/support/relay-harness';
import { EventDefinition } from './event-definition';
import type { EventRelay } from './event-relay';
import type { EventSubscribers, RelayedEvent } from './event-subscribers';
import { OutboxLeases } from './outbox-leases';

const relayTools = relayHarness();
const { aSession, anotherProcess, event, records, handled, subscribe, write, writeFor, waiting } = relayTools;
let database: Database;
let subscribers: EventSubscribers;
let relay: EventRelay;
beforeEach(() => {
  ({ database, subscribers, relay } = relayTools.now());
});

describe('the events of several accounts', () => {
  const isHandled = (entry: string) => async (): Promise<boolean> => (await handled()).includes(entry);

  it('a slow event delays only its own account; events of other accounts are relayed meanwhile', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    subscribe('A', 'one', async (event) => {
      if (event.accountId === 1) await released;
      await records('one')(event);
    });
    await writeFor(1, 'A', 'A');
    const polling = relay.poll();
    await eventually('the lease', 20_000, async () => (await database.query('select from outbox_lease')).length === 1);
    for (const account of [2, 3]) {
      await writeFor(account, 'A');
      relay.tick();
      await eventually('the other account', 20_000, isHandled(`one ${account + 1}`));
    }
    expect(await handled()).toEqual(['one 3', 'one 4']);
    release();
    await polling;
    expect(await handled()).toEqual(['one 3', 'one 4', 'one 1', 'one 2']);
  });

  it('an account with a large backlog does not delay the others', async () => {
    const accountIds: number[] = [];
    subscribe('A', 'one', ({ accountId: account }) => Promise.resolve(void accountIds.push(account)));
    await database.query(
      `insert into outbox (account_id, event, payload) select 1, 'A', '{}' from generate_series(1, 2000)`,
    );
    for (const account of [2, 3]) await writeFor(account, ...Array<string>(150).fill('A'));
    await relay.poll();
    expect(accountIds).toHaveLength(2_300);
    // Batches of at most 200 events alternate between the accounts on two lanes.
    expect(accountIds.lastIndexOf(2)).toBeLessThan(1_000);
    expect(accountIds.lastIndexOf(3)).toBeLessThan(1_000);
  });

  it('if one event of a batch fails, all others are handled once and in order', async () => {
    subscribe('A', 'one', (event) =>
      event.id % 7 === 3 ? Promise.reject(new Error('poison')) : records('one')(event),
    );
    await write(...Array<string>(40).fill('A'));
    await relay.poll();
    const all = Array.from({ length: 40 }, (_, index) => index + 1);
    expect(await handled()).toEqual(all.filter((id) => id % 7 !== 3).map((id) => `one ${id}`));
    expect(await waiting()).toEqual(all.filter((id) => id % 7 === 3));
    expect(await database.query('select from outbox where relayed_at is null and attempts = 0')).toEqual([]);
  });

  it.each(['work', 'end'] as const)('an error of %s rolls the batch back', async (failing) => {
    const batches: number[][] = [];
    let fails = true;
    const begin = () => {
      const ids: number[] = [];
      let added: RelayedEvent[] = [];
      const step = (name: 'work' | 'end'): Promise<void> =>
        fails && name === failing && ids.length > 1 ? Promise.reject(new Error(`no ${name}`)) : Promise.resolve();
      const work = async (): Promise<void> => {
        for (const relayed of added) await records('one')(relayed);
        ids.push(...added.map(({ id }) => id));
        added = [];
        await step('work');
      };
      const end = (): Promise<void> => step('end').then(() => void batches.push(ids));
      return { add: (relayed: RelayedEvent) => void added.push(relayed), work, end };
    };
    for (const name of ['A', 'B'])
      subscribers.onInBatches(event(name), 'one', begin, (relayed, batch) => batch.add(relayed));
    await write('A', 'B', 'X', 'A');
    await relay.poll();
    expect([await handled(), batches]).toEqual([
      ['one 1', 'one 2', 'one 4'],
      [[1], [2], [4]],
    ]);
    fails = false;
    await write('B', 'A');
    await relay.poll();
    expect(batches.slice(3).flat()).toEqual([5, 6]);
  });

  describe('a batch of a subscriber', () => {
    /** Subscribes a batch to event A, whose events have these weights, by their number. Returns the ids of each step, by batch. */
    function steps(weights: Readonly<Record<number, number>>): readonly number[][][] {
      const batches: number[][][] = [];
      const begin = () => {
        const batch: number[][] = [];
        batches.push(batch);
        let added: number[] = [];
        return {
          add: ({ id }: RelayedEvent) => void added.push(id),
          work: () => {
            batch.push(added);
            added = [];
            return Promise.resolve();
          },
          end: () => Promise.resolve(),
        };
      };
      const definition = new EventDefinition<object>('A', () => weights[(weighed += 1)] ?? 1);
      let weighed = 0;
      subscribers.onInBatches(definition, 'one', begin, (relayed, batch) => batch.add(relayed));
      return batches;
    }
    const numbers = (from: number, to: number): number[] =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index);

    it('gets 200 events at once', async () => {
      const batches = steps({});
      await write(...Array<string>(450).fill('A'));
      await relay.poll();
      expect(batches).toEqual([[numbers(1, 200)], [numbers(201, 400)], [numbers(401, 450)]]);
    });

    it('gets heavy events in several steps: each step up to a weight of 1,000, a heavier event alone', async () => {
      const batches = steps({ 2: 600, 3: 399, 4: 400, 5: 5_000, 6: 1_000, 7: 0, 8: Number.NaN });
      await write(...Array<string>(9).fill('A'));
      await relay.poll();
      expect(batches).toEqual([[[1, 2, 3], [4], [5], [6], [7, 8, 9]]]);
    });
  });

  it('events are relayed while migrations hold their lock', async () => {
    subscribe('A', 'one', records('one'));
    const migration = await aSession();
    await migration.query(IN_SESSION.tryToHold, [LOCKS.migrations]);
    await write('A');
    await relay.poll();
    await migration.end();
    expect(await handled()).toEqual(['one 1']);
  });

  it('a lease is renewed while an event is handled', async () => {
    const isRenewed = async (): Promise<boolean> => {
      const [lease] = await database.query<{ ms: number }>(
        `select extract(epoch from lease_until - clock_timestamp()) * 1000 as ms from outbox_lease`,
      );
      remainingMs.push(lease?.ms ?? 0);
      return remainingMs.some((ms, index) => ms > (remainingMs[index - 1] ?? Infinity));
    };
    const remainingMs: number[] = [];
    subscribe('A', 'one', async () => void (await eventually('a renewed lease', 20_000, isRenewed)));
    await write('A');
    await relay.poll();
    expect(await waiting()).toEqual([]);
  });

  it('a process that lost its lease does not commit', async () => {
    subscribe('A', 'one', async (event) => {
      await records('one')(event);
      if (event.id !== 2) return;
      const other = await aSession();
      await other.query(`update outbox_lease set token = gen_random_uuid(), lease_until = now() + interval '1 hour'`);
    });
    await write('A', 'A');
    await relay.poll();
    expect([await handled(), await waiting()]).toEqual([[], [1, 2]]);
    expect(await database.query('select attempts from outbox where attempts > 0')).toEqual([]);
  });

  it.each([
    ['in the middle of a batch', 'select'],
    ['before its commit', 'update outbox_lease set lease_until = clock_timestamp() where account_id = 1'],
  ])('a process that stalls %s blocks its account for one lease and cannot commit', async (_, lastStatement) => {
    await database.query('create unique index handled_once on handled (who, event_id)');
    const leases = new OutboxLeases(database);
    await write('A', 'A');
    const lease = await leases.next(['A']);
    // A session that executes the statements of the relay and then stalls.
    const stalledSession = await aSession();
    await stalledSession.query('begin');
    await stalledSession.query(`select set_config('application_name', 'hrev relay ' || $1, true)`, [lease?.token]);
    await stalledSession.query('select from outbox where id = 1 for update');
    await stalledSession.query(`insert into handled values ('once', 1)`);

    subscribe('A', 'once', records('once'));
    await writeFor(2, 'A');
    await relay.poll();
    expect(await handled()).toEqual(['once 3']);

    await database.query('update outbox_lease set lease_until = clock_timestamp() where account_id = 1');
    await stalledSession.query(lastStatement);
    await eventually('the account', 20_000, async () => {
      await relay.poll();
      return (await waiting()).length === 0;
    });
    expect(await handled()).toEqual(['once 3', 'once 1', 'once 2']);
    await expect(stalledSession.query('commit')).rejects.toThrow();
  });

  it('a locked row delays only its account, and is not counted as a failure', async () => {
    subscribe('A', 'one', async (event) => {
      await database.query(`select from account where id = 1 and $1 = 1 for update`, [event.accountId]);
      await records('one')(event);
    });
    await writeFor(1, 'A', 'A');
    await writeFor(2, 'A');
    const lockingSession = await aSession();
    await lockingSession.query('begin; select from account where id = 1 for update');
    await relay.poll();
    expect(await handled()).toEqual(['one 3']);
    await lockingSession.end();
    await eventually('the account', 20_000, async () => {
      await relay.poll();
      return (await waiting()).length === 0;
    });
    expect(await handled()).toEqual(['one 3', 'one 1', 'one 2']);
    expect(await database.query('select from outbox where attempts > 0')).toEqual([]);
  });

  it('locked events of as many accounts as there are lanes do not block the others', async () => {
    subscribe('A', 'one', records('one'));
    for (const account of [1, 2, 3]) await writeFor(account, 'A');
    const lockingSession = await aSession();
    await lockingSession.query('begin; select from outbox where id in (1, 2) for update');
    await relay.poll();
    expect(await handled()).toEqual(['one 3']);
  });

  it('an account whose lease another process is acquiring is skipped', async () => {
    for (const account of [1, 2]) await writeFor(account, 'A');
    await database.query('insert into outbox_lease (account_id) values (1), (2)');
    const lock = 'select from outbox_lease where account_id = 1 for update';
    const lease = await whileRowsAreLocked(database, lock, [], () => new OutboxLeases(database).next(['A']));
    expect(lease?.accountId).toBe(2);
  });

  it('no event is relayed twice while a process of the previous version relays single events under its own lock', async () => {
    const oldProcess = await anotherProcess();
    const relayOneAsBefore = (): Promise<boolean> =>
      oldProcess.transaction(async () => {
        const [event] = await oldProcess.query<{ id: number }>(
          `select id from outbox where relayed_at is null and not_before <= statement_timestamp() and event = any($1)
             and (select pg_try_advisory_xact_lock(${0x68726576}))
           order by id limit 1 for update skip locked`,
          [['A']],
        );
        if (!event) return false;
        await oldProcess.query(`insert into handled values ('x', $1)`, [event.id]);
        await oldProcess.execute('update outbox set relayed_at = clock_timestamp() where id = $1', [event.id]);
        return true;
      });
    subscribe('A', 'one', records('x'));
    for (let account = 1; account <= 5; account += 1) await writeFor(account, ...Array<string>(40).fill('A'));
    const oldRelay = (async () => {
      let relayed = 0;
      while (await relayOneAsBefore()) relayed += 1;
      return relayed;
    })();
    await eventually('the end', 20_000, async () => {
      await relay.poll();
      return (await waiting()).length === 0;
    });
    expect(await oldRelay).toBeGreaterThan(0);
    expect(await database.query('select count(*) as n, count(distinct event_id) as kinds from handled')).toEqual([
      { n: 200, kinds: 200 },
    ]);
  });
});
