import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const NOT_AWAITED = 'a statement of this transaction was not awaited';
const ENDED = 'the transaction has ended: it was committed or rolled back';

let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await storeFixture();
  await fixture.database.query('create table kept (n int primary key)');
});
afterAll(() => fixture.close());

describe('the statements of a transaction must be awaited one after the other', () => {
  beforeEach(() => fixture.database.query('truncate kept'));

  const keep = (n: number): Promise<unknown> => fixture.database.query('insert into kept values ($1)', [n]);
  const keepTogether = (n: number): Promise<unknown> =>
    fixture.database.together([{ text: 'insert into kept values ($1)', values: [n] }]);
  const kept = async (): Promise<readonly number[]> =>
    (await fixture.database.query<{ n: number }>('select n from kept order by n')).map(({ n }) => n);
  /** A statement whose failure its caller ignores. */
  const ignored = (statement: Promise<unknown>): void => void statement.catch(() => undefined);

  it.each<[string, () => Promise<unknown>]>([
    ['sends two statements at once', () => Promise.all([keep(1), keep(2)])],
    ['calls together twice at once', () => Promise.all([keepTogether(1), keepTogether(2)])],
    ['does not await a statement before the next', async () => (ignored(keep(1)), keep(2))],
    ['does not await a statement before the end', async () => ignored(keep(1))],
    ['does not await a statement that fails', async () => (await keep(1), ignored(keep(1)))],
  ])('a transaction that %s is rolled back', async (_, work) => {
    await expect(fixture.database.transaction(work)).rejects.toThrow(NOT_AWAITED);
    expect(await kept()).toEqual([]);
  });

  it.each<[string, () => Promise<unknown>, readonly number[]]>([
    ['has committed', () => Promise.resolve(), [1]],
    ['has failed', () => Promise.reject(new Error('no')), []],
  ])('a statement that is sent after the transaction %s is refused', async (_, end, left) => {
    let late: () => Promise<unknown> = () => Promise.resolve();
    let begin: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (begin = resolve));
    await fixture.database
      .transaction(async () => {
        await keep(1);
        // In the async context of the transaction, after its end.
        const statement = ended.then(() => keep(2));
        late = () => statement;
        return end();
      })
      .catch(() => undefined);
    begin();
    await expect(late()).rejects.toThrow(ENDED);
    expect(await kept()).toEqual(left);
  });

  it('outside a transaction, several statements can be sent at once', async () => {
    await Promise.all([keep(1), keep(2), keep(3)]);
    expect(await kept()).toEqual([1, 2, 3]);
  });
});
