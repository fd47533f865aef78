import type { Database } from '@libs/database';

/** A link whose reviews are purged. */
export interface PurgedLink {
  readonly accountId: number;
  readonly objectId: number;
  readonly linkId: number;
}

/**
 * Deletes up to `limit` reviews of a link with their raw records. If none is left, it also deletes the counters of the link.
 * Returns the number of deleted reviews: fewer than `limit` if none is left. The caller has locked the row of the link, so no
 * writer adds reviews.
 */
export async function purgeReviews(database: Database, link: PurgedLink, limit: number): Promise<number> {
  const { accountId, objectId, linkId } = link;
  const [purged] = await database.query<{ n: number }>(
    `with gone as (
       delete from review where account_id = $1 and id in (
         select id from review where account_id = $1 and link_id = $2 limit $3)
       returning id, external_id
     ), road as (
       delete from review_road x using gone where x.account_id = $1 and x.link_id = $2 and x.review_external_id = gone.external_id
     ), raw as (
       delete from review_raw w using gone where w.account_id = $1 and w.review_id = gone.id
     )
     select count(*) as n from gone`,
    [accountId, linkId, limit],
  );
  const reviews = purged?.n ?? 0;
  if (reviews === limit) return reviews;
  const linkCondition = 'account_id = $1 and object_id = $2 and link_id = $3';
  for (const counters of ['link_stat', 'link_month', 'link_total'])
    await database.execute(`delete from ${counters} where ${linkCondition}`, [accountId, objectId, linkId]);
  return reviews;
}

/**
 * Deletes up to `limit` records of a source that were read `hours` ago or earlier, and keeps their reviews. The oldest go first, so no
 * account waits behind younger records of another one. Skips records that an intake is writing. Returns the number of deleted records.
 */
export async function purgeRecords(
  database: Database,
  sourceId: number,
  hours: number,
  limit: number,
): Promise<number> {
  return database.execute(
    `delete from review_raw where ctid = any(array(
       select ctid from review_raw where source_id = $1 and read_at <= statement_timestamp() - make_interval(hours => $2)
       order by read_at limit $3 for update skip locked))`,
    [sourceId, hours, limit],
  );
}
