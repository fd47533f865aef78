/** The roads of a link, and SQL that finds out which road has read which review `r`. */
import type { PreparedStatement } from '@libs/database';
import { DATES_DIFFER_BY_MS } from '../domain/match-roads';

/** The road that alone read a link before another one began. */
export interface FirstRoad {
  readonly name: string;
  /** It has read all reviews of the link up to this id, under their external ids. They have no rows for it in `review_road`. */
  readonly until: number;
}

/** A road that reads reviews of a link. */
export interface IntakeRoad {
  readonly name: string;
  /** The roads with the same ids, including this one. */
  readonly sameIds: readonly string[];
  /** Null if no other road read the link before, or if `review_road` has rows for all reviews. */
  readonly first: FirstRoad | null;
  /** It lists every review that another road shows. */
  readonly showsEvery?: boolean;
}

/** One of `roads` has read the reviews of the link up to this id, without rows in `review_road`; 0 if there are none. */
export function readUntil({ first }: IntakeRoad, roads: readonly string[]): number {
  return first !== null && roads.includes(first.name) ? first.until : 0;
}

/** SQL: the rows of `review_road` of the review `r`. */
export const RECORDS_OF_REVIEW = `review_road x
  where x.account_id = r.account_id and x.link_id = r.link_id and x.review_external_id = r.external_id`;

/**
 * SQL: one of `roads` has read the review `r`. The parameter `until` is `readUntil` of these roads. `offset 0` makes the planner look up the
 * rows of each review, instead of reading all rows of the roads if the statistics do not contain them.
 */
export const isReadBy = (roads: string, until: string): string =>
  `(r.id <= ${until}::bigint or exists (select from ${RECORDS_OF_REVIEW} and x.road = any(${roads}::text[]) offset 0))`;

/** SQL: the reviews `r` of the link ($1, $2) that are dated about the spans from $3 to $4. */
export const REVIEWS_OF_SPANS = `unnest($3::timestamp[], $4::timestamp[]) as span(first, last) cross join lateral (
    select * from review where account_id = $1 and link_id = $2 and review_date
      between span.first - ${DATES_DIFFER_BY_MS} * interval '1 millisecond' and span.last + ${DATES_DIFFER_BY_MS} * interval '1 millisecond'
    order by review_date desc nulls last, id desc offset 0) r`;

/**
 * Dates as spans, in order, that are more than twice `DATES_DIFFER_BY_MS` apart. An old review on a page of new ones is a span of its own,
 * so the reviews between them are not read.
 */
export function spansOf(reviewDates: readonly (string | null)[]): {
  readonly first: readonly string[];
  readonly last: readonly string[];
} {
  const dates = reviewDates.filter((date) => date !== null).sort();
  const times = dates.map((date) => Date.parse(`${date}Z`));
  const isGap = (n: number): boolean => (times[n] as number) - (times[n - 1] as number) > 2 * DATES_DIFFER_BY_MS;
  return {
    first: dates.filter((_, n) => n === 0 || isGap(n)),
    last: dates.filter((_, n) => n === dates.length - 1 || isGap(n + 1)),
  };
}

/**
 * Changes under which stored id the roads have read reviews; `before` and `after` are external ids, in the same order. Only the index of
 * stored ids has the order of the search, and only the primary key serves the write. An update would look the rows up in any index.
 */
export function renameStatement(
  { accountId, linkId }: { readonly accountId: number; readonly linkId: number },
  before: readonly string[],
  after: readonly string[],
): PreparedStatement {
  return {
    name: 'rename-review-of-roads',
    inIndexOrder: true,
    text: `insert into review_road (account_id, link_id, road, external_id, review_external_id)
           select $1, $2, r.road, r.external_id, x.after from unnest($3::text[], $4::text[]) as x(before, after) cross join lateral (
             select road, external_id from review_road
             where account_id = $1 and link_id = $2 and review_external_id >= x.before and review_external_id <= x.before
             order by review_external_id, road
           ) r
           on conflict (account_id, link_id, road, external_id) do update set review_external_id = excluded.review_external_id`,
    values: [accountId, linkId, before, after],
  };
}
