import type { Database } from '@libs/database';
import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import type { CountedScope } from '../domain/counted';
import { REPLY_SAMPLE, ReplyDelayQuery } from './reply-delay.query';

const ALL_TIME = { from: '2000-01-01', to: '2026-11-24', undated: true };
const LARGE = 14_000;
const SMALL = 2_000;

/** The newest 600 reviews of the large object were answered after ten hours, all others after one hour. */
describe('the median of more replies than the sample (contract §4.7)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let delays: ReplyDelayQuery;
  let large: LinkFixture;
  let small: LinkFixture;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    delays = new ReplyDelayQuery(database);
    large = await aLink(database);
    small = await aLink(database, { accountId: large.accountId });
    await database.query(
      `insert into review (account_id, object_id, link_id, change_seq, review_date, reply_date, reply_text, first_seen_at,
         updated_at, seen_at, source_id, rating, date_precision, is_native, content_hash, external_id)
       select account_id, object_id, id, n, written, written + case when object_id = $1 and n <= 600 then interval '10 hours'
         else interval '1 hour' end, 'Thanks', now(), now(), now(), source_id, 400, 0, true, '\\x00', 'e' || n
       from link, generate_series(1, case when object_id = $1 then $2::int else $3::int end) n,
         lateral (select timestamp '2026-11-01' - n * interval '1 hour' as written) w`,
      [large.objectId, LARGE, SMALL],
    );
    await database.query('vacuum analyze review');
  });
  afterAll(() => fixture?.close());

  const scope = (...links: readonly LinkFixture[]): CountedScope => ({
    coverage: {
      accountId: large.accountId,
      mode: 'objects',
      objectIds: links.map((link) => link.objectId),
      links: links.map((link) => ({ id: link.linkId, objectId: link.objectId, sourceId: link.sourceId })),
      includesEveryLink: true,
    },
    visiblePerLink: null,
    rating: { lowest: 100, highest: 500, unrated: false },
  });

  it('is that of the newest replies of each object, in proportion to its reviews', async () => {
    // 875 replies of the large object and 125 of the small one.
    expect(await delays.medianSeconds(scope(large, small), ALL_TIME, LARGE + SMALL)).toBe(36_000);
    expect(await delays.medianSeconds(scope(large), ALL_TIME, LARGE)).toBe(36_000);
    expect(await delays.medianSeconds(scope(small), ALL_TIME, SMALL)).toBe(3_600);
  });

  it('reads no more rows than the sample, and none before the range', async () => {
    const rows = (covered: CountedScope, range = ALL_TIME): Promise<number> =>
      rowsRead(database, 'review', () => delays.medianSeconds(covered, range, LARGE + SMALL));
    expect(await rows(scope(large, small))).toBeLessThanOrEqual(REPLY_SAMPLE + 2);
    expect(await rows(scope(large))).toBeLessThanOrEqual(REPLY_SAMPLE);
    const lastDays = { from: '2026-10-28', to: '2026-11-24', undated: false };
    expect(await rows(scope(large, small), lastDays)).toBeLessThan(2 * 7 * 24);
  });

  it('is null without replies, and for an empty range', async () => {
    expect(await delays.medianSeconds(scope(large), ALL_TIME, 0)).toBeNull();
    expect(await delays.medianSeconds(scope(large), { ...ALL_TIME, from: '2027-01-01' }, 5)).toBeNull();
  });
});
