import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { purgeResponses } from './idempotency.store';

describe('purgeResponses (contract §4.1)', () => {
  let fixture: StoreFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture.close());

  it('deletes responses older than 24 hours, and does not read the younger ones', async () => {
    const { database } = fixture;
    const { accountId } = await aLink(database);
    await database.query(
      `insert into idempotent_response (account_id, key, fingerprint, status, body, created_at)
       select $1, n, '', 200, '', now() - case when n <= 3 then interval '25 hours' else interval '23 hours' end
       from generate_series(1, 3000) n`,
      [accountId],
    );
    for (const state of ['never analyzed', 'freshly analyzed']) {
      if (state === 'freshly analyzed') await database.query('analyze');
      const readRows = await rowsRead(database, 'idempotent_response', async () => {
        expect(await purgeResponses(database)).toBe(3);
      });
      expect(readRows).toBeLessThan(10);
    }
    expect(await purgeResponses(database)).toBe(3);
    expect(await purgeResponses(database)).toBe(0);
  });
});
