import { insertReviews } from '@test/support/review-factory';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { itemsOfIds, type ReviewShape } from './review-json.sql';

const SHAPE: ReviewShape = { version: 'v3', showsCuration: true, includeRaw: true, separatePosNeg: false };

/** The account was just collected for the first time, and no `analyze` has read its rows. */
describe('review items of an account that the statistics do not contain', () => {
  const SIZE = 1_500;
  let fixture: StoreFixture;
  let link: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    const { database } = fixture;
    await database.query('alter table review set (autovacuum_enabled = false)');
    const analyzed = await aLink(database);
    await insertReviews(
      database,
      Array.from({ length: 100 }, () => analyzed),
    );
    await database.query('analyze review');
    link = await aLink(database);
    await insertReviews(
      database,
      Array.from({ length: SIZE }, (_, n) => ({ ...link, text: `Review ${n}` })),
    );
  });
  afterAll(() => fixture.close());

  const itemsStatement = (): string =>
    itemsOfIds(
      `select r.id from review r where r.account_id = $1 and r.object_id = $2 order by r.id desc limit 1000`,
      '$1::bigint',
      SHAPE,
    );

  it('are read one by one by primary key', async () => {
    const rows = await fixture.database.queryInIndexOrder<{ 'QUERY PLAN': string }>(`explain ${itemsStatement()}`, [
      link.accountId,
      link.objectId,
    ]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(
      /Limit .*\n +-> {2}Index Scan using review_pkey on review .*\n +Index Cond: .* AND \(id >= i\.id\)\)/,
    );
  });

  it('are in a table that is analyzed after a fixed number of changes, regardless of its size', async () => {
    const [row] = await fixture.database.query<{ options: readonly string[] }>(
      `select reloptions as options from pg_class where oid = 'review'::regclass`,
    );
    expect(row?.options).toEqual(
      expect.arrayContaining(['autovacuum_analyze_scale_factor=0', 'autovacuum_analyze_threshold=5000']),
    );
  });

  it('are returned in the order of the ids', async () => {
    const rows = await fixture.database.query<{ item: string }>(itemsStatement(), [link.accountId, link.objectId]);
    const ids = rows.map((row) => (JSON.parse(row.item) as { id: number }).id);
    expect(ids).toHaveLength(1_000);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });
});
