/**
 * SQL that selects rows of reviews; `r` is the alias of the review. Conditions begin with the account, because every index does.
 * No condition is written twice, because the planner would multiply its selectivity.
 */
import type { Coverage } from '../domain/coverage';
import { REVIEW_FLAGS } from '../domain/review-flags';
import type { SqlValues } from './sql-values';

/** `from … where …` of all rows of the coverage; with `visiblePerLink` only of those inside the trial's cut. */
export function coveredRows(coverage: Coverage, visiblePerLink: number | null, values: SqlValues): string {
  if (visiblePerLink !== null) return `from (${visibleRows(coverage, visiblePerLink, values)}) r where true`;
  return `from review r where ${ofCoverage('r', coverage, values)}`;
}

/** The condition on the account, the objects and the links of the rows, which are reviews or counters. */
export function ofCoverage(row: string, coverage: Coverage, values: SqlValues): string {
  const account = values.add(coverage.accountId, 'bigint');
  return `${row}.account_id = ${account} and ${objectCondition(coverage, values, row)}${linkCondition(coverage, values, row)}`;
}

/** One object is compared by equality, so that an index returns its rows in order. */
export function objectCondition(coverage: Coverage, values: SqlValues, row = 'r'): string {
  const [first] = coverage.objectIds;
  if (coverage.objectIds.length === 1) return `${row}.object_id = ${values.add(first, 'bigint')}`;
  return `${row}.object_id = any(${values.add(coverage.objectIds, 'bigint[]')})`;
}

/** Begins with ` and`; empty if the coverage includes all links of its objects. */
export function linkCondition(coverage: Coverage, values: SqlValues, row = 'r'): string {
  if (coverage.includesEveryLink) return '';
  return ` and ${row}.link_id = any(${values.add(linkIds(coverage), 'bigint[]')})`;
}

export const linkIds = (coverage: Coverage): readonly number[] => coverage.links.map((link) => link.id);

/** The condition on the language of rows, which are reviews or counters. One language is compared by equality, so that an index returns its rows in order. */
export function isOfLanguages(language: string, languages: readonly string[], values: SqlValues): string {
  const [first] = languages;
  if (languages.length === 1) return `${language} = ${values.add(first, 'text')}`;
  return `${language} = any(${values.add(languages, 'text[]')})`;
}

/** The same, beginning with ` and`; empty if every language passes. */
export function languageFilter(
  language: string,
  languages: readonly string[] | null | undefined,
  values: SqlValues,
): string {
  return languages ? ` and ${isOfLanguages(language, languages, values)}` : '';
}

/** Not deleted. An inequality, for the reason given at `flagsMatch` in `feed/persistence/feed-conditions.sql.ts`. */
export const isLive = (row: string): string => `(${row}.flags & ${REVIEW_FLAGS.deleted}) < ${REVIEW_FLAGS.deleted}`;

/**
 * Selects the account's review with this id; no row if there is none. Send it in index order (`Database`): only the primary key has the
 * order of `id >= … limit 1`. With `id = …`, or with a sort, the planner may choose any index that starts with the account if the
 * statistics do not contain the account. Measured in an account of 5,000 reviews: 8 blocks instead of 43 for one review, and 800
 * blocks instead of 50,800 for 200 ids.
 */
export const reviewOfId = (account: string, id: string): string => `
  select * from (select *, xmin from review where account_id = ${account} and id >= ${id} order by id limit 1) nearest
  where nearest.id = ${id}`;

/** The account's reviews `r` with the ids of an array, for `from`. Send it in index order, for the reason given at `reviewOfId`. */
export const reviewsOfIds = (account: string, ids: string): string =>
  `unnest(${ids}) as x(id) cross join lateral (${reviewOfId(account, 'x.id')}) r`;

/** Selects `review_id`, the ids of the newest `count` reviews of the account, newest first, by the primary key. */
export const newestReviewIds = (account: string, count: number): string =>
  `select id as review_id from review where account_id = ${account} order by id desc limit ${count}`;

/** Selects the review after those: the columns of the newest review of the account but `count`; no row if there are fewer. */
export const reviewAfterNewest = (account: string, count: number): string =>
  `select * from review where account_id = ${account} order by id desc offset ${count} limit 1`;

/**
 * Selects the reviews inside the trial's cut: for each link, the latest `perLink` reviews that are not deleted, and the deleted
 * reviews between them (contract §5.3). The last review inside the cut is found by one look-up in the index `review_of_link`. Undated
 * reviews are the oldest. All reviews of a link with fewer reviews are inside the cut.
 */
export function visibleRows(coverage: Coverage, perLink: number, values: SqlValues): string {
  const account = values.add(coverage.accountId, 'bigint');
  const links = values.add(linkIds(coverage), 'bigint[]');
  const borderOffset = values.add(perLink - 1, 'bigint');
  const ofLink = `from review r where r.account_id = ${account} and r.link_id = l.id`;
  return `select seen.* from unnest(${links}) l (id)
    left join lateral (
      select r.review_date, r.id ${ofLink} and ${isLive('r')}
      order by r.review_date desc nulls last, r.id desc offset ${borderOffset} limit 1
    ) border on true
    cross join lateral (
      select r.* ${ofLink} and r.review_date >= coalesce(border.review_date, '-infinity')
        and (border.review_date is null or r.review_date > border.review_date or r.id >= border.id)
      union all
      select r.* ${ofLink} and r.review_date is null
        and (border.id is null or (border.review_date is null and r.id >= border.id))
    ) seen`;
}
