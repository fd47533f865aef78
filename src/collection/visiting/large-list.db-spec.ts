import { createDataSource, Database } from '@libs/database';
import { ChangeCounterStore } from '@src/reviews/persistence/change-counter.store';
import { ReviewIntakeStore } from '@src/reviews/intake/persistence/review-intake.store';
import { UnseenReviewStore } from '@src/reviews/intake/persistence/unseen-review.store';
import { aLink, storeFixture, type StoreFixture } from '@test/support/store-fixture';

const REVIEWS = 24_000;

describe('marking and deleting the missing reviews of a large list (contract §10: at most five seconds per statement)', () => {
  let fixture: StoreFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
  });
  afterAll(() => fixture?.close());

  it('rewrites at most 10,000 rows per statement, and gives each change a distinct number', async () => {
    const link = await aLink(fixture.database);
    await fixture.database.query(
      `insert into review (account_id, object_id, link_id, source_id, change_seq, review_date, first_seen_at, updated_at,
         seen_at, rating, date_precision, is_native, content_hash, external_id)
       select $1, $2, $3, $4, n, timestamp '2010-01-01' + n * interval '1 hour', now(), now(), now(), 500, 0, true, '\\x00', n::text
       from generate_series(1, $5::int) n`,
      [link.accountId, link.objectId, link.linkId, link.sourceId, REVIEWS],
    );
    const ids = (await fixture.database.query<{ id: number }>('select id from review order by id')).map(
      (row) => row.id,
    );
    const store = new ReviewIntakeStore(fixture.database);
    const largest = await maxRowsPerStatement(fixture, async (database) => {
      const countedStore = new UnseenReviewStore(database);
      await database.transaction(async () => {
        const change = await new ChangeCounterStore(database).next(link.accountId, 0);
        await countedStore.noteMissed(link.linkId, ids, new Date(), change);
      });
      await database.transaction(async () => {
        const change = await new ChangeCounterStore(database).next(link.accountId, ids.length);
        await countedStore.markDeleted(ids, change);
      });
    });
    expect(largest).toBeLessThanOrEqual(10_000);
    const [row] = await fixture.database.query<{ missed: number; deleted: number; numbers: number; last: number }>(
      `select count(missed_at) as missed, count(deleted_at) as deleted, count(distinct change_seq) as numbers, max(change_seq) as last from review`,
    );
    expect(row).toEqual({ missed: REVIEWS, deleted: REVIEWS, numbers: REVIEWS, last: REVIEWS });
    expect(await store.liveCount(link)).toBe(0);
  });
});

/** The largest number of reviews that one statement updated while `work` ran. */
async function maxRowsPerStatement(
  fixture: StoreFixture,
  work: (database: Database) => Promise<void>,
): Promise<number> {
  const dataSource = createDataSource({
    url: fixture.url,
    poolSize: 2,
    statementTimeoutMs: 60_000,
    applicationName: 'spec',
  });
  await dataSource.initialize();
  await fixture.database.query(
    `create table touched (n bigint);
     create function note_touched() returns trigger language plpgsql as $$
       begin insert into touched select count(*) from added; return null; end $$;
     create trigger note_touched after update on review referencing new table as added for each statement execute function note_touched()`,
  );
  const database = new Database(dataSource);
  try {
    await work(database);
    return (await fixture.database.query<{ n: number }>('select max(n) as n from touched'))[0]?.n ?? 0;
  } finally {
    await database.close();
  }
}
