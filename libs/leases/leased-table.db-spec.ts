import type { Database } from '@libs/database';
import { ownMetrics } from '@libs/metrics';
import { whileRowsAreLocked, whileTransactionIsOpen } from '@test/support/held-rows';
import { valueIn } from '@test/support/metric-values';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { LeasedTable, LeaseLost, msFromNow } from './leased-table';

interface Claim {
  readonly accountId: number;
  readonly id: number;
  readonly token: string;
}

const LEASE_MS = 60_000;

/** A queue: `due_at` is the end of a lease. */
const JOBS = new LeasedTable('job', {
  key: { account_id: 'accountId', id: 'id' },
  end: 'due_at',
  state: `state = 'open'`,
});
/** Rows that are claimed by their key. */
const SEATS = new LeasedTable('seat', {
  key: { id: 'id' },
  token: 'token',
  end: 'lease_until',
  state: `state = 'open'`,
});

describe('leases on rows of PostgreSQL', () => {
  let fixture: StoreFixture;
  let database: Database;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    await database.query(
      `create table job (account_id bigint, id bigint generated always as identity, due_at timestamptz, lease_token uuid,
         attempts int not null default 0, state text not null default 'open', note text, primary key (account_id, id))`,
    );
    await database.query(
      `create table seat (id bigint primary key, account_id bigint, lease_until timestamptz, token uuid,
         state text not null default 'open', note text, check ((token is null) = (lease_until is null)))`,
    );
  });
  beforeEach(() => database.query('truncate job, seat restart identity'));
  afterAll(() => fixture?.close());

  it('reports that no lease was lost before the first loss, so that the first is an increase', async () => {
    const losses = valueIn(await ownMetrics(), 'hrev_lease_losses_total{table="never_lost"}');
    expect(losses).toBeUndefined();
    new LeasedTable('never_lost', { key: { id: 'id' }, end: 'lease_until' });
    expect(valueIn(await ownMetrics(), 'hrev_lease_losses_total{table="never_lost"}')).toBe(0);
  });

  const rows = (table: string) => database.query<Record<string, unknown>>(`select * from ${table} order by id`);
  /** Jobs that have been due for the given seconds, the first for the longest. */
  const dueFor = (...seconds: readonly number[]) =>
    database.query(
      `insert into job (account_id, due_at)
       select 7, clock_timestamp() - x * interval '1 second' from unnest($1::int[]) with ordinality u (x, n) order by n`,
      [seconds],
    );
  const claimJob = (and = 'true') =>
    JOBS.claimNext<Claim>(database, LEASE_MS, {
      changes: 'attempts = attempts + 1',
      returning: 'account_id as "accountId", id',
      and,
    });
  const claimSeat = async (): Promise<Claim | null> => {
    await database.query('insert into seat (id, account_id) values (1, 7) on conflict do nothing');
    const [claim] = await database.query<Claim>(
      `update seat set ${SEATS.taken('$1')}
       where id = 1 and (lease_until is null or lease_until <= clock_timestamp())
       returning id, account_id as "accountId", token`,
      [LEASE_MS],
    );
    return claim ?? null;
  };

  describe.each([
    {
      what: 'a queue',
      table: JOBS,
      name: 'job',
      claimAgain: () => claimJob(),
      end: 'due_at',
      token: 'lease_token',
      value: '$4',
    },
    {
      what: 'rows',
      table: SEATS,
      name: 'seat',
      claimAgain: () => claimSeat(),
      end: 'lease_until',
      token: 'token',
      value: '$3',
    },
  ])('on $what', ({ table, name, claimAgain, end, token, value }) => {
    const claimFirst = async (): Promise<Claim> => {
      if (name === 'job') await dueFor(1);
      const claim = await claimAgain();
      if (claim === null) throw new Error('nothing was claimed');
      return claim;
    };
    const expire = () => database.execute(`update ${name} set ${end} = clock_timestamp()`);
    const millisecondsLeft = async (): Promise<number> =>
      Number(
        (await database.query(`select extract(epoch from ${end} - clock_timestamp()) * 1000 as ms from ${name}`))[0]?.[
          'ms'
        ],
      );

    /** What a holder does. Returns whether the lease was valid. */
    const acts: Readonly<Record<string, (claim: Claim) => Promise<boolean>>> = {
      renews: (claim) => table.renew(database, claim, 2 * LEASE_MS),
      writes: (claim) =>
        table.write(database, claim, `note = ${value}`, ['written']).then(
          () => true,
          (error: unknown) => {
            expect(error).toBeInstanceOf(LeaseLost);
            return false;
          },
        ),
      releases: (claim) =>
        table.release(database, claim, `note = ${value}${name === 'job' ? ', due_at = null' : ''}`, ['released']),
    };

    const events: readonly [what: string, isHeld: boolean, happens: (claim: Claim) => Promise<unknown>][] = [
      ['nothing happened', true, () => Promise.resolve()],
      ['it was renewed', true, (claim) => table.renew(database, claim, LEASE_MS)],
      ['it expired and no other worker has claimed the row', true, expire],
      ['it expired and another worker has claimed the row', false, () => expire().then(() => claimAgain())],
      ['it was released', false, (claim) => table.release(database, claim, 'note = null')],
      ['its token was taken', false, () => database.execute(`update ${name} set ${token} = null, ${end} = null`)],
      ['the row has another state', false, () => database.execute(`update ${name} set state = 'done'`)],
    ];

    it.each(
      events.flatMap(([what, isHeld, happens]) => Object.keys(acts).map((act) => ({ what, isHeld, happens, act }))),
    )('if $what, the worker $act it: $isHeld', async ({ isHeld, happens, act }) => {
      const claim = await claimFirst();
      await happens(claim);
      const before = await rows(name);
      expect(await acts[act]?.(claim)).toBe(isHeld);
      if (isHeld) expect(await rows(name)).not.toEqual(before);
      else expect(await rows(name)).toEqual(before);
    });

    it('ends by the clock of the database, after the given time', async () => {
      const claim = await claimFirst();
      expect(await millisecondsLeft()).toBeGreaterThan(LEASE_MS / 2);
      expect(await millisecondsLeft()).toBeLessThanOrEqual(LEASE_MS);
      await table.renew(database, claim, 3 * LEASE_MS);
      expect(await millisecondsLeft()).toBeGreaterThan(2 * LEASE_MS);
      expect(await claimAgain()).toBeNull();
    });

    it('gives the row to one of eight workers, with a new token after each expiry', async () => {
      const tokens = [(await claimFirst()).token];
      for (let turn = 0; turn < 3; turn += 1) {
        await expire();
        const claims = await Promise.all(Array.from({ length: 8 }, () => claimAgain()));
        tokens.push(...claims.flatMap((claim) => claim?.token ?? []));
      }
      expect(new Set(tokens).size).toBe(4);
      expect(tokens).toHaveLength(4);
    });

    it('has neither token nor end after a release', async () => {
      const claim = await claimFirst();
      await acts['releases']?.(claim);
      expect(await rows(name)).toMatchObject([{ [token]: null, [end]: null, note: 'released' }]);
    });
  });

  it('a renewed lease is not claimed, and an expired one is', async () => {
    await dueFor(1);
    const claim = (await claimJob()) as Claim;
    await database.execute('update job set due_at = clock_timestamp()');
    expect(await JOBS.renew(database, claim, LEASE_MS)).toBe(true);
    expect(await claimJob()).toBeNull();
    await database.execute('update job set due_at = clock_timestamp()');
    expect(await claimJob()).toMatchObject({ accountId: 7, id: claim.id });
    expect(await rows('job')).toMatchObject([{ attempts: 2 }]);
  });

  it('a released row is claimed when it is due', async () => {
    await dueFor(1);
    const first = (await claimJob()) as Claim;
    await JOBS.release(database, first, `due_at = ${msFromNow('$4')}`, [LEASE_MS]);
    expect(await claimJob()).toBeNull();
    await database.execute('update job set due_at = clock_timestamp()');
    const second = await claimJob();
    expect(second?.id).toBe(first.id);
    expect(second?.token).not.toBe(first.token);
  });

  it('claims the row in the right state that has been due for the longest time and fulfills the condition', async () => {
    await dueFor(5, 30, 20, 10, -10);
    await database.execute(`update job set state = 'done' where id = 2`);
    expect((await claimJob())?.id).toBe(3);
    expect((await claimJob('id <> 4'))?.id).toBe(1);
    expect((await claimJob())?.id).toBe(4);
    expect(await claimJob()).toBeNull();
  });

  it('gives each row to one of eight workers', async () => {
    await dueFor(...Array.from({ length: 40 }, (_, n) => n));
    const worker = async (): Promise<number[]> => {
      const ids: number[] = [];
      for (let claim = await claimJob(); claim !== null; claim = await claimJob()) ids.push(claim.id);
      return ids;
    };
    const claimed = (await Promise.all(Array.from({ length: 8 }, worker))).flat();
    expect(claimed.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  });

  it('skips a row that another transaction has locked', async () => {
    await dueFor(20, 10);
    const claim = await whileRowsAreLocked(database, 'select from job where id = 1 for update', [], () => claimJob());
    expect(claim?.id).toBe(2);
  });

  it('locks the written row until the transaction ends', async () => {
    await dueFor(1);
    const claim = (await claimJob()) as Claim;
    const write = () => JOBS.write(database, claim, 'note = $4', ['written']);
    const freeRows = () => database.query('select from job for update skip locked');
    expect(await whileTransactionIsOpen(database, write, freeRows)).toEqual([]);
    expect(await freeRows()).toHaveLength(1);
  });
});
