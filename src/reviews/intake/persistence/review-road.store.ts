import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import { isLive, reviewsOfIds } from '../../persistence/review-rows.sql';
import type { IdentifyingFields } from '../domain/compared-review';
import { DATES_DIFFER_BY_MS, type RoadReview } from '../domain/match-roads';
import { inParts, MAX_ROWS } from './review-intake.store';
import type { IntakeLink } from './review-row';

/** The road that alone read a link before another one began. */
export interface FirstRoad {
  readonly name: string;
  /**
   * It has read all reviews of the link up to this id, under their external ids. They have no rows for it in
   * `review_road`.
   */
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

/**
 * Which road has read which review, and under which id. The reviews that the first road of a link had read when another
 * one began have no rows for it, because a link may have a million of them. The reviews that were inserted later have
 * rows for every road that has read them.
 */
@Injectable()
export class ReviewRoadStore {
  constructor(private readonly database: Database) {}

  /**
   * The stored ids of reviews, by the ids on the road and on roads with the same ids. `isRecorded` is false if there is
   * no row for this road.
   */
  async known(
    { accountId, linkId }: IntakeLink,
    road: IntakeRoad,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly storedId: string; readonly isRecorded: boolean }>> {
    const rows = await this.database.queryInIndexOrder<{ id: string; storedId: string; isRecorded: boolean }>(
      // A record takes precedence: the review of the first road may have been merged with another one.
      `select id, coalesce(min(stored_id) filter (where is_recorded), min(stored_id)) as "storedId",
         bool_or(road = $4) as "isRecorded" from (
         select x.external_id as id, x.review_external_id as stored_id, x.road, true as is_recorded
         from ${RECORDS_OF_IDS}
         union all select r.external_id, r.external_id, $6, false from ${REVIEWS_OF_IDS} where r.id <= $7::bigint
       ) x group by id`,
      [
        ...[accountId, linkId, ids],
        ...[road.name, road.sameIds, road.first?.name ?? null, readUntil(road, road.sameIds)],
      ],
    );
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  }

  /** The ids of stored reviews. An unknown id among them is that of another review on a road with other ids. */
  async taken({ accountId, linkId }: IntakeLink, unknown: readonly IdentifyingFields[]): Promise<ReadonlySet<string>> {
    if (unknown.length === 0) return new Set();
    const ids = unknown.map(({ externalId }) => externalId);
    const rows = await this.database.queryInIndexOrder<{ id: string }>(
      `select r.external_id as id from ${REVIEWS_OF_IDS}`,
      [accountId, linkId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The stored reviews, dated about as the given ones, that no road with these ids has read. */
  async otherReviews(
    { accountId, linkId }: IntakeLink,
    road: IntakeRoad,
    unknown: readonly IdentifyingFields[],
  ): Promise<readonly RoadReview[]> {
    const { first, last } = spansOf(unknown.map(({ reviewDate }) => reviewDate));
    if (first.length === 0) return [];
    return this.database.queryInIndexOrder<RoadReview>(
      `select r.external_id as "externalId", r.author, r.text, r.rating,
         to_char(r.review_date, 'YYYY-MM-DD"T"HH24:MI:SS') as "reviewDate"
       from ${REVIEWS_OF_SPANS} where not ${isReadBy('$5', '$6')}`,
      [accountId, linkId, first, last, road.sameIds, readUntil(road, road.sameIds)],
    );
  }

  /** The statements that record that the road has read reviews; `storedIds` by their ids on the road. */
  recording(
    { accountId, linkId }: IntakeLink,
    road: IntakeRoad,
    storedIds: ReadonlyMap<string, string>,
  ): readonly PreparedStatement[] {
    if (storedIds.size === 0) return [];
    return [
      {
        name: 'record-road',
        text: `insert into review_road (account_id, link_id, road, external_id, review_external_id)
               select $1, $2, $3, x.id, x.stored_id from unnest($4::text[], $5::text[]) as x(id, stored_id)
               on conflict do nothing`,
        values: [accountId, linkId, road.name, [...storedIds.keys()], [...storedIds.values()]],
      },
    ];
  }

  /** Statements for reviews whose ids change on a road; `newIds` by their stored ids. None if the link has one road. */
  renaming(
    link: IntakeLink,
    road: IntakeRoad | undefined,
    newIds: ReadonlyMap<string, string>,
  ): readonly PreparedStatement[] {
    if (road === undefined || newIds.size === 0) return [];
    const [before, after] = [[...newIds.keys()], [...newIds.values()]];
    const ofRoad = new Map(after.map((id) => [id, id]));
    return [renameStatement(link, before, after), ...this.recording(link, road, ofRoad)];
  }

  /**
   * Which of the reviews the road has read. Each statement looks up some of them by their keys, however many the road
   * has read.
   */
  async readBy({ accountId }: IntakeLink, road: IntakeRoad, reviewIds: readonly number[]): Promise<number[]> {
    const found: number[] = [];
    for (const part of inParts(reviewIds, MAX_ROWS)) {
      const rows = await this.database.queryInIndexOrder<{ id: number }>(
        `select r.id from ${reviewsOfIds('$1::bigint', '$2::bigint[]')} where ${isReadBy('$3', '$4')}`,
        [accountId, part, [road.name], readUntil(road, [road.name])],
      );
      for (const { id } of rows) found.push(id);
    }
    return found;
  }

  /** How many reviews of the link that the road has read are not deleted. Those that only imports have brought do not count. */
  async liveCount({ accountId, linkId }: IntakeLink, road: IntakeRoad): Promise<number> {
    const live = `from review r where r.account_id = $1 and r.link_id = $2 and ${isLive('r')} and r.import_id is null`;
    const [row] = await this.database.query<{ n: number }>(
      // Two counts, because with "or" the road of each review would be looked up.
      `select (select count(*) ${live} and r.id <= $4::bigint) + (select count(*) ${live} and r.id > $4::bigint
         and exists (select from ${RECORDS_OF_REVIEW} and x.road = $3)) as n`,
      [accountId, linkId, road.name, readUntil(road, [road.name])],
    );
    return row?.n ?? 0;
  }
}

/**
 * One of `roads` has read the reviews of the link up to this id, without rows in `review_road`; 0 if there are none.
 */
export function readUntil({ first }: IntakeRoad, roads: readonly string[]): number {
  return first !== null && roads.includes(first.name) ? first.until : 0;
}

/** SQL: the rows of `review_road` of the review `r`. */
export const RECORDS_OF_REVIEW = `review_road x
  where x.account_id = r.account_id and x.link_id = r.link_id and x.review_external_id = r.external_id`;

/**
 * SQL: one of `roads` has read the review `r`. The parameter `until` is `readUntil` of these roads. `offset 0` makes
 * the planner look up the rows of each review, instead of reading all rows of the roads if the statistics do not
 * contain them.
 */
export const isReadBy = (roads: string, until: string): string =>
  `(r.id <= ${until}::bigint or exists (select from ${RECORDS_OF_REVIEW} and x.road = any(${roads}::text[]) offset 0))`;

/** SQL: how much the dates of a review may differ between roads. */
export const SLACK = `interval '${DATES_DIFFER_BY_MS} milliseconds'`;

/** SQL: the reviews `r` of the link ($1, $2) that are dated about the spans from $3 to $4. */
const REVIEWS_OF_SPANS = `unnest($3::timestamp[], $4::timestamp[]) as span(first, last) cross join lateral (
    select * from review where account_id = $1 and link_id = $2
      and review_date between span.first - ${SLACK} and span.last + ${SLACK}
    order by review_date desc nulls last, id desc offset 0) r`;

/**
 * Dates as spans, in order, that are more than twice `DATES_DIFFER_BY_MS` apart. An old review on a page of new ones is
 * a span of its own, so the reviews between them are not read.
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
 * Changes under which stored id the roads have read reviews; `before` and `after` are external ids, in the same order.
 * Only the index of stored ids has the order of the search, and only the primary key serves the write. An update would
 * look the rows up in any index.
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
           select $1, $2, r.road, r.external_id, x.after
           from unnest($3::text[], $4::text[]) as x(before, after) cross join lateral (
             select road, external_id from review_road
             where account_id = $1 and link_id = $2
               and review_external_id >= x.before and review_external_id <= x.before
             order by review_external_id, road
           ) r
           on conflict (account_id, link_id, road, external_id)
             do update set review_external_id = excluded.review_external_id`,
    values: [accountId, linkId, before, after],
  };
}

/**
 * SQL: the reviews `r` of the link ($1, $2) with the external ids $3. Send it in index order: only the index of
 * external ids has the order. With a sort, the planner may read all reviews of the link for each id.
 */
const REVIEWS_OF_IDS = `unnest($3::text[]) as e(id) join lateral (
    select id, external_id from review
    where account_id = $1 and link_id = $2 and external_id >= e.id order by external_id limit 1
  ) r on r.external_id = e.id`;

/**
 * SQL: the rows `x` of the link ($1, $2) with the ids $3 on the roads $5. Send it in index order: only the primary key
 * has the order.
 */
const RECORDS_OF_IDS = `unnest($3::text[]) as e(id) cross join unnest($5::text[]) as s(road) join lateral (
    select road, external_id, review_external_id from review_road
    where account_id = $1 and link_id = $2 and road = s.road and external_id >= e.id order by external_id limit 1
  ) x on x.external_id = e.id`;
