/**
 * The wire form of a review, built by PostgreSQL (contract §2.3, §1.2, §4.13). One list of columns
 * for every reading, so a new column of the table never leaks and the order of fields is the contract's.
 *
 * Times are cut to the second and never rounded, and leave as `timestamp`, which `row_to_json` writes without a zone.
 * `last_seen_at` of a review that a pass found unchanged stands in its link's staircase and not in its row.
 */
import { REVIEW_FLAGS } from '../domain/review-flags';

export interface ReviewShape {
  readonly version: 'v2' | 'v3';
  /** Whether `is_hidden`, `is_pinned`, `pin_position` are there: not in folder mode. */
  readonly showsCuration: boolean;
  readonly includeRaw: boolean;
  readonly separatePosNeg: boolean;
}

/** How a reader wants reviews; whether marks of the object are shown follows from what is addressed. */
export type ReviewFormat = Omit<ReviewShape, 'showsCuration'>;

const cut = (column: string): string => `date_trunc('second', ${column} at time zone 'UTC')`;

/** When the platform showed the review `r` last, to the microsecond. A deleted review was missed before, and still is. */
export const LAST_SEEN = `case
    when r.missed_at is null then greatest(r.seen_at, (
      select c.seen_ats[width_bucket(coalesce(r.review_date, '-infinity'), c.seen_floors)]
      from link_collection c where c.link_id = r.link_id))
    else r.seen_at end`;

/** Looked up in two lists that a statement makes once, because a page asks it of every row and there are few sources. */
const SOURCE_SLUG = `(select array_agg(s.slug order by s.id) from source s)[
    array_position((select array_agg(s.id order by s.id) from source s), r.source_id)]`;
const RAW = `coalesce((select w.raw from review_raw w where w.account_id = r.account_id and w.review_id = r.id), '{}')`;

/** The columns of a review `r` with the wire's names, in the wire's order. */
export function reviewFields(shape: ReviewShape): string {
  const isV3 = shape.version === 'v3';
  return [
    'r.id',
    ...(isV3 ? ['r.object_id'] : []),
    'r.link_id, r.source_id',
    ...(isV3 ? [`${SOURCE_SLUG} as source_slug`, 'r.external_id as external_review_id'] : []),
    'r.author, r.text, r.review_date, r.rating_original, r.rating / 100::float8 as rating',
    'r.review_url, r.reply_text, r.reply_date',
    `r.flags & ${REVIEW_FLAGS.images} <> 0 as has_images, coalesce(r.images, '[]') as images`,
    `r.flags & ${REVIEW_FLAGS.videos} <> 0 as has_videos, coalesce(r.videos, '[]') as videos`,
    `r.deleted_at is not null as is_deleted, ${cut('r.deleted_at')} as deleted_at`,
    `${cut(LAST_SEEN)} as last_seen_at, ${cut('r.updated_at')} as updated_at`,
    ...(shape.showsCuration
      ? ['r.hidden_at is not null as is_hidden, r.pin_position is not null as is_pinned, r.pin_position']
      : []),
    ...(shape.separatePosNeg ? ['r.positive, r.negative'] : ['null::text as positive, null::text as negative']),
    ...(shape.includeRaw ? [`${RAW} as raw_review`] : []),
  ].join(', ');
}

/**
 * The items of a page are rows of one text, not one text of all: PostgreSQL would grow that copy by copy, and a single
 * letter that is not Latin would double it in the process.
 */
export interface ItemRow {
  readonly item: string;
}

/** Items of rows that are taken as they are found: for pages near the beginning of an index. `rows` is `from review r …`. */
export function itemsOfRows(rows: string, shape: ReviewShape): string {
  return `select row_to_json(f)::text as item from (select ${reviewFields(shape)} ${rows}) f`;
}

/**
 * Items of the reviews that the subselect `ids` names in a column `id`, in its order. The wide rows are fetched one by
 * one by key. `offset 0` twice: inside, it keeps the planner from making a join of it, which could lose the order, and with
 * an unlucky estimate read the table; around the ids, it keeps the account's number from it. Of an account that came after
 * the last `analyze` the statistics hold nothing, so that any index that begins with the account would look as good as the
 * key, and each row would be looked for among all reviews of the account.
 */
export function itemsOfIds(ids: string, account: string, shape: ReviewShape): string {
  return `select row_to_json(f)::text as item
    from (select i.id, ${account} as account_id from (${ids}) i offset 0) k cross join lateral (
      select ${reviewFields(shape)} from review r where r.account_id = k.account_id and r.id = k.id offset 0
    ) f`;
}
