import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import { isLive } from '../../persistence/review-rows.sql';
import { DATES_DIFFER_BY_MS, matchRoads, type RoadReview } from '../domain/match-roads';
import type { IntakeLink, PreparedReview } from './review-row';

/** A road that reads reviews of a link. */
export interface IntakeRoad {
  readonly name: string;
  /** The roads with the same ids, including this one. */
  readonly sameIds: readonly string[];
}

/** The ids under which the reviews of a page are stored. */
export interface IdentifiedReviews {
  /** External id of the stored review by the id on the road. */
  readonly storedIds: ReadonlyMap<string, string>;
  /** Statements that record what the road has read. */
  readonly recording: readonly PreparedStatement[];
}

/** The rows of `review_road`: which road has read which review, and under which id. */
@Injectable()
export class ReviewRoadStore {
  constructor(private readonly database: Database) {}

  /**
   * Finds the stored reviews of a page: by the ids of the road and of roads with the same ids, otherwise by their content. A review
   * that is not found has its own id, after the name of the road if a road with other ids shows another review under that id.
   */
  async identify(link: IntakeLink, road: IntakeRoad, reviews: readonly PreparedReview[]): Promise<IdentifiedReviews> {
    const known = await this.known(link, road, reviews);
    const unknown = reviews.filter(({ externalId }) => !known.has(externalId));
    const matched = matchRoads(unknown.map(roadReview), await this.otherReviews(link, road, unknown));
    const taken = await this.taken(link, road, unknown);
    const ownId = (id: string): string => (taken.has(id) ? `${road.name}:${id}` : id);
    const storedIds = new Map(
      reviews.map(({ externalId: id }) => [id, known.get(id)?.storedId ?? matched.get(id) ?? ownId(id)] as const),
    );
    const unrecorded = [...storedIds].filter(([id]) => known.get(id)?.isRecorded !== true);
    return { storedIds, recording: unrecorded.length === 0 ? [] : [recordStatement(link, road.name, unrecorded)] };
  }

  /** Records that a road has read every stored review of the link, under the id under which it is stored. */
  async recordAll({ accountId, linkId }: IntakeLink, road: string): Promise<void> {
    await this.database.query(
      `insert into review_road (account_id, link_id, road, external_id, review_external_id)
       select account_id, link_id, $3, external_id, external_id from review where account_id = $1 and link_id = $2
       on conflict do nothing`,
      [accountId, linkId, road],
    );
  }

  /** How many reviews of the link that the road has read are not deleted. */
  async liveCount({ accountId, linkId }: IntakeLink, road: string): Promise<number> {
    const [row] = await this.database.query<{ n: number }>(
      `select count(*)::int as n from review r
       where r.account_id = $1 and r.link_id = $2 and ${isLive('r')} and exists (select from review_road x
         where x.account_id = $1 and x.link_id = $2 and x.review_external_id = r.external_id and x.road = $3)`,
      [accountId, linkId, road],
    );
    return row?.n ?? 0;
  }

  private async known(
    { accountId, linkId }: IntakeLink,
    road: IntakeRoad,
    reviews: readonly PreparedReview[],
  ): Promise<ReadonlyMap<string, { readonly storedId: string; readonly isRecorded: boolean }>> {
    const rows = await this.database.query<{ id: string; storedId: string; isRecorded: boolean }>(
      `select external_id as id, min(review_external_id) as "storedId", bool_or(road = $3) as "isRecorded" from review_road
       where account_id = $1 and link_id = $2 and road = any($4::text[]) and external_id = any($5::text[]) group by external_id`,
      [accountId, linkId, road.name, road.sameIds, reviews.map(({ externalId }) => externalId)],
    );
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  }

  /** The ids that stored reviews have which only roads with other ids have read. */
  private async taken(
    { accountId, linkId }: IntakeLink,
    road: IntakeRoad,
    unknown: readonly PreparedReview[],
  ): Promise<ReadonlySet<string>> {
    if (unknown.length === 0) return new Set();
    const rows = await this.database.query<{ id: string }>(
      `select review_external_id as id from review_road
       where account_id = $1 and link_id = $2 and review_external_id = any($4::text[])
       group by review_external_id having not bool_or(road = any($3::text[]))`,
      [accountId, linkId, road.sameIds, unknown.map(({ externalId }) => externalId)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The stored reviews, dated about as the given ones, that no road with these ids has read. */
  private async otherReviews(
    { accountId, linkId }: IntakeLink,
    road: IntakeRoad,
    unknown: readonly PreparedReview[],
  ): Promise<readonly RoadReview[]> {
    const dates = unknown.flatMap(({ content }) => (content.reviewDate === null ? [] : [content.reviewDate])).sort();
    const [oldest, newest] = [dates[0], dates.at(-1)];
    if (oldest === undefined || newest === undefined) return [];
    return this.database.query<RoadReview>(
      `select r.external_id as "externalId", r.author, r.text, to_char(r.review_date, 'YYYY-MM-DD"T"HH24:MI:SS') as "reviewDate", r.rating
       from review r
       where r.account_id = $1 and r.link_id = $2
         and r.review_date between $3::timestamp - $5 * interval '1 millisecond' and $4::timestamp + $5 * interval '1 millisecond'
         and not exists (select from review_road x where x.account_id = $1 and x.link_id = $2
           and x.review_external_id = r.external_id and x.road = any($6::text[]))`,
      [accountId, linkId, oldest, newest, DATES_DIFFER_BY_MS, road.sameIds],
    );
  }
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
