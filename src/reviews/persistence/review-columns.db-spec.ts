import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { REVIEW_COLUMNS } from './review-columns';

describe('the registry of review columns', () => {
  let fixture: StoreFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture.close());

  it('lists every column of the table with its type, once', async () => {
    const columns = await fixture.database.query<{ name: string; type: string }>(
      `select attname as name, format_type(atttypid, null) as type from pg_attribute
       where attrelid = 'review'::regclass and attnum > 0 and not attisdropped order by 1`,
    );
    const types = await fixture.database.query<{ name: string; type: string }>(
      `select x.name, format_type(x.type::regtype, null) as type from unnest($1::text[], $2::text[]) x (name, type) order by 1`,
      [REVIEW_COLUMNS.map(({ name }) => name), REVIEW_COLUMNS.map(({ type }) => type)],
    );
    expect(types).toEqual(columns);
  });
});
