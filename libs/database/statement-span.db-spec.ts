import { spanned } from '@libs/traces';
import { recordedSpans, recordSpans, type RecordedSpan } from '@test/support/recorded-spans';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import type { Database } from './database';

const SECRET = 'the text of a review';

describe('the spans of statements', () => {
  recordSpans();
  let fixture: StoreFixture;
  let database: Database;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    await database.query('create table noted (id int primary key, note text)');
  });
  beforeEach(() => database.query('truncate noted'));
  afterAll(() => fixture.close());

  /** The spans of the statements that the work sends, in order. */
  const statements = async (work: () => Promise<unknown>): Promise<readonly RecordedSpan[]> => {
    await spanned({ name: 'stage' }, async () => void (await work().catch(() => undefined)));
    const stage = recordedSpans().find(({ name }) => name === 'stage');
    const spans = recordedSpans().filter(({ name }) => name !== 'stage');
    expect(spans.map(({ parentId, kind }) => [parentId, kind])).toEqual(spans.map(() => [stage?.spanId, 'client']));
    return spans;
  };
  const insert = (id: number) => ({
    name: 'note',
    text: 'insert into noted (id, note) values ($1, $2)',
    values: [id, SECRET],
  });

  it('name a single statement, without its text and its values', async () => {
    const spans = await statements(async () => {
      await database.query('select * from noted where note = $1', [SECRET]);
      await database.prepared(insert(1));
    });
    expect(spans.map(({ name, attributes }) => [name, attributes])).toEqual([
      ['SELECT noted', { 'db.system.name': 'postgresql', 'db.query.summary': 'SELECT noted' }],
      ['note', { 'db.system.name': 'postgresql', 'db.query.summary': 'note' }],
    ]);
    expect(JSON.stringify(recordedSpans())).not.toContain(SECRET);
  });

  it('are one for each round trip of a transaction', async () => {
    const spans = await statements(() =>
      database.transaction(async () => {
        await database.together([insert(1), insert(2), { text: 'select count(*) from noted' }]);
        await database.together([]);
        await database.execute('update noted set note = $1', [SECRET]);
      }),
    );
    expect(spans.map(({ name }) => name)).toEqual(['note; note; SELECT noted', 'UPDATE noted', 'COMMIT']);
    expect(spans[0]?.attributes).toMatchObject({ 'db.operation.batch.size': 3 });
    expect(spans[1]?.attributes).not.toHaveProperty('db.operation.batch.size');
  });

  it('have a commit that is sent with the last statements in one span', async () => {
    const spans = await statements(() => database.transaction(() => database.commitWith([insert(1)])));
    expect(spans.map(({ name }) => name)).toEqual(['note; COMMIT']);
  });

  it('have the code of an error, and not its message', async () => {
    await database.prepared(insert(1));
    const spans = await statements(() => database.prepared(insert(1)));
    expect(spans).toMatchObject([
      { error: '23505', attributes: { 'error.type': '23505', 'db.response.status_code': '23505' } },
    ]);
    expect(JSON.stringify(recordedSpans())).not.toMatch(/Key \(id\)|duplicate/);
  });

  it('show a wait for a connection', async () => {
    const slots = database.dataSource.options.extra as { readonly max: number };
    const sleep = (): Promise<unknown> => database.query('select pg_sleep(0.1)');
    await spanned({ name: 'stage' }, () => Promise.all(Array.from({ length: slots.max + 1 }, sleep)));
    const waits = recordedSpans().filter(({ name }) => name === 'wait for a connection');
    expect(waits).toHaveLength(1);
    expect(recordedSpans().find(({ spanId }) => spanId === waits[0]?.parentId)?.name).toBe('SELECT');
  });

  it('do not exist outside of a stage', async () => {
    await database.query('select * from noted');
    await database.transaction(() => database.prepared(insert(1)));
    expect(recordedSpans()).toEqual([]);
  });
});
