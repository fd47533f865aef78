import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { createDataSource, openDataSource } from './data-source';

describe('opening a data source', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const open = (url: string) =>
    openDataSource({ url, poolSize: 1, statementTimeoutMs: 5_000, applicationName: 'hrev-test' });

  it('attempts again if the process was too busy to read the response in time', async () => {
    const opening = open(database.url);
    await nextTurn();
    for (const began = performance.now(); performance.now() - began < 2_500;);
    const dataSource = await opening;
    expect(await dataSource.query('select 1 as one')).toEqual([{ one: 1 }]);
    await dataSource.destroy();
  });

  it('F13: notices within 30 s that the network has lost a connection, also if it was idle before', () => {
    const settings = { url: database.url, poolSize: 1, statementTimeoutMs: 20_000, applicationName: 'hrev-test' };
    const { extra } = createDataSource(settings).options as {
      readonly extra: { readonly idleTimeoutMillis: number; readonly query_timeout: number };
    };
    expect(extra.idleTimeoutMillis + extra.query_timeout).toBeLessThan(30_000);
  });

  it('throws at once if no server listens', async () => {
    await expect(open('postgres://hrev@127.0.0.1:1/none')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
