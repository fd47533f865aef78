import { storeFixture } from '@test/support/store-fixture';
import { ALL_SEALED_TABLES } from './sealed-tables';

/** A flow to connect a platform is used within ten minutes and deleted after a day, so its verifier is not resealed. */
const SHORT_LIVED = ['consent_flow'];

it('every table with a sealed column is among those that `hrev doctor` and `hrev reseal` know', async () => {
  const fixture = await storeFixture();
  try {
    const rows = await fixture.database.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'sealed' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      [...ALL_SEALED_TABLES.map(({ table }) => table), ...SHORT_LIVED].sort(),
    );
  } finally {
    await fixture.close();
  }
});
