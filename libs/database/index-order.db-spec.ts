import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import type { Database, PreparedStatement } from './database';
import { withIndexOrder } from './index-order';

/** Returns whether PostgreSQL may sort in the statement. */
const sorts = (name: string, inIndexOrder: boolean, value: unknown = 1): PreparedStatement => ({
  name: `${name}-${inIndexOrder ? 'in-order' : 'free'}`,
  text: `select current_setting('enable_sort') as sorts, 1 / $1::int as one`,
  values: [value],
  inIndexOrder,
});
const ORDERED = sorts('ordered', true);
const FREE = sorts('free', false);

describe('statements in index order', () => {
  let fixture: StoreFixture;
  let database: Database;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
  });
  afterAll(() => fixture.close());

  const settingOf = ([row]: readonly object[]): unknown => (row as { sorts?: unknown }).sorts;
  /** Of every connection of the pool. */
  const settingsAfterwards = async (): Promise<ReadonlySet<unknown>> => {
    const rows = await Promise.all(Array.from({ length: 16 }, () => database.prepared(FREE)));
    return new Set(rows.map(settingOf));
  };

  it('are planned without sorts, and later statements of the connection with sorts', async () => {
    for (let n = 0; n < 10; n += 1) expect(settingOf(await database.prepared(ORDERED))).toBe('off');
    const unnamed = await database.queryInIndexOrder(ORDERED.text, ORDERED.values);
    expect(settingOf(unnamed)).toBe('off');
    expect(await settingsAfterwards()).toEqual(new Set(['on']));
  });

  it('are planned without sorts in a transaction, as its first statement and as a later one', async () => {
    const settings = await database.transaction(async () => [
      settingOf(await database.prepared(ORDERED)),
      settingOf(await database.prepared(FREE)),
      settingOf(await database.queryInIndexOrder(ORDERED.text, ORDERED.values)),
      settingOf(await database.query(FREE.text, FREE.values)),
    ]);
    expect(settings).toEqual(['off', 'on', 'off', 'on']);
    expect(await settingsAfterwards()).toEqual(new Set(['on']));
  });

  it('are sent with others in one round trip, and the rows are those of the sent statements', async () => {
    const rows = await database.transaction(() => database.commitWith([FREE, ORDERED, ORDERED, FREE, ORDERED]));
    expect(rows.map(settingOf)).toEqual(['on', 'off', 'off', 'on', 'off']);
    expect(await settingsAfterwards()).toEqual(new Set(['on']));
  });

  it('turn sorts off once for consecutive statements', () => {
    const { sent, at } = withIndexOrder([FREE, ORDERED, ORDERED, FREE]);
    expect(sent.map((part) => ('name' in part ? part.name : ''))).toEqual([
      ...['free-free', 'sorts-off', 'ordered-in-order', 'ordered-in-order', 'sorts-on', 'free-free'],
    ]);
    expect(at).toEqual([0, 2, 3, 5]);
  });

  it('leave sorts on after an error', async () => {
    const failing = sorts('ordered', true, 0);
    await expect(database.prepared(failing)).rejects.toThrow(/division by zero/);
    await expect(database.transaction(() => database.prepared(failing))).rejects.toThrow(/division by zero/);
    expect(settingOf(await database.prepared(ORDERED))).toBe('off');
    expect(await settingsAfterwards()).toEqual(new Set(['on']));
  });
});
