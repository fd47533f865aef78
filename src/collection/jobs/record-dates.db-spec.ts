import { Logger } from '@nestjs/common';
import type { Database } from '@libs/database';
import { dateRecords, reviewIdsOf, undatedRecords } from '@src/reviews';
import { whileRowsAreLocked } from '@test/support/held-rows';
import { insertReview } from '@test/support/review-factory';
import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { ContentRetentionSchedule } from './content-retention.schedule';
import { RecordDatesSchedule } from './record-dates.schedule';

/** Sources whose terms allow content to be kept for 30 days, for a day, not at all, and without a known period. */
const [GOOGLE, YELP, TRIPADVISOR, STEAM] = [3, 20, 19, 8];

describe('stored records without a time (docs/operations/retention.md)', () => {
  let fixture: StoreFixture;
  let database: Database;
  let dates: RecordDatesSchedule;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    fixture = await storeFixture();
    database = fixture.database;
    dates = new RecordDatesSchedule(database);
  });
  beforeEach(() => database.query('truncate account, review, review_raw, link_stat, link_month, link_total cascade'));
  afterAll(() => fixture?.close());

  type OldLink = LinkFixture & { readonly sourceId: number };
  /** A link with reviews of this age, and with their records as the version before stores them. */
  const aLinkOfBefore = async (sourceId: number, age: string, count = 1): Promise<OldLink> => {
    const link = await aLink(database, { sourceId });
    const ids: number[] = [];
    for (let n = 0; n < count; n += 1) ids.push(await insertReview(database, { ...link, externalId: `r${n}` }));
    await database.query(
      `update review set first_seen_at = now() - $2::interval, updated_at = now() where account_id = $1`,
      [link.accountId, age],
    );
    await database.query('delete from review_raw where account_id = $1', [link.accountId]);
    await database.query(
      `insert into review_raw (account_id, review_id, raw) select $1, id, '{}' from unnest($2::bigint[]) id`,
      [link.accountId, ids],
    );
    return { ...link, sourceId };
  };
  const undated = async (): Promise<number> =>
    (await database.query('select from review_raw where source_id is null')).length;
  const date = (): Promise<number> => dates.date(new AbortController().signal);
  const records = async ({ accountId }: LinkFixture): Promise<number> =>
    (await database.query('select from review_raw where account_id = $1', [accountId])).length;

  it.each<[string, number, string, { readonly dated: number; readonly kept: number }]>([
    ['30 days, first seen 31 days ago', GOOGLE, '31 days', { dated: 1, kept: 0 }],
    ['30 days, first seen 29 days ago', GOOGLE, '29 days', { dated: 1, kept: 1 }],
    ['a day, first seen a day ago', YELP, '1 day', { dated: 1, kept: 0 }],
    ['a day, first seen an hour ago', YELP, '1 hour', { dated: 1, kept: 1 }],
    ['not at all', TRIPADVISOR, '1 minute', { dated: 1, kept: 0 }],
    ['no limit', STEAM, '10 years', { dated: 0, kept: 1 }],
  ])('are dated and removed in time: %s', async (_, sourceId, age, { dated, kept }) => {
    const link = await aLinkOfBefore(sourceId, age);
    expect(await date()).toBe(dated);
    expect(await date()).toBe(0);
    await new ContentRetentionSchedule(database).purge(new AbortController().signal);
    expect(await records(link)).toBe(kept);
  });

  it('have the time at which the review was first seen, because the record cannot be older', async () => {
    const link = await aLinkOfBefore(GOOGLE, '3 days');
    await date();
    expect(
      await database.query(
        `select w.source_id as "sourceId", w.read_at = r.first_seen_at as same
         from review_raw w join review r on r.account_id = w.account_id and r.id = w.review_id`,
      ),
    ).toEqual([{ sourceId: link.sourceId, same: true }]);
  });

  it('are dated in links that are off or deleted, too', async () => {
    const [off, deleted] = [await aLinkOfBefore(GOOGLE, '1 day'), await aLinkOfBefore(GOOGLE, '1 day')];
    await database.query('update link set is_active = false where id = $1', [off.linkId]);
    await database.query('update link set deleted_at = now() where id = $1', [deleted.linkId]);
    expect(await date()).toBe(2);
  });

  it('are dated in batches, and dated ones keep their time', async () => {
    const { accountId, objectId, linkId } = await aLinkOfBefore(GOOGLE, '1 day');
    await database.query(
      `insert into review (account_id, object_id, link_id, source_id, external_id, content_hash, change_seq,
         first_seen_at, updated_at, seen_at, date_precision, is_native)
       select $1, $2, $3, ${GOOGLE}, 'n' || n, '', n, now(), now(), now(), 0, true from generate_series(1, 2500) n`,
      [accountId, objectId, linkId],
    );
    await database.query(
      `insert into review_raw select account_id, id, '{}' from review where account_id = $1 on conflict do nothing`,
      [accountId],
    );
    await database.query(
      `update review_raw set source_id = ${GOOGLE}, read_at = now() - interval '7 days' where review_id % 2 = 0`,
    );
    const before = await undated();
    expect(before).toBeGreaterThan(1_000);
    expect(await date()).toBe(before);
    expect(await undated()).toBe(0);
    expect(
      await database.query(`select count(*)::int as n from review_raw where read_at < now() - interval '6 days'`),
    ).toEqual([{ n: 2_501 - before }]);
  });

  it('that an intake is writing are skipped, and the round does not wait', async () => {
    const { accountId } = await aLinkOfBefore(GOOGLE, '1 day');
    const lock = 'select from review_raw where account_id = $1 for update';
    expect(await whileRowsAreLocked(database, lock, [accountId], date)).toBe(0);
    expect(await date()).toBe(1);
  });

  it('of one link are dated although those of another cannot be', async () => {
    const [refused, other] = [await aLinkOfBefore(GOOGLE, '1 day'), await aLinkOfBefore(GOOGLE, '1 day')];
    await database.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
       create trigger refuse before update on review_raw for each row when (old.account_id = ${refused.accountId}) execute function refuse()`,
    );
    try {
      expect(await date()).toBe(1);
    } finally {
      await database.query('drop function refuse cascade');
    }
    expect(
      await database.query('select from review_raw where account_id = $1 and source_id is null', [other.accountId]),
    ).toEqual([]);
    expect(await date()).toBe(1);
  });

  it('a round that is stopped dates nothing more', async () => {
    await aLinkOfBefore(GOOGLE, '1 day');
    const stop = new AbortController();
    stop.abort();
    expect(await dates.date(stop.signal)).toBe(0);
    expect(await undated()).toBe(1);
  });

  it.each(['with statistics', 'before the first analysis'])('are found by their keys, %s', async (state) => {
    const { accountId, objectId, linkId } = await aLinkOfBefore(GOOGLE, '1 day');
    const other = await aLink(database, { accountId, sourceId: YELP });
    // Every tenth review of the account is one of the link.
    await database.query(
      `insert into review (account_id, object_id, link_id, source_id, external_id, content_hash, change_seq,
         first_seen_at, updated_at, seen_at, date_precision, is_native)
       select $1, case when n % 10 = 0 then $2::bigint else $4 end, case when n % 10 = 0 then $3::bigint else $5 end,
         ${GOOGLE}, 'n' || n, '', n, now(), now(), now(), 0, true from generate_series(1, 20000) n`,
      [accountId, objectId, linkId, other.objectId, other.linkId],
    );
    await database.query(`insert into review_raw select account_id, id, '{}' from review on conflict do nothing`);
    await database.query(`insert into review_raw select n % 50 + 1000000, n, '{}' from generate_series(1, 100000) n`);
    if (state === 'with statistics') await database.query('analyze review, review_raw');
    const link = { id: linkId, accountId, sourceId: GOOGLE };
    let ids: readonly number[] = [];
    expect(await rowsRead(database, 'review', async () => (ids = await reviewIdsOf(database, link)))).toBeLessThan(
      2_100,
    );
    expect(ids).toHaveLength(2_001);
    const batch = ids.slice(0, 1_000);
    expect(await rowsRead(database, 'review_raw', () => undatedRecords(database, accountId, batch))).toBe(1_000);
    for (const [table, rows] of [
      ['review', 1_000],
      ['review_raw', 2_000],
    ] as const)
      expect(await rowsRead(database, table, () => dateRecords(database, link, batch))).toBeLessThanOrEqual(rows);
  });
});
