import { serverVersion } from '@libs/database';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { faultsOf } from './domain/known-faults';

describe('the PostgreSQL of the tests', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is a version without known faults', async () => {
    const { text } = await serverVersion(database.url);
    expect([text, faultsOf('PostgreSQL', text)]).toEqual([expect.stringMatching(/^\d+\.\d+/), []]);
  });
});
