import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import type { RoadReview } from '../domain/match-roads';
import { isLive, reviewOfId } from '../../persistence/review-rows.sql';
import { MAX_ROWS } from './review-intake.store';
import {
  isReadBy,
  readUntil,
  RECORDS_OF_REVIEW,
  renameStatement,
  SLACK,
  spansOf,
  type IntakeRoad,
} from './review-road.store';
import type { IntakeLink } from './review-row';

/** A stored review that only some of the roads of its link have read. */
export interface TwinReview extends RoadReview {
  readonly id: number;
  /** Whether it is hidden or pinned. */
  readonly isCurated: boolean;
  readonly isAnswered: boolean;
}

const FIELDS = `r.id, r.external_id as "externalId", r.author, r.text, r.rating,
  to_char(r.review_date, 'YYYY-MM-DD"T"HH24:MI:SS') as "reviewDate",
  r.hidden_at is not null or r.pin_position is not null as "isCurated", r.reply_text is not null as "isAnswered"`;

/** Reads reviews that were stored twice, once for each of two roads. */
@Injectable()
export class TwinReviewStore {
  constructor(private readonly database: Database) {}

  /**
   * The newest reviews that other roads have read, and neither the pass nor any road with the ids of its road; not
   * deleted, and dated.
   */
  async ofOtherRoads(
    { accountId, linkId }: IntakeLink,
    road: IntakeRoad,
    seenIds: readonly number[],
  ): Promise<readonly TwinReview[]> {
    return this.database.queryInIndexOrder<TwinReview>(
      // The ids first, which an index contains: the link may have a million reviews that were seen.
      `select ${FIELDS} from (
         select r.id from review r
         where r.account_id = $1 and r.link_id = $2 and ${isLive('r')} and r.review_date is not null
           and r.import_id is null and not (r.id = any($3::bigint[]))
         order by r.review_date desc nulls last, r.id desc offset 0
       ) u cross join lateral (${reviewOfId('$1::bigint', 'u.id')}) r
       where not ${isReadBy('$4', '$5')} limit $6`,
      [accountId, linkId, seenIds, road.sameIds, readUntil(road, road.sameIds), MAX_ROWS],
    );
  }

  /** The reviews that the pass has seen, dated about these dates, and that no road with other ids has read. */
  async ofRoadAlone(
    { accountId, linkId }: IntakeLink,
    road: IntakeRoad,
    seenIds: readonly number[],
    dates: readonly (string | null)[],
  ): Promise<readonly TwinReview[]> {
    const { first, last } = spansOf(dates);
    const others = road.first !== null && !road.sameIds.includes(road.first.name) ? road.first.until : 0;
    return this.database.queryInIndexOrder<TwinReview>(
      `select ${FIELDS} from (
         select r.id from unnest($3::timestamp[], $4::timestamp[]) as span(first, last) join review r
           on r.account_id = $1 and r.link_id = $2
             and r.review_date between span.first - ${SLACK} and span.last + ${SLACK}
         where ${isLive('r')} and r.id > $7::bigint
           and r.id = any($5::bigint[]) offset 0
       ) s cross join lateral (${reviewOfId('$1::bigint', 's.id')}) r
       where not exists (select from ${RECORDS_OF_REVIEW} and x.road <> all($6::text[]) offset 0)`,
      [accountId, linkId, first, last, seenIds, road.sameIds, others],
    );
  }

  /**
   * The statements that record that the roads that have read the reviews `gone` have read `kept`, under the ids of
   * before. `gone` and `kept` are external ids, in the same order. A review of the first road has no record until then.
   */
  recording(
    { accountId, linkId }: IntakeLink,
    { first }: IntakeRoad,
    gone: readonly string[],
    kept: readonly string[],
  ): readonly PreparedStatement[] {
    return [
      renameStatement({ accountId, linkId }, gone, kept),
      {
        name: 'record-first-road-of-twin',
        inIndexOrder: true,
        text: `insert into review_road (account_id, link_id, road, external_id, review_external_id)
               select $1, $2, $5, x.gone, x.kept from unnest($3::text[], $4::text[]) as x(gone, kept) join lateral (
                 select id, external_id from review
                 where account_id = $1 and link_id = $2 and external_id >= x.gone order by external_id limit 1
               ) r on r.external_id = x.gone
               where r.id <= $6::bigint
               on conflict do nothing`,
        values: [accountId, linkId, gone, kept, first?.name ?? '', first?.until ?? 0],
      },
    ];
  }
}
