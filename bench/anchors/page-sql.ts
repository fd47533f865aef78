/**
 * The statements of the anchors: SQL that an expert writes for these requests on the product's tables, without the product's
 * code.
 */

/** A review's columns with the names of the wire format. */
export const REVIEW_COLUMNS = `r.id, r.object_id, r.link_id, r.source_id, (select s.slug from source s where s.id = r.source_id) as source_slug,
  r.external_id as external_review_id, r.author, r.text, r.review_date, r.rating_original, r.rating / 100::float8 as rating,
  r.review_url, r.reply_text, r.reply_date, r.images is not null as has_images, coalesce(r.images, '[]') as images,
  r.videos is not null as has_videos, coalesce(r.videos, '[]') as videos, r.deleted_at is not null as is_deleted,
  r.deleted_at::timestamp(0) as deleted_at, r.seen_at::timestamp(0) as last_seen_at, r.updated_at::timestamp(0) as updated_at,
  r.hidden_at is not null as is_hidden, r.pin_position is not null as is_pinned, r.pin_position,
  null::text as positive, null::text as negative`;

/** Reviews of one object's feed: `$1` the account, `$2` the object. */
export const FEED_ROWS = `from review r where r.account_id = $1 and r.object_id = $2 and r.flags & 112 = 0`;

const NEWEST_FIRST = 'order by r.review_date desc nulls last, r.id desc';

/** `$3` is the limit, `$4` the offset. */
export const FEED_WINDOW = `${NEWEST_FIRST} limit $3 offset $4`;

/** The search in one object: `$3` is a pattern of `ilike`. Returns the page as JSON, its ids, and a live count. */
export const SEARCH_PAGE = `select
  (select string_agg(row_to_json(f)::text, ',') from (select ${REVIEW_COLUMNS} ${FEED_ROWS} and r.text ilike $3 ${NEWEST_FIRST} limit 100) f) as items,
  (select count(*)::int ${FEED_ROWS} and r.text ilike $3) as total`;

/** The ids of the newest hundred reviews of several objects, and their total. Pins are ignored. */
export const FOLDER_PAGE = `select
  array(select r.id from review r where r.account_id = $1 and r.object_id = any($2::bigint[]) and r.flags & 48 = 0
    ${NEWEST_FIRST} limit 100) as ids,
  (select count(*)::int from review r where r.account_id = $1 and r.object_id = any($2::bigint[]) and r.flags & 48 = 0) as total`;

/**
 * The visible reviews of one link for a trial account: the latest `$4` that are not deleted. Returns their ids, newest first, and
 * their number.
 */
export const TRIAL_PAGE = `select array_agg(v.id order by v.review_date desc nulls last, v.id desc) as ids, count(*)::int as total
  from (select r.id, r.review_date, r.hidden_at, r.pin_position from review r
    where r.account_id = $1 and r.object_id = $2 and r.link_id = $3 and r.deleted_at is null ${NEWEST_FIRST} limit $4) v
  where v.hidden_at is null and v.pin_position is null`;

/** The analytics of one object by source, computed from its reviews: the figures of a summary. */
export const SUMMARY = `select r.source_id as "sourceId", count(*)::int as n, round(avg(r.rating) / 100, 2)::float8 as average,
    count(*) filter (where r.text is not null)::int as "withText", count(*) filter (where r.images is not null)::int as "withImages",
    count(*) filter (where r.reply_text is not null)::int as "withReply",
    count(*) filter (where r.rating < 200)::int as ones, count(*) filter (where r.rating >= 200 and r.rating < 300)::int as twos,
    count(*) filter (where r.rating >= 300 and r.rating < 400)::int as threes,
    count(*) filter (where r.rating >= 400 and r.rating < 500)::int as fours, count(*) filter (where r.rating = 500)::int as fives,
    max(r.review_date)::date::text as reviewed, max(r.reply_date)::date::text as replied
  from review r where r.account_id = $1 and r.object_id = $2 and r.deleted_at is null and r.rating is not null
    and (r.review_date is null or (r.review_date >= '2000-01-01' and r.review_date < (now() at time zone 'UTC')::date + 1))
  group by r.source_id order by r.source_id`;

/** One object's reviews as items of the change stream, one per line. COPY takes no parameters. */
export function exportCopy(accountId: number, objectId: number): string {
  return `copy (
    select '{"op":"upsert","review_id":' || r.id || ',"changed_at":' || to_json(r.updated_at::timestamp(0))::text
      || ',"reason":null,"review":' || row_to_json(f)::text || '}'
    from review r cross join lateral (select ${REVIEW_COLUMNS}) f where r.account_id = ${accountId} and r.object_id = ${objectId}
  ) to stdout`;
}
