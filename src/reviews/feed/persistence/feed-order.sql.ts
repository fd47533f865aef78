/**
 * SQL of the ids of a page: one statement per order. The figures are for an object of 167,000 reviews, or 500 objects
 * of 56,000, among 1 million reviews; R6 and R19 are rows of the benchmark (docs/benchmarks/README.md).
 */
import type { PageRequest } from '@libs/kernel';
import type { FeedDirection } from '../../domain/feed-filter';
import { REVIEW_FLAGS } from '../../domain/review-flags';
import type { SqlValues } from '../../persistence/sql-values';
import {
  segmentsOf,
  segmentsOfPage,
  type FeedCounts,
  type FeedOrder,
  type FeedSegment,
  type SegmentKind,
} from '../domain/feed-order';
import { startsAtMonth, type FeedScope } from '../domain/feed-strategy';
import { monthRows } from './counter-rows.sql';
import { matchingRows, orderedConditions } from './feed-conditions.sql';

export interface OrderedFeed extends FeedScope, FeedOrder {}

export const windowSql = ({ offset, limit }: PageRequest, values: SqlValues): string =>
  `offset ${values.add(offset, 'bigint')} limit ${values.add(limit, 'bigint')}`;

const LATEST_ID = 'r.id desc';

/** The order of all segments together. */
export function wholeOrder({ sort, direction }: FeedOrder): string {
  const column = { date: 'review_date', rating: 'rating', reply_date: 'reply_date' }[sort];
  const reviewsWithReplyFirst = sort === 'reply_date' ? ` r.flags & ${REVIEW_FLAGS.reply} desc,` : '';
  return `r.${column} ${direction} nulls last,${reviewsWithReplyFirst} ${LATEST_ID}`;
}

/** Selects the ids of a page: finds all matches and sorts them. Not to be prepared: the index depends on the values. */
export function sortedIds(feed: OrderedFeed, page: PageRequest, values: SqlValues): string {
  return `select r.id ${matchingRows(feed, values)} order by ${wholeOrder(feed)} ${windowSql(page, values)}`;
}

/**
 * Selects the ids of a page in the order of its index. The segments (`domain/feed-order.ts`) are appended: PostgreSQL
 * reads the next one only if the page is not full. The limit of each keeps PostgreSQL from reading several at once in
 * parallel.
 */
export function orderedIds(feed: OrderedFeed, counts: FeedCounts, page: PageRequest, values: SqlValues): string {
  const { segments, offset } = segmentsOfPage(segmentsOf(feed, counts), page);
  const [skipped, end] = [values.add(offset, 'bigint'), values.add(offset + page.limit, 'bigint')];
  const startsLater = startsAtMonth(feed, feed.sort, offset);
  const above = startsLater ? ' - (select above from span)' : '';
  const rows: SegmentRows = {
    datesOfPage: startsLater ? DATES_OF_SPAN : null,
    filter: orderedConditions(feed, feed.sort === 'date' ? 'filtering_by_date' : 'filtering', values),
    reach: `(${end}${above})`,
  };
  const kinds = [...new Set(segments.map(({ kind }) => kind))];
  const parts = kinds.map((kind) => {
    const ids = segmentIds(feed, kind, rows, values);
    return kind === 'rated' ? `(${ofEachRating(ids, segments, rows, values)})` : `(${ids})`;
  });
  return `${startsLater ? `with ${monthSpan(feed, skipped, end, values)} ` : ''}
    select r.id from (${parts.join(' union all ')}) r
    offset ${skipped}${above} limit ${values.add(page.limit, 'bigint')}`;
}

const DATES_OF_SPAN = 'r.review_date >= (select first from span) and r.review_date < (select before from span)';

/**
 * The months of the rows of a page, from the monthly counters: dates `[first, before)`, and `above`, the number of rows
 * that precede them in the order. Beyond the last month, `first` is null, and `above` is the number of dated rows. At
 * 94 % of the object, the page reads 5,500 blocks instead of 104,000 and takes 10 ms instead of 57 (R6).
 */
function monthSpan(feed: OrderedFeed, skipped: string, end: string, values: SqlValues): string {
  return `month as (${monthRows(feed, '', values)}),
    placed as (select month, n, sum(n) over (order by month ${feed.direction}) as through from month),
    span as (
      select min(month)::timestamp as first, (max(month) + interval '1 month')::timestamp as before,
        coalesce(min(through - n), (select sum(n) from month), 0)::bigint as above
      from placed where through > ${skipped} and through - n < ${end}
    )`;
}

/** The rows to read of each segment, as SQL. */
interface SegmentRows {
  /** The condition on the dates of dated rows; null if it is not known. */
  readonly datesOfPage: string | null;
  /** The conditions of the filter. */
  readonly filter: string;
  /** The number of rows up to the end of the page. */
  readonly reach: string;
}

/** The condition of a segment's rows, and their order. */
interface SegmentSql {
  readonly where: string;
  /** The column that orders the rows; in segments whose rows have the same sort value, the id. */
  readonly key: 'review_date' | 'reply_date' | 'id';
  readonly order: string;
}

/** The ids of the segments of several ratings, in turn. The text does not depend on the number of ratings. */
function ofEachRating(
  idsOfRating: string,
  segments: readonly FeedSegment[],
  { reach }: SegmentRows,
  values: SqlValues,
): string {
  const ratings = segments.flatMap(({ rating }) => rating ?? []);
  return `select r.id from unnest(${values.add(ratings, 'bigint[]')}) v (rating)
    cross join lateral (${idsOfRating}) r limit ${reach}`;
}

function segmentIds(feed: OrderedFeed, kind: SegmentKind, rows: SegmentRows, values: SqlValues): string {
  const { accountId, objectIds } = feed.coverage;
  const sql = segmentSql(kind, feed.direction);
  const account = values.add(accountId, 'bigint');
  const where = kind === 'dated' && rows.datesOfPage !== null ? rows.datesOfPage : sql.where;
  const rowsOf = (object: string): string =>
    `from review r where r.account_id = ${account} and r.object_id = ${object} and ${where}${rows.filter}`;
  if (objectIds.length !== 1) return mergedIds(feed, rowsOf('o.id'), sql, rows.reach, values);
  return `select r.id ${rowsOf(values.add(objectIds[0], 'bigint'))} order by ${sql.order} limit ${rows.reach}`;
}

/**
 * The ids of several objects, merged. The first rows of each object are read, twice as many as an object has on average
 * up to the end of the page. The edge is the key of the page's last row among them; no row of the page lies beyond it.
 * Each object is therefore read only up to the edge, and not at all if its first row is beyond it. The first page of 500
 * objects reads 3,000 blocks; with the first 100 rows of each object it would be 18,600, and 1.9 times as many in objects
 * of ten times the reviews instead of 1.0 (R19).
 */
function mergedIds(
  { coverage: { objectIds }, direction }: OrderedFeed,
  rowsOfObject: string,
  { key, order }: SegmentSql,
  reach: string,
  values: SqlValues,
): string {
  const objects = `unnest(${values.add(objectIds, 'bigint[]')}) o (id)`;
  const average = `${reach} / ${values.add(objectIds.length, 'bigint')}`;
  const isDescending = key === 'id' || direction === 'desc';
  const keyOrder = `r.sort_key ${isDescending ? 'desc' : 'asc'}`;
  const upTo = isDescending ? '>=' : '<=';
  // The edge if the objects have fewer rows than the page needs: everything is within it.
  const noEdge = key === 'id' ? '0' : isDescending ? `'-infinity'` : `'infinity'`;
  return `with head as (
      select o.id, r.sort_key from ${objects} cross join lateral (
        select r.${key} as sort_key ${rowsOfObject} order by ${order} limit 2 * ${average} + 1
      ) r
    ), edge as (
      select coalesce((select r.sort_key from head r order by ${keyOrder} offset ${reach} - 1 limit 1), ${noEdge}) as sort_key
    )
    select r.id from (
      select id from head where sort_key ${upTo} (select sort_key from edge) group by id
    ) o cross join lateral (
      select r.id, r.${key} as sort_key ${rowsOfObject} and r.${key} ${upTo} (select sort_key from edge)
      order by ${order} limit ${reach}
    ) r order by ${keyOrder}, ${LATEST_ID} limit ${reach}`;
}

/**
 * An index `… desc nulls last, id desc` that is read backwards has the order `asc nulls first`. The SQL must state that
 * order, even if no row is null; otherwise no index serves it. Ties are ordered by descending id in both directions, so
 * PostgreSQL sorts only rows of equal keys.
 */
function segmentSql(kind: SegmentKind, direction: FeedDirection): SegmentSql {
  // Inequalities for the reason given at `flagsMatch`: with filters of links and changes, an equality costs 24 ms
  // instead of 0.1.
  const [has, hasNot] = [`r.flags & ${REVIEW_FLAGS.reply} > 0`, `r.flags & ${REVIEW_FLAGS.reply} < 1`];
  const byKey = (key: 'review_date' | 'reply_date'): SegmentSql => ({
    where: `r.${key} is not null`,
    key,
    order: indexOrder(key, direction),
  });
  const byId = (column: string, where: string): SegmentSql => ({ where, key: 'id', order: indexOrder(column, 'desc') });
  switch (kind) {
    case 'dated':
      return byKey('review_date');
    case 'undated':
      return byId('review_date', 'r.review_date is null');
    case 'rated':
      return byId('rating', 'r.rating = v.rating');
    case 'unrated':
      return byId('rating', 'r.rating is null');
    case 'replied':
      return byKey('reply_date');
    case 'replied_undated':
      return byId('reply_date', `r.reply_date is null and ${has}`);
    case 'unanswered':
      return byId('reply_date', `r.reply_date is null and ${hasNot}`);
  }
}

function indexOrder(column: string, direction: FeedDirection): string {
  return `r.${column} ${direction === 'desc' ? 'desc nulls last' : 'asc nulls first'}, ${LATEST_ID}`;
}
