import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';
import { DatabaseInUseError, scrubDatabase } from './scrub';

describe('scrubDatabase', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test?.drop());

  it.each(['hrev-all', 'hrev-api', 'hrev-worker'])('refuses a database that %s uses', async (name) => {
    const session = new pg.Client({ connectionString: test.url, application_name: name });
    await session.connect();
    try {
      const steps: string[] = [];
      await expect(scrubDatabase(test.url, (step) => steps.push(step))).rejects.toThrow(DatabaseInUseError);
      expect(steps).toEqual([]);
    } finally {
      await session.end();
    }
  });
});
