/**
 * Which rows a reading is about, as SQL: the rows of a coverage, the trial's cut, and the feed's conditions on them.
 * `r` is always the review. The account leads every condition because it leads every index; nothing is said twice,
 * since a redundant condition misleads the planner by orders of magnitude.
 */
import type { Coverage } from '../domain/coverage';
import type { FeedFilter } from '../domain/feed-filter';
import { REVIEW_FLAGS, withFlag, type FlagCondition } from '../domain/review-flags';
import type { SqlValues } from './sql-values';

/** How a search is answered: by the trigram index, or by reading the texts in the order asked for. */
export type SearchBy = 'index' | 'reading';

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

/** Empty where the objects' rows are all wanted. */
export function linkCondition(coverage: Coverage, values: SqlValues, row = 'r'): string {
  if (coverage.takesEveryLink) return '';
  const ids = coverage.links.map((link) => link.id);
  if (ids.length === 1) return ` and ${row}.link_id = ${values.add(ids[0], 'bigint')}`;
  return ` and ${row}.link_id = any(${values.add(ids, 'bigint[]')})`;
}

/**
 * What a trial sees: per link the latest `perLink` reviews that are not deleted, and the deleted ones among them (§8).
 * The border is one look into `review_of_link`; the undated are the oldest. A link with fewer reviews has no border.
 */
export function visibleRows(coverage: Coverage, perLink: number, values: SqlValues): string {
  const account = values.add(coverage.accountId, 'bigint');
  const links = values.add(
    coverage.links.map((link) => link.id),
    'bigint[]',
  );
  const last = values.add(perLink - 1, 'bigint');
  const ofLink = `from review r where r.account_id = ${account} and r.link_id = l.id`;
  return `select seen.* from unnest(${links}) l (id)
    left join lateral (
      select r.review_date, r.id ${ofLink} and r.flags & ${REVIEW_FLAGS.deleted} = 0
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
export function rowFlags(coverage: Coverage, filter: FeedFilter, pins: 'ordinary' | 'pinned'): FlagCondition {
  if (coverage.mode === 'composition') return filter.flags;
  return withFlag(filter.flags, REVIEW_FLAGS.pinned, pins === 'pinned');
}

/** The filter's conditions, each beginning with ` and`. */
export function filterConditions(filter: FeedFilter, flags: FlagCondition, searchBy: SearchBy, values: SqlValues): string {
  const conditions = [flagsMatch('r', flags, values)];
  if (filter.rating) conditions.push(ratingCondition(filter.rating, values));
  if (filter.published) conditions.push(publishedCondition(filter.published, values));
  if (filter.updatedAfter) conditions.push(`r.updated_at > ${values.add(filter.updatedAfter, 'timestamp')} at time zone 'UTC'`);
  if (filter.search) conditions.push(searchCondition(filter.search, searchBy, values));
  return conditions
    .filter((condition) => condition !== '')
    .map((condition) => ` and ${condition}`)
    .join('');
}

/** Empty where any flags will do. */
export function flagsMatch(row: string, flags: FlagCondition, values: SqlValues): string {
  if (flags.mask === 0) return '';
  return `${row}.flags & ${values.add(flags.mask, 'int')} = ${values.add(flags.value, 'int')}`;
}

function ratingCondition(rating: NonNullable<FeedFilter['rating']>, values: SqlValues): string {
  const highest = values.add(rating.highest, 'smallint');
  if (rating.unrated) return `(r.rating is null or r.rating <= ${highest})`;
  return `r.rating between ${values.add(rating.lowest, 'smallint')} and ${highest}`;
}

function publishedCondition(published: NonNullable<FeedFilter['published']>, values: SqlValues): string {
  const from = values.add(published.from, 'timestamp');
  const to = values.add(published.to, 'timestamp');
  return `r.review_date >= ${from} and r.review_date < ${to} + interval '1 day'`;
}

/** Both ways say the same: case is folded by the same built-in rules, and no character of the search is special. */
function searchCondition(search: string, searchBy: SearchBy, values: SqlValues): string {
  const text = 'lower(r.text collate pg_c_utf8)';
  if (searchBy === 'reading') return `strpos(${text}, lower(${values.add(search, 'text')} collate pg_c_utf8)) > 0`;
  const escaped = search.replace(/[\\%_]/g, '\\$&');
  return `${text} like '%' || lower(${values.add(escaped, 'text')} collate pg_c_utf8) || '%'`;
}
