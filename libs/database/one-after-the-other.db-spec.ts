import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const NOT_AWAITED = 'a statement of this transaction was not awaited';
const ENDED = 'the transaction has ended: it was committed or rolled back';

let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await storeFixture();
  await fixture.database.query('create table item (n int primary key)');
});
afterAll(() => fixture.close());

describe('the statements of a transaction must be awaited one after the other', () => {
  beforeEach(() => fixture.database.query('truncate item'));

  const insert = (n: number): Promise<unknown> => fixture.database.query('insert into item values ($1)', [n]);
  const insertTogether = (n: number): Promise<unknown> =>
    fixture.database.together([{ text: 'insert into item values ($1)', values: [n] }]);
  const storedNumbers = async (): Promise<readonly number[]> =>
    (await fixture.database.query<{ n: number }>('select n from item order by n')).map(({ n }) => n);
  /** Does not await the statement, and ignores its failure. */
  const ignoreFailure = (statement: Promise<unknown>): void => void statement.catch(() => undefined);

  it.each<[string, () => Promise<unknown>]>([
    ['sends two statements at once', () => Promise.all([insert(1), insert(2)])],
    ['calls together twice at once', () => Promise.all([insertTogether(1), insertTogether(2)])],
    ['does not await a statement before the next', async () => (ignoreFailure(insert(1)), insert(2))],
    ['does not await a statement before the end', async () => ignoreFailure(insert(1))],
    ['does not await a statement that fails', async () => (await insert(1), ignoreFailure(insert(1)))],
  ])('a transaction that %s is rolled back', async (_, work) => {
    await expect(fixture.database.transaction(work)).rejects.toThrow(NOT_AWAITED);
    expect(await storedNumbers()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>, readonly number[]]>([
    ['has committed', () => Promise.resolve(), [1]],
    ['has failed', () => Promise.reject(new Error('no')), []],
  ])('a statement that is sent after the transaction %s is refused', async (_, end, numbers) => {
    let lateStatement: () => Promise<unknown> = () => Promise.resolve();
    let sendLateStatement: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (sendLateStatement = resolve));
    await fixture.database
      .transaction(async () => {
        await insert(1);
        // In the async context of the transaction, after its end.
        const statement = ended.then(() => insert(2));
        lateStatement = () => statement;
        return end();
      })
      .catch(() => undefined);
    sendLateStatement();
    await expect(lateStatement()).rejects.toThrow(ENDED);
    expect(await storedNumbers()).toEqual(numbers);
  });

  it('outside a transaction, several statements can be sent at once', async () => {
    await Promise.all([insert(1), insert(2), insert(3)]);
    expect(await storedNumbers()).toEqual([1, 2, 3]);
  });
});
