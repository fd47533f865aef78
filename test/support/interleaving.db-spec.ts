import { AppError } from '@libs/kernel';
import { inEveryOrder, type OrderedRun, type Race } from './interleaving';
import { storeFixture, type StoreFixture } from './store-fixture';

beforeAll(() => void (process.env['HREV_ORDERS'] = 'Infinity'));

describe('inEveryOrder', () => {
  let fixture: StoreFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    await fixture.database.query('create table purse (id bigint generated always as identity primary key, coins int)');
  });
  afterAll(() => fixture?.close());

  const aPurse = async (): Promise<number> => {
    const [row] = await fixture.database.query<{ id: number }>('insert into purse (coins) values (0) returning id');
    return row?.id ?? 0;
  };
  const coins = async (id: number): Promise<number | undefined> =>
    (await fixture.database.query<{ coins: number }>('select coins from purse where id = $1', [id]))[0]?.coins;
  /** Reads and then writes: loses an update unless the read locks the row. */
  const addOne =
    (lock = '') =>
    (id: number): Promise<void> =>
      fixture.database.transaction(async () => {
        const [row] = await fixture.database.query<{ coins: number }>(`select coins from purse where id = $1 ${lock}`, [
          id,
        ]);
        await fixture.database.query('update purse set coins = $2 where id = $1', [id, (row?.coins ?? 0) + 1]);
      });
  const race = (contenders: Race<number>['contenders'], more: Partial<Race<number>> = {}): Race<number> => ({
    on: fixture.database,
    given: aPurse,
    contenders,
    holds: async (id) => expect(await coins(id)).toBe(Object.keys(contenders).length),
    ...more,
  });

  it('finds a lost update and names the order', async () => {
    await expect(inEveryOrder(race({ A: addOne(), B: addOne() }))).rejects.toThrow(
      /In the order (A1 B1|B1 A1) [^]*Received: .*1[^]*A1: select coins from purse/,
    );
  });

  it('finds no lost update in any order if the read locks the row', async () => {
    const orders: string[] = [];
    const holds = async (id: number, run: OrderedRun): Promise<void> => {
      orders.push(run.order);
      expect(await coins(id)).toBe(2);
    };
    const report = await inEveryOrder(race({ A: addOne('for update'), B: addOne('for update') }, { holds }));
    expect(report).toEqual({ orders: orders.length, leftOut: 0, diverged: 0 });
    expect(new Set(orders).size).toBe(orders.length);
    // The contender that locks second waits for the other's commit in every order.
    expect(orders.sort()).toEqual([
      'A1 A2 A3 B1 B2 B3',
      'A1 A2 B1… A3 B2 B3',
      'A1 B1… A2 A3 B2 B3',
      'B1 A1… B2 B3 A2 A3',
      'B1 B2 A1… B3 A2 A3',
      'B1 B2 B3 A1 A2 A3',
    ]);
  });

  it('runs each of the orders of independent work once', async () => {
    const orders: string[] = [];
    const read = async (): Promise<void> => {
      await fixture.database.query('select 1');
      await fixture.database.query('select 2');
    };
    const holds = (_: number, run: OrderedRun): void => void orders.push(run.order);
    // The number of orders is 4! / (2! 2!), and with a third contender 6! / (2! 2! 2!).
    expect((await inEveryOrder(race({ A: read, B: read }, { holds }))).orders).toBe(6);
    expect(orders[0]).toBe('A1 A2 B1 B2');
    expect((await inEveryOrder(race({ A: read, B: read, C: read }, { holds }))).orders).toBe(90);
    expect(new Set(orders).size).toBe(96);
  });

  it('runs a deadlock to its end and passes the order to the assertion', async () => {
    const both = (first: number, second: number) => async (id: number) =>
      fixture.database.transaction(async () => {
        await fixture.database.query('select pg_advisory_xact_lock($1, $2)', [id, first]);
        await fixture.database.query('select pg_advisory_xact_lock($1, $2)', [id, second]);
      });
    const assertedOrders: string[] = [];
    const report = await inEveryOrder(
      race({ A: both(1, 2), B: both(2, 1) }, { holds: (_, run) => void assertedOrders.push(run.order) }),
    );
    // The database object repeats the victim's transaction, so both contenders end; some orders are longer because of it.
    expect(report.orders).toBe(assertedOrders.length);
    expect(assertedOrders.some((order) => /A4|B4/.test(order))).toBe(true);
  });

  it('fails with the error of a contender, unless mayFail allows it', async () => {
    const refused = (): Promise<never> => Promise.reject(new AppError('not_found', 'No such purse'));
    const holds = (_: number, { outcomes }: OrderedRun): void => {
      expect(outcomes).toMatchObject({ A: { status: 'rejected' }, B: { status: 'fulfilled' } });
    };
    const contenders = { A: refused, B: addOne() };
    await expect(inEveryOrder(race(contenders, { holds }))).rejects.toThrow(/No such purse/);
    const mayFail = (reason: unknown, name: string): boolean => reason instanceof AppError && name === 'A';
    expect((await inEveryOrder(race(contenders, { holds, mayFail }))).orders).toBe(1);
  });

  it('stops at its limit, runs orders with few switches first, and reports how many it left out', async () => {
    const orders: string[] = [];
    const read = async (): Promise<void> => {
      for (let n = 0; n < 5; n += 1) await fixture.database.query('select 1');
    };
    const holds = (_: number, run: OrderedRun): void => void orders.push(run.order);
    const report = await inEveryOrder(race({ A: read, B: read }, { holds, atMost: 12 }));
    expect(report.orders).toBe(12);
    expect(report.leftOut).toBeGreaterThan(0);
    expect(orders.slice(0, 2)).toEqual(['A1 A2 A3 A4 A5 B1 B2 B3 B4 B5', 'B1 B2 B3 B4 B5 A1 A2 A3 A4 A5']);
    const switched = orders.map((order) => order.replace(/\d| /g, '').replace(/(.)\1+/g, '$1').length);
    expect(switched).toEqual([...switched].sort((a, b) => a - b));
  });

  it('does not step other statements, also on a connection that a contender used before', async () => {
    await inEveryOrder(race({ A: addOne('for update') }));
    await expect(coins(await aPurse())).resolves.toBe(0);
  });
});
