import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { isUniqueViolation } from './passing-faults';

describe('together and commitWith', () => {
  let fixture: StoreFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    await fixture.database.query('create table sent (n int primary key, words text)');
  });
  afterAll(() => fixture.close());
  beforeEach(() => fixture.database.query('truncate sent'));

  const storedRows = (): Promise<unknown[]> => fixture.database.query('select n, words from sent order by n');
  const insertOf = (n: number, words: string, name?: string) => ({
    ...(name === undefined ? {} : { name }),
    text: 'insert into sent values ($1, $2) returning n',
    values: [n, words],
  });
  const errorOf = async (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

  it('return results in order; each statement sees the effects of those before it', async () => {
    const { database } = fixture;
    const rows = await database.transaction(() =>
      database.together([
        insertOf(1, 'one'),
        { text: `insert into sent values (2, 'two'), (3, 'three')` },
        { text: 'select count(*)::int as n, max(words) as words from sent' },
        { text: 'select n from sent where n > 5' },
        insertOf(4, 'four', 'insert-one'),
        insertOf(5, 'five', 'insert-one'),
      ]),
    );
    expect(rows).toEqual([[{ n: 1 }], [], [{ n: 3, words: 'two' }], [], [{ n: 4 }], [{ n: 5 }]]);
    expect(await storedRows()).toHaveLength(5);
  });

  it('skip the statements after one that fails; the connection and its prepared statements stay usable', async () => {
    const { database } = fixture;
    const error = errorOf(
      database.transaction(async () => {
        await database.together([
          insertOf(1, 'a'),
          insertOf(1, 'b'),
          insertOf(2, 'c', 'insert-later'),
          insertOf(3, 'd'),
        ]);
      }),
    );
    expect(isUniqueViolation(await error, 'sent_pkey')).toBe(true);
    expect(await storedRows()).toEqual([]);
    // Uses every connection of the pool, including the one that skipped the preparation.
    for (let n = 1; n <= 20; n += 1)
      await database.transaction(() => database.together([insertOf(n, 'e', 'insert-later')]));
    expect(await storedRows()).toHaveLength(20);
  });

  it('fail if values cannot be encoded, and do not execute the statements after them', async () => {
    const { database } = fixture;
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const invalidValue = database.transaction(() =>
      database.commitWith([insertOf(1, 'a'), { text: 'select $1::json', values: [circular] }, insertOf(2, 'b')]),
    );
    await expect(invalidValue).rejects.toThrow(/circular/);
    expect(await storedRows()).toEqual([]);
  });

  it('commit once, and refuse a statement after the COMMIT', async () => {
    const { database } = fixture;
    const calls: string[] = [];
    await database.transaction(async () => {
      database.afterCommit('test', () => calls.push('after'));
      await database.commitWith([insertOf(1, 'a')]);
      await expect(database.query('select 1')).rejects.toThrow('was committed');
    });
    expect(calls).toEqual(['after']);
    expect(await storedRows()).toEqual([{ n: 1, words: 'a' }]);
  });

  it('do not commit in a nested transaction', async () => {
    const { database } = fixture;
    const transaction = database.transaction(async () => {
      await database.transaction(() => database.commitWith([insertOf(1, 'a')]));
      expect(await storedRows()).toHaveLength(1);
      throw new Error('rolled back');
    });
    await expect(transaction).rejects.toThrow('rolled back');
    expect(await storedRows()).toEqual([]);
  });

  it('throw outside a transaction', async () => {
    await expect(fixture.database.together([insertOf(1, 'a')])).rejects.toThrow('need a transaction');
    await expect(fixture.database.commitWith([insertOf(1, 'a')])).rejects.toThrow('no transaction');
  });

  it('fail if a statement exceeds the timeout', async () => {
    const { database } = fixture;
    const transaction = database.transaction(async () => {
      await database.query(`set local statement_timeout = '50ms'`);
      await database.commitWith([insertOf(1, 'a'), { text: 'select pg_sleep(20)' }]);
    });
    await expect(transaction).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await storedRows()).toEqual([]);
  });
});
