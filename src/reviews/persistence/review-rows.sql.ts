/**
 * Which rows a reading is about, as SQL: the rows of a coverage, the trial's cut, and the feed's conditions on them.
 * `r` is always the review. The account leads every condition because it leads every index; nothing is said twice,
 * since a redundant condition misleads the planner by orders of magnitude.
 */
import type { Coverage } from '../domain/coverage';
import type { FeedFilter } from '../domain/feed-filter';
import { REVIEW_FLAGS, withFlag, type FlagCondition } from '../domain/review-flags';
import type { SqlValues } from './sql-values';

/**
 * What the conditions are for. `finding`: any index may be used that finds the rows. `filtering`: the rows come in the
 * order of an index already, and the conditions are written so that no other index can serve them; with a plan made
 * for any values the planner would else find all rows and sort them (33 ms instead of 2). `filtering_by_date`: the same
 * in the order of dates, where bounds of dates are bounds of the very index.
 */
export type ConditionUse = 'finding' | 'filtering' | 'filtering_by_date';

/** `from … where …` of all rows of the coverage; with `visiblePerLink` only of those inside the trial's cut. */
export function coveredRows(coverage: Coverage, visiblePerLink: number | null, values: SqlValues): string {
  if (visiblePerLink !== null) return `from (${visibleRows(coverage, visiblePerLink, values)}) r where true`;
  const account = values.add(coverage.accountId, 'bigint');
  return `from review r where r.account_id = ${account} and ${objectCondition(coverage, values)}${linkCondition(coverage, values)}`;
}

/** One object is asked for by equality, so that an index gives its rows in order. */
export function objectCondition(coverage: Coverage, values: SqlValues, row = 'r'): string {
  const [first] = coverage.objectIds;
  if (coverage.objectIds.length === 1) return `${row}.object_id = ${values.add(first, 'bigint')}`;
  return `${row}.object_id = any(${values.add(coverage.objectIds, 'bigint[]')})`;
}

/** Not deleted, said as an inequality: of an equality the planner would expect one row in two hundred. */
export const isLive = (row: string): string => `(${row}.flags & ${REVIEW_FLAGS.deleted}) < ${REVIEW_FLAGS.deleted}`;

/**
 * The review of an id of the account; no row where there is none. In words that only the primary key serves: while a table grows
 * faster than its statistics, every index that begins with the account looks as good to the planner.
 */
export const reviewOfId = (account: string, id: string): string => `
  select * from (select * from review where account_id = ${account} and id >= ${id} order by id limit 1) nearest
  where nearest.id = ${id}`;

/** Begins with ` and`; empty where the objects' rows are all wanted. */
export function linkCondition(coverage: Coverage, values: SqlValues, row = 'r'): string {
  if (coverage.takesEveryLink) return '';
  return ` and ${row}.link_id = any(${values.add(linkIds(coverage), 'bigint[]')})`;
}

/** The same for rows that come in the order of an index: no index serves it, and the planner expects most rows to pass. */
export function linkFilter(coverage: Coverage, values: SqlValues): string {
  if (coverage.takesEveryLink) return '';
  return ` and array_position(${values.add(linkIds(coverage), 'bigint[]')}, r.link_id) is not null`;
}

const linkIds = (coverage: Coverage): readonly number[] => coverage.links.map((link) => link.id);

/**
 * What a trial sees: per link the latest `perLink` reviews that are not deleted, and the deleted ones among them (§5.3).
 * The border is one look into `review_of_link`; the undated are the oldest. A link with fewer reviews has no border.
 */
export function visibleRows(coverage: Coverage, perLink: number, values: SqlValues): string {
  const account = values.add(coverage.accountId, 'bigint');
  const links = values.add(linkIds(coverage), 'bigint[]');
  const last = values.add(perLink - 1, 'bigint');
  const ofLink = `from review r where r.account_id = ${account} and r.link_id = l.id`;
  return `select seen.* from unnest(${links}) l (id)
    left join lateral (
      select r.review_date, r.id ${ofLink} and ${isLive('r')}
      order by r.review_date desc nulls last, r.id desc offset ${last} limit 1
    ) border on true
    cross join lateral (
      select r.* ${ofLink} and r.review_date >= coalesce(border.review_date, '-infinity')
        and (border.review_date is null or r.review_date > border.review_date or r.id >= border.id)
      union all
      select r.* ${ofLink} and r.review_date is null
        and (border.id is null or (border.review_date is null and r.id >= border.id))
    ) seen`;
}

/** The flags that the rows must show: with one object addressed, pinned reviews stand outside the ordinary feed. */
export function rowFlags(
  coverage: Pick<Coverage, 'mode'>,
  filter: FeedFilter,
  pins: 'ordinary' | 'pinned',
): FlagCondition {
  if (coverage.mode === 'composition') return filter.flags;
  return withFlag(filter.flags, REVIEW_FLAGS.pinned, pins === 'pinned');
}

/** The filter's conditions, each beginning with ` and`. */
export function filterConditions(
  filter: FeedFilter,
  flags: FlagCondition,
  use: ConditionUse,
  values: SqlValues,
): string {
  const { rating, published, updatedAfter, search } = filter;
  const conditions = [
    flagsMatch('r', flags, values),
    rating ? ratingCondition(rating, use, values) : '',
    published ? publishedCondition(published, use, values) : '',
    updatedAfter ? updatedCondition(updatedAfter, use, values) : '',
    search ? searchCondition(search, use, values) : '',
  ];
  return conditions.map((condition) => (condition === '' ? '' : ` and ${condition}`)).join('');
}

/**
 * Empty where any flags will do. Says `flags & mask = value` as an inequality, which the planner takes for a third of the
 * rows; of an equality it expects one in two hundred, and then it reads and sorts a large object for a page of it.
 */
export function flagsMatch(row: string, flags: FlagCondition, values: SqlValues): string {
  if (flags.mask === 0) return '';
  return `((${row}.flags & ${values.add(flags.mask, 'int')}) # ${values.add(flags.value, 'int')}) < 1`;
}

/** Where it filters, the two bounds are said of different words, or the planner would see a narrow range in them. */
function ratingCondition(rating: NonNullable<FeedFilter['rating']>, use: ConditionUse, values: SqlValues): string {
  const [above, below] = use === 'finding' ? ['r.rating', 'r.rating'] : ['(r.rating + 0)', '(r.rating - 0)'];
  const highest = values.add(rating.highest, 'smallint');
  if (rating.unrated) return `(r.rating is null or ${below} <= ${highest})`;
  return `${above} >= ${values.add(rating.lowest, 'smallint')} and ${below} <= ${highest}`;
}

function publishedCondition(
  published: NonNullable<FeedFilter['published']>,
  use: ConditionUse,
  values: SqlValues,
): string {
  const isWrapped = use === 'filtering';
  const above = isWrapped ? "(r.review_date + interval '0')" : 'r.review_date';
  const below = isWrapped ? "(r.review_date - interval '0')" : 'r.review_date';
  const from = values.add(published.from, 'timestamp');
  const to = values.add(published.to, 'timestamp');
  return `${above} >= ${from} and ${below} < ${to} + interval '1 day'`;
}

function updatedCondition(updatedAfter: string, use: ConditionUse, values: SqlValues): string {
  const column = use === 'finding' ? 'r.updated_at' : "(r.updated_at + interval '0')";
  return `${column} > ${values.add(updatedAfter, 'timestamp')} at time zone 'UTC'`;
}

/** The trigram index knows runs of at least three letters or digits; a search without one would make it give every row. */
const INDEXED_RUN = /[\p{L}\p{N}]{3}/u;

/**
 * Case folded by the built-in rules, for every alphabet. Σ has two lower-case letters, and `lower` writes only one of them.
 * The index `review_search` is made of exactly this.
 */
const folded = (text: string): string => `replace(lower(${text} collate pg_c_utf8), 'ς', 'σ')`;

/** Both ways say the same: case is folded by the same rules, and no character of the search is special. */
function searchCondition(search: string, use: ConditionUse, values: SqlValues): string {
  if (use !== 'finding' || !INDEXED_RUN.test(search)) {
    return `strpos(${folded('r.text')}, ${folded(values.add(search, 'text'))}) > 0`;
  }
  const escaped = search.replace(/[\\%_]/g, '\\$&');
  return `${folded('r.text')} like '%' || ${folded(values.add(escaped, 'text'))} || '%'`;
}
