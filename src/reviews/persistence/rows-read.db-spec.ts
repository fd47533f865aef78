import type { Database } from '@libs/database';
import { planned, rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { AnswerableReviewQuery } from './answerable-review.query';
import { FeedCountQuery } from '../feed/persistence/feed-count.query';
import { ReviewIntakeStore } from '../intake/persistence/review-intake.store';
import { SingleReviewQuery } from '../feed/persistence/single-review.query';
import { SyncLogQuery } from '../sync/persistence/sync-log.query';

const REVIEWS = 20_000;
/** The number of reviews of a link inside the trial's cut. */
const TRIAL_CUT = 20;
const SHAPE = { version: 'v3', showsCuration: true, includeRaw: false, separatePosNeg: false } as const;

/** One large link and hundreds of small ones, so the statistics estimate few reviews per link. */
describe('the cost of a look-up does not depend on the size of the link', () => {
  let fixture: StoreFixture;
  let database: Database;
  let large: LinkFixture;
  let small: LinkFixture;
  let reviewId: number;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    large = await aLink(database);
    small = await aLink(database);
    await database.query(
      `with objects as (
         insert into tracked_object (account_id, name) select $1, 'o' from generate_series(1, 400) returning id, account_id
       )
       insert into link (account_id, object_id, source_id, url) select account_id, id, $2, 'u' from objects`,
      [large.accountId, large.sourceId],
    );
    for (let index = 0; index < 20; index += 1) await aLink(database);
    await database.query(
      `insert into review (account_id, object_id, link_id, change_seq, review_date, first_seen_at, updated_at, seen_at,
         source_id, rating, date_precision, is_native, content_hash, external_id, text)
       select account_id, object_id, id, n, timestamp '2026-01-01' - n * interval '1 hour', now(), now(), now(),
         source_id, 400, 0, true, decode(md5(n::text), 'hex'), 'e' || n, 'text'
       from link, generate_series(1, $2::int) n where id = $1 or n <= 60`,
      [large.linkId, REVIEWS],
    );
    const [row] = await database.query<{ id: number }>(
      'select id from review where link_id = $1 order by review_date desc limit 1',
      [large.linkId],
    );
    reviewId = row?.id ?? 0;
  });
  afterAll(() => fixture.close());

  const hashesOfPage = new Map(Array.from({ length: 20 }, (_, n) => [`e${n * 100 + 1}`, '0'.repeat(32)]));

  describe.each(['never analyzed', 'just analyzed'])('with tables that were %s', (state) => {
    beforeAll(async () => {
      if (state === 'just analyzed') await database.query('analyze');
    });

    it('intake reads only the stored reviews of a page', async () => {
      const intake = new ReviewIntakeStore(database);
      const rowCount = await rowsRead(database, 'review', async () => {
        await planned(() => intake.known({ ...small }, hashesOfPage));
        await planned(async () => expect((await intake.known({ ...large }, hashesOfPage)).size).toBe(20));
      });
      // A look-up of a missing id reads the next index entry.
      expect(rowCount).toBeLessThan(7 * 2 * 20 + 10);
    });

    it('a look-up of one review reads only it and, on trial, the rows inside the cut', async () => {
      const [single, answerable] = [new SingleReviewQuery(database), new AnswerableReviewQuery(database)];
      const rowCount = await rowsRead(database, 'review', async () => {
        expect(await single.visible(large.accountId, reviewId, null, SHAPE)).not.toBeNull();
        expect(await answerable.find(large.accountId, reviewId, null)).not.toBeNull();
        expect(await answerable.withRaw(large.accountId, reviewId)).not.toBeNull();
        expect(await single.visible(large.accountId, reviewId, TRIAL_CUT, SHAPE)).not.toBeNull();
        expect(await answerable.find(large.accountId, reviewId, TRIAL_CUT)).not.toBeNull();
      });
      expect(rowCount).toBeLessThan(5 + 2 * TRIAL_CUT + 10);
    });
  });

  it('a count on trial reads only the reviews inside the cut', async () => {
    const coverage = {
      accountId: large.accountId,
      mode: 'object',
      objectIds: [large.objectId],
      links: [{ id: large.linkId, objectId: large.objectId, sourceId: large.sourceId }],
      includesEveryLink: true,
    } as const;
    const scope = {
      coverage,
      filter: {
        flags: { mask: 48, value: 0 },
        rating: null,
        published: null,
        updatedAfter: null,
        search: null,
        provenance: null,
        languages: null,
      },
      visiblePerLink: TRIAL_CUT,
    };
    const counts = new FeedCountQuery(database);
    const rowCount = await rowsRead(database, 'review', async () => {
      expect((await counts.count(scope, 'date')).total).toBe(TRIAL_CUT);
    });
    // The rows are read twice: to find the border of the cut, and to count the visible reviews.
    expect(rowCount).toBeLessThan(2 * TRIAL_CUT + 10);
  });

  it('readers and the purge find the events of an object by an index (contract §4.4.1)', async () => {
    await database.query(
      `insert into sync_scope_change (account_id, change_seq, object_id, folder_ids, changed_at, has_lost_reviews)
       select $1, 100000 + n, $2 + n % 10000, '{}', now(), false from generate_series(1, 20000) n`,
      [large.accountId, large.objectId],
    );
    await database.query('analyze sync_scope_change');
    const log = new SyncLogQuery(database);
    const range = { from: 1, until: 2_000_000, limit: 20 };
    const rowCount = await rowsRead(database, 'sync_scope_change', async () => {
      const events = await log.scopeChanges(large.accountId, { kind: 'object', objectId: large.objectId }, range);
      expect(events).toHaveLength(2);
    });
    expect(rowCount).toBeLessThan(5);
    const purgeRowCount = await rowsRead(database, 'sync_scope_change', () =>
      database.execute('delete from review where account_id = $1 and link_id = $2', [large.accountId, large.linkId]),
    );
    // The purge also reads the hundred oldest events of the account, because it checks their age.
    expect(purgeRowCount).toBeLessThan(10 + 2 * 100);
  });
});
