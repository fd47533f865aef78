/**
 * The conditions of a feed's filter as SQL; `r` is the review.
 *
 * The form of a condition depends on the plan in which it is used. If rows are read in the order of an index, no other index may serve
 * the condition: a prepared statement is planned for any values, and the planner could otherwise read all matching rows and sort them.
 * The figures are for the first page of 100 of an object with 100,000 reviews, PostgreSQL 18, all blocks in memory.
 */
import type { Coverage } from '../../domain/coverage';
import type { FeedFilter } from '../../domain/feed-filter';
import type { FlagCondition } from '../../domain/review-flags';
import { coveredRows, isOfLanguages, linkIds } from '../../persistence/review-rows.sql';
import type { SqlValues } from '../../persistence/sql-values';
import { feedFlags, ordinaryFlags, type FeedScope } from '../domain/feed-strategy';

/**
 * - `finding`: any index may serve the condition.
 * - `filtering`: rows are read in the order of an index, so no other index may serve the condition.
 * - `filtering_by_date`: the same in the order of dates; the index of dates serves the bounds of dates.
 */
export type ConditionUse = 'finding' | 'filtering' | 'filtering_by_date';

/** `from … where …` of all ordinary rows that match, for a plan that finds them. */
export function matchingRows(scope: FeedScope, values: SqlValues): string {
  const rows = coveredRows(scope.coverage, scope.visiblePerLink, values);
  return `${rows}${filterConditions(scope.filter, ordinaryFlags(scope), 'finding', values)}`;
}

/**
 * `from … where …` of the pinned rows that match. The condition on the position repeats the condition on the flags,
 * because it is the condition of the partial index: 2 blocks instead of 15,700 (60 ms) in an object with 100,000 reviews.
 */
export function pinnedRows({ coverage, filter, visiblePerLink }: FeedScope, values: SqlValues): string {
  const rows = coveredRows(coverage, visiblePerLink, values);
  const flags = feedFlags(coverage.mode, filter, 'pinned');
  return `${rows} and r.pin_position is not null${filterConditions(filter, flags, 'filtering', values)}`;
}

/** The conditions of the ordinary rows, in the order of an index of one object; each begins with ` and`. */
export function orderedConditions(scope: FeedScope, use: ConditionUse, values: SqlValues): string {
  return `${linkFilter(scope.coverage, values)}${filterConditions(scope.filter, ordinaryFlags(scope), use, values)}`;
}

/**
 * The links of the coverage, for `filtering`. Begins with ` and`. The index `review_of_link` would serve `link_id = any(…)`: 5.0 ms
 * instead of 0.1 (265 blocks instead of 11) in the order of reply dates.
 */
function linkFilter(coverage: Coverage, values: SqlValues): string {
  if (coverage.includesEveryLink) return '';
  return ` and array_position(${values.add(linkIds(coverage), 'bigint[]')}, r.link_id) is not null`;
}

/** The conditions of the filter; each begins with ` and`. */
export function filterConditions(
  filter: FeedFilter,
  flags: FlagCondition,
  use: ConditionUse,
  values: SqlValues,
): string {
  const { rating, published, updatedAfter, search, provenance, languages } = filter;
  const conditions = [
    flagsMatch('r', flags, values),
    rating ? ratingCondition(rating, use, values) : '',
    published ? publishedCondition(published, use, values) : '',
    updatedAfter ? updatedCondition(updatedAfter, use, values) : '',
    search ? searchCondition(search, use, values) : '',
    provenance ? provenanceCondition(provenance, use) : '',
    languages ? languageCondition(languages, use, values) : '',
  ];
  return conditions.map((condition) => (condition === '' ? '' : ` and ${condition}`)).join('');
}

/**
 * The condition `flags & mask = value`; empty if all flags pass. It is written as an inequality, which the planner estimates at a third
 * of the rows. It estimates an equality at 0.5 %; combined with a rating filter, it then scanned the table and sorted: 90 ms instead
 * of 0.1.
 */
export function flagsMatch(row: string, flags: FlagCondition, values: SqlValues): string {
  if (flags.mask === 0) return '';
  return `((${row}.flags & ${values.add(flags.mask, 'int')}) # ${values.add(flags.value, 'int')}) < 1`;
}

function ratingCondition(rating: NonNullable<FeedFilter['rating']>, use: ConditionUse, values: SqlValues): string {
  // In `filtering`, the expression `rating + 0` has no index. The index of ratings would serve the plain column: 55 ms instead of 0.1.
  // The two expressions differ because the planner estimates two bounds of one expression as a narrow range: 31 ms instead of 0.1.
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
  // The index of dates would serve the plain column: 76 ms instead of 1.0 in the order of ratings. There are two expressions for the
  // same reason as in `ratingCondition`: 80 ms instead of 28 in the order of reply dates.
  const isWrapped = use === 'filtering';
  const above = isWrapped ? "(r.review_date + interval '0')" : 'r.review_date';
  const below = isWrapped ? "(r.review_date - interval '0')" : 'r.review_date';
  const from = values.add(published.from, 'timestamp');
  const to = values.add(published.to, 'timestamp');
  return `${above} >= ${from} and ${below} < ${to} + interval '1 day'`;
}

function updatedCondition(updatedAfter: string, use: ConditionUse, values: SqlValues): string {
  // The index of changes would serve the plain column: 48 ms instead of 0.1 in the order of reply dates.
  const column = use === 'finding' ? 'r.updated_at' : "(r.updated_at + interval '0')";
  return `${column} > ${values.add(updatedAfter, 'timestamp')} at time zone 'UTC'`;
}

function provenanceCondition(provenance: NonNullable<FeedFilter['provenance']>, use: ConditionUse): string {
  // The partial indexes of imported reviews would serve the plain column.
  const column = use === 'finding' ? 'r.import_id' : 'coalesce(r.import_id)';
  return `${column} is ${provenance === 'imported' ? 'not null' : 'null'}`;
}

function languageCondition(languages: readonly string[], use: ConditionUse, values: SqlValues): string {
  // The index of languages has the order of dates for one language. In other orders it would serve the plain column.
  const isPlain = use === 'finding' || (use === 'filtering_by_date' && languages.length === 1);
  return isOfLanguages(isPlain ? 'r.language' : "(r.language || '')", languages, values);
}

/** The trigram index serves only a search with three consecutive letters or digits; for others it would return every row. */
const INDEXED_RUN = /[\p{L}\p{N}]{3}/u;

/**
 * The text in lower case, by PostgreSQL's built-in rules for every alphabet. Greek sigma has two lower-case letters; both become the same
 * one. The index `review_search` has exactly this expression.
 */
const folded = (text: string): string => `replace(lower(${text} collate pg_c_utf8), 'ς', 'σ')`;

/** The two forms match the same texts: both fold case by the same rules, and no character of the search has a special meaning. */
function searchCondition(search: string, use: ConditionUse, values: SqlValues): string {
  if (use !== 'finding' || !INDEXED_RUN.test(search)) {
    return `strpos(${folded('r.text')}, ${folded(values.add(search, 'text'))}) > 0`;
  }
  const escaped = search.replace(/[\\%_]/g, '\\$&');
  return `${folded('r.text')} like '%' || ${folded(values.add(escaped, 'text'))} || '%'`;
}
