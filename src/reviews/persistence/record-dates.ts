/**
 * Dates stored records of sources whose terms limit how long they may be kept. Intake dates what it stores; undated are those that were
 * stored before the source had a limit, or by a process of a version that dates none, such as during a rolling upgrade.
 */
import type { Database } from '@libs/database';
import { reviewOfId } from './review-rows.sql';

export interface LinkOfSource {
  readonly id: number;
  readonly accountId: number;
  readonly sourceId: number;
}

/** The ids of the reviews of a link, read from an index. */
export async function reviewIdsOf(database: Database, { accountId, id }: LinkOfSource): Promise<readonly number[]> {
  const rows = await database.queryInIndexOrder<{ id: number }>(
    `select id from review where account_id = $1 and link_id = $2 order by review_date desc nulls last, id desc`,
    [accountId, id],
  );
  return rows.map((row) => row.id);
}

/** Those of these reviews whose records are undated. Reads one row of the table per record. */
export async function undatedRecords(
  database: Database,
  accountId: number,
  reviewIds: readonly number[],
): Promise<readonly number[]> {
  const rows = await database.query<{ id: number }>(
    `select x.id from unnest($2::bigint[]) x (id) cross join lateral (
       select from review_raw w where w.account_id = $1 and w.review_id = x.id and w.source_id is null offset 0) w`,
    [accountId, reviewIds],
  );
  return rows.map((row) => row.id);
}

/**
 * Dates the undated records of these reviews by the time at which the review was first seen: the record may be younger, because its
 * review has changed since, but never older. Skips records that an intake is writing. Returns the number of dated records.
 */
export async function dateRecords(
  database: Database,
  { accountId, sourceId }: LinkOfSource,
  reviewIds: readonly number[],
): Promise<number> {
  const rows = await database.queryInIndexOrder(
    `update review_raw w set source_id = $2,
       read_at = (select r.first_seen_at from (${reviewOfId('$1::bigint', 'w.review_id')}) r)
     where ctid = any(array(
       select undated.ctid from unnest($3::bigint[]) x (id) cross join lateral (
         select ctid from review_raw where account_id = $1 and review_id = x.id and source_id is null
         for update skip locked) undated))
     returning review_id`,
    [accountId, sourceId, reviewIds],
  );
  return rows.length;
}
