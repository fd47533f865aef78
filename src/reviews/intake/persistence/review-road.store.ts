import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import { isLive, reviewsOfIds } from '../../persistence/review-rows.sql';
import { DATES_DIFFER_BY_MS, matchRoads, type RoadReview } from '../domain/match-roads';
import { inParts, MAX_ROWS } from './review-intake.store';
import type { IntakeLink, PreparedReview } from './review-row';

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
}

/** The ids under which the reviews of a page are stored. */
export interface IdentifiedReviews {
  /** External id of the stored review by the id on the road. */
  readonly storedIds: ReadonlyMap<string, string>;
  /** Statements that record what the road has read. */
  readonly recording: readonly PreparedStatement[];
}

/**
 * Which road has read which review, and under which id. The reviews that the first road of a link had read when another one began have no
 * rows for it, because a link may have a million of them. The reviews that were inserted later have rows for every road that has read them.
 */
@Injectable()
export class ReviewRoadStore {
  constructor(private readonly database: Database) {}

  /**
   * Finds the stored reviews of a page: by the ids of the road and of roads with the same ids, otherwise by their content. A review
   * that is not found has its own id, after the name of the road if another review is stored under that id.
   */
  async identify(link: IntakeLink, road: IntakeRoad, reviews: readonly PreparedReview[]): Promise<IdentifiedReviews> {
    const known = await this.known(link, road, reviews);
    const unknown = reviews.filter(({ externalId }) => !known.has(externalId));
    const matched = matchRoads(unknown.map(roadReview), await this.otherReviews(link, road, unknown));
    const taken = await this.taken(link, unknown);
    const ownId = (id: string): string => (taken.has(id) ? `${road.name}:${id}` : id);
    const storedIds = new Map(
      reviews.map(({ externalId: id }) => [id, known.get(id)?.storedId ?? matched.get(id) ?? ownId(id)] as const),
    );
    const unrecorded = [...storedIds].filter(([id]) => known.get(id)?.isRecorded !== true);
    return { storedIds, recording: unrecorded.length === 0 ? [] : [recordStatement(link, road.name, unrecorded)] };
  }

  /** Which of the reviews the road has read. Each statement looks up some of them by their keys, however many the road has read. */
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

  /** How many reviews of the link that the road has read are not deleted. */
  async liveCount({ accountId, linkId }: IntakeLink, road: IntakeRoad): Promise<number> {
    const live = `from review r where r.account_id = $1 and r.link_id = $2 and ${isLive('r')}`;
    const [row] = await this.database.query<{ n: number }>(
      // Two counts, because with "or" the road of each review would be looked up.
      `select (select count(*) ${live} and r.id <= $4::bigint) + (select count(*) ${live} and r.id > $4::bigint
         and exists (select from ${RECORDS_OF_REVIEW} and x.road = $3)) as n`,
      [accountId, linkId, road.name, readUntil(road, [road.name])],
    );
    return row?.n ?? 0;
  }

  private async known(
    { accountId, linkId }: IntakeLink,
    road: IntakeRoad,
    reviews: readonly PreparedReview[],
  ): Promise<ReadonlyMap<string, { readonly storedId: string; readonly isRecorded: boolean }>> {
    const rows = await this.database.queryInIndexOrder<{ id: string; storedId: string; isRecorded: boolean }>(
      `select id, min(stored_id) as "storedId", bool_or(road = $4) as "isRecorded" from (
         select x.external_id as id, x.review_external_id as stored_id, x.road from ${RECORDS_OF_IDS}
         union all select r.external_id, r.external_id, $6 from ${REVIEWS_OF_IDS} where r.id <= $7::bigint
       ) x group by id`,
      [
        ...[accountId, linkId, reviews.map(({ externalId }) => externalId)],
        ...[road.name, road.sameIds, road.first?.name ?? null, readUntil(road, road.sameIds)],
      ],
    );
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  }

  /** The ids of stored reviews. An unknown id among them is that of another review on a road with other ids. */
  private async taken(
    { accountId, linkId }: IntakeLink,
    unknown: readonly PreparedReview[],
  ): Promise<ReadonlySet<string>> {
    if (unknown.length === 0) return new Set();
    const ids = unknown.map(({ externalId }) => externalId);
    const rows = await this.database.queryInIndexOrder<{ id: string }>(
      `select r.external_id as id from ${REVIEWS_OF_IDS}`,
      [accountId, linkId, ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The stored reviews, dated about as the given ones, that no road with these ids has read. */
  private async otherReviews(
    { accountId, linkId }: IntakeLink,
    road: IntakeRoad,
    unknown: readonly PreparedReview[],
  ): Promise<readonly RoadReview[]> {
    const { first, last } = datesOf(unknown);
    if (first.length === 0) return [];
    return this.database.queryInIndexOrder<RoadReview>(
      `select r.external_id as "externalId", r.author, r.text, to_char(r.review_date, 'YYYY-MM-DD"T"HH24:MI:SS') as "reviewDate", r.rating
       from unnest($3::timestamp[], $4::timestamp[]) as span(first, last) cross join lateral (
         select * from review where account_id = $1 and link_id = $2 and review_date
           between span.first - $5 * interval '1 millisecond' and span.last + $5 * interval '1 millisecond'
         order by review_date desc nulls last, id desc offset 0) r
       where not ${isReadBy('$6', '$7')}`,
      [accountId, linkId, first, last, DATES_DIFFER_BY_MS, road.sameIds, readUntil(road, road.sameIds)],
    );
  }
}

/** One of `roads` has read the reviews of the link up to this id, without rows in `review_road`; 0 if there are none. */
function readUntil({ first }: IntakeRoad, roads: readonly string[]): number {
  return first !== null && roads.includes(first.name) ? first.until : 0;
}

/** SQL: the rows of `review_road` of the review `r`. */
const RECORDS_OF_REVIEW = `review_road x
  where x.account_id = r.account_id and x.link_id = r.link_id and x.review_external_id = r.external_id`;

/**
 * SQL: one of `roads` has read the review `r`. The parameter `until` is `readUntil` of these roads. `offset 0` makes the planner look up the
 * rows of each review, instead of reading all rows of the roads if the statistics do not contain them.
 */
const isReadBy = (roads: string, until: string): string =>
  `(r.id <= ${until}::bigint or exists (select from ${RECORDS_OF_REVIEW} and x.road = any(${roads}::text[]) offset 0))`;

/**
 * SQL: the reviews `r` of the link ($1, $2) with the external ids $3. Send it in index order: only the index of external ids has the order.
 * With a sort, the planner may read all reviews of the link for each id.
 */
const REVIEWS_OF_IDS = `unnest($3::text[]) as e(id) join lateral (
    select id, external_id from review
    where account_id = $1 and link_id = $2 and external_id >= e.id order by external_id limit 1
  ) r on r.external_id = e.id`;

/** SQL: the rows `x` of the link ($1, $2) with the ids $3 on the roads $5. Send it in index order: only the primary key has the order. */
const RECORDS_OF_IDS = `unnest($3::text[]) as e(id) cross join unnest($5::text[]) as s(road) join lateral (
    select road, external_id, review_external_id from review_road
    where account_id = $1 and link_id = $2 and road = s.road and external_id >= e.id order by external_id limit 1
  ) x on x.external_id = e.id`;

/**
 * The dates of the reviews as spans, in order, that are more than twice `DATES_DIFFER_BY_MS` apart. An old review on a page of new ones is
 * a span of its own, so the reviews between them are not read.
 */
function datesOf(reviews: readonly PreparedReview[]): {
  readonly first: readonly string[];
  readonly last: readonly string[];
} {
  const dates = reviews.flatMap(({ content: { reviewDate } }) => (reviewDate === null ? [] : [reviewDate])).sort();
  const times = dates.map((date) => Date.parse(`${date}Z`));
  const isGap = (n: number): boolean => (times[n] as number) - (times[n - 1] as number) > 2 * DATES_DIFFER_BY_MS;
  return {
    first: dates.filter((_, n) => n === 0 || isGap(n)),
    last: dates.filter((_, n) => n === dates.length - 1 || isGap(n + 1)),
  };
}

function roadReview({ externalId, content }: PreparedReview): RoadReview {
  const { author, text, reviewDate, rating } = content;
  return { externalId, author, text, reviewDate, rating };
}

function recordStatement(
  { accountId, linkId }: IntakeLink,
  road: string,
  ids: readonly (readonly [id: string, storedId: string])[],
): PreparedStatement {
  return {
    name: 'record-road',
    text: `insert into review_road (account_id, link_id, road, external_id, review_external_id)
           select $1, $2, $3, x.id, x.stored_id from unnest($4::text[], $5::text[]) as x(id, stored_id) on conflict do nothing`,
    values: [accountId, linkId, road, ids.map(([id]) => id), ids.map(([, storedId]) => storedId)],
  };
}
