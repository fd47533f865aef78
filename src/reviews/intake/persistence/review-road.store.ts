import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import { isLive, reviewsOfIds } from '../../persistence/review-rows.sql';
import type { Matches } from '../domain/match-reviews';
import { matchEdited, uncertainMatches, type RoadReview } from '../domain/match-roads';
import { inParts, MAX_ROWS } from './review-intake.store';
import {
  isReadBy,
  readUntil,
  RECORDS_OF_REVIEW,
  renameStatement,
  REVIEWS_OF_SPANS,
  spansOf,
  type IntakeRoad,
} from './review-road.sql';
import { identifyingFields, type IntakeLink, type PreparedReview } from './review-row';

export type { FirstRoad, IntakeRoad } from './review-road.sql';

export interface IdentifyOptions {
  readonly waits: boolean;
  readonly match: (matching: Generator<void, Matches, void>) => Promise<Matches>;
}

/** The ids under which the reviews of a page are stored. */
export interface IdentifiedReviews {
  /** External id of the stored review by the id on the road. */
  readonly storedIds: ReadonlyMap<string, string>;
  /** The ids on the road that are certain only at the end of the pass. They have no stored id. */
  readonly waitingIds: ReadonlySet<string>;
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
   * that is not found has its own id, after the name of the road if another review is stored under that id. With `waits`, a review that may
   * be an edited form of a stored one is not decided: a later page may show the stored one. `match` runs a matching.
   */
  async identify(
    link: IntakeLink,
    road: IntakeRoad,
    reviews: readonly PreparedReview[],
    { waits, match }: IdentifyOptions,
  ): Promise<IdentifiedReviews> {
    const known = await this.known(link, road, reviews);
    const unknown = reviews.filter(({ externalId }) => !known.has(externalId));
    const others = await this.otherReviews(link, road, unknown);
    const matches = await match(matchEdited(unknown.map(identifyingFields), others));
    const waitingIds = waits ? uncertainMatches(matches) : new Set<string>();
    const taken = await this.taken(link, unknown);
    const ownId = (id: string): string => (taken.has(id) ? `${road.name}:${id}` : id);
    const storedIds = new Map(
      reviews
        .filter(({ externalId: id }) => !waitingIds.has(id))
        .map(({ externalId: id }) => [id, known.get(id)?.storedId ?? matches.pairs.get(id) ?? ownId(id)] as const),
    );
    const unrecorded = [...storedIds].filter(([id]) => known.get(id)?.isRecorded !== true);
    return {
      storedIds,
      waitingIds,
      recording: unrecorded.length === 0 ? [] : [recordStatement(link, road.name, unrecorded)],
    };
  }

  /** Statements for reviews whose ids change on a road; `newIds` by their stored ids. None if the roads of the link are not recorded. */
  renaming(
    { accountId, linkId }: IntakeLink,
    road: IntakeRoad | undefined,
    newIds: ReadonlyMap<string, string>,
  ): readonly PreparedStatement[] {
    if (road === undefined || newIds.size === 0) return [];
    const [before, after] = [[...newIds.keys()], [...newIds.values()]];
    return [
      renameStatement({ accountId, linkId }, before, after),
      recordStatement(
        { accountId, linkId },
        road.name,
        after.map((id) => [id, id] as const),
      ),
    ];
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
      // A record takes precedence: the review of the first road may have been merged with another one.
      `select id, coalesce(min(stored_id) filter (where is_recorded), min(stored_id)) as "storedId", bool_or(road = $4) as "isRecorded" from (
         select x.external_id as id, x.review_external_id as stored_id, x.road, true as is_recorded from ${RECORDS_OF_IDS}
         union all select r.external_id, r.external_id, $6, false from ${REVIEWS_OF_IDS} where r.id <= $7::bigint
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
    const { first, last } = spansOf(unknown.map(({ content }) => content.reviewDate));
    if (first.length === 0) return [];
    return this.database.queryInIndexOrder<RoadReview>(
      `select r.external_id as "externalId", r.author, r.text, to_char(r.review_date, 'YYYY-MM-DD"T"HH24:MI:SS') as "reviewDate", r.rating
       from ${REVIEWS_OF_SPANS} where not ${isReadBy('$5', '$6')}`,
      [accountId, linkId, first, last, road.sameIds, readUntil(road, road.sameIds)],
    );
  }
}

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

function recordStatement(
  { accountId, linkId }: Pick<IntakeLink, 'accountId' | 'linkId'>,
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
