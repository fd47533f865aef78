import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { REVIEW_FLAGS } from '../domain/review-flags';
import { LIVE_LINK_OF_LIVE_OBJECT, LIVE_LINK_OF_PRESENT_OBJECT } from './live-composition.sql';
import { reviewOfId } from './review-rows.sql';
import { border, INSIDE_BORDER } from './trial-cut.sql';

/** The fields of a review that are needed to answer it. */
export interface AnswerableReview {
  readonly reviewId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
  /** The canonical address of the object's page. */
  readonly pageUrl: string;
  readonly externalId: string;
  readonly isNative: boolean;
  readonly hasText: boolean;
  readonly isDeleted: boolean;
  /** Only an import has brought it: no collection has found it on the platform. */
  readonly isImported: boolean;
  /** The reply of any author. */
  readonly replyText: string | null;
}

/** A review as the worker that publishes replies needs it. */
export interface ReviewForPublishing extends AnswerableReview {
  readonly raw: object;
  /** The road of the last collection of the link; null before the first. */
  readonly linkRoad: string | null;
  /** The id of the review on each road that has read it; null if only one road has read the link. */
  readonly roadIds: Readonly<Record<string, string>> | null;
}

/** A review with what a person or a rule judges before it is answered. */
export interface JudgedReview extends AnswerableReview {
  readonly author: string | null;
  /** 1 to 5; null if the platform has no numeric rating. */
  readonly rating: number | null;
  readonly hasWords: boolean;
  readonly objectName: string;
  /** Equal as long as the review says the same; see `reviewVersionOf`. */
  readonly version: string;
}

/** SQL: what a review `r` says, as 24 hexadecimal digits: author, texts and rating, but no reply and no date. */
const VERSION = `substr(encode(sha256(convert_to(
    jsonb_build_array(r.author, r.text, r.positive, r.negative, r.rating, r.rating_original)::text, 'UTF8')), 'hex'), 1, 24)`;

/** Selects `version` of the account's review with this id; no row if it is not stored, or deleted on its platform. */
export const reviewVersionOf = (account: string, id: string): string =>
  `select ${VERSION} as version from (${reviewOfId(account, id)}) r where r.deleted_at is null`;

const FIELDS = `r.id as "reviewId", r.object_id as "objectId", r.link_id as "linkId", r.source_id as "sourceId",
  l.url as "pageUrl", r.external_id as "externalId", r.is_native as "isNative", r.text is not null as "hasText",
  r.deleted_at is not null as "isDeleted", r.import_id is not null as "isImported", r.reply_text as "replyText"`;
/** A subselect, so that the review is looked up before the joins. A plan that begins with the links would read all their reviews. */
const THE_REVIEW = `(${reviewOfId('$1::bigint', '$2::bigint')}) r`;

/** Reads reviews that can be answered. Hidden reviews are included, because hiding affects only the feed (contract §1.5). */
@Injectable()
export class AnswerableReviewQuery {
  constructor(private readonly database: Database) {}

  /**
   * The account's review if its link and its object are live, even if it is deleted; null otherwise. With `visiblePerLink`, only a
   * review inside the trial's cut.
   */
  async find(accountId: number, reviewId: number, visiblePerLink: number | null): Promise<AnswerableReview | null> {
    const isTrial = visiblePerLink !== null;
    const [row] = await this.database.queryInIndexOrder<AnswerableReview>(
      `select ${FIELDS} from ${THE_REVIEW}
       ${LIVE_LINK_OF_LIVE_OBJECT} ${isTrial ? border('$3::bigint') : ''}
       where ${isTrial ? `(r.flags & ${REVIEW_FLAGS.deleted} <> 0 or ${INSIDE_BORDER})` : 'true'}`,
      isTrial ? [accountId, reviewId, visiblePerLink - 1] : [accountId, reviewId],
    );
    return row ?? null;
  }

  /**
   * Like `find`, with what the review says. It says so until the transaction ends: a collection that changes it waits. Null also for a
   * review that is deleted on its platform.
   */
  async judge(accountId: number, reviewId: number, visiblePerLink: number | null): Promise<JudgedReview | null> {
    await this.database.queryInIndexOrder(
      `select from review where account_id = $1 and id >= $2 and id <= $2 order by id limit 1 for share`,
      [accountId, reviewId],
    );
    const review = await this.find(accountId, reviewId, visiblePerLink);
    if (review === null || review.isDeleted) return null;
    const [said] = await this.database.queryInIndexOrder<Omit<JudgedReview, keyof AnswerableReview>>(
      `select r.author, r.rating::float8 / 100 as rating, o.name as "objectName", ${VERSION} as version,
         (r.text is not null or r.positive is not null or r.negative is not null) as "hasWords"
       from ${THE_REVIEW} ${LIVE_LINK_OF_LIVE_OBJECT}`,
      [accountId, reviewId],
    );
    return said ? { ...review, ...said } : null;
  }

  /** Like `find`, with the raw record, for the worker that publishes replies. The object may be disabled. */
  async withRaw(accountId: number, reviewId: number): Promise<ReviewForPublishing | null> {
    const [row] = await this.database.queryInIndexOrder<ReviewForPublishing & { raw: object | null }>(
      `select ${FIELDS}, w.raw, c.road as "linkRoad", case when c.keeps_roads then (
         select json_object_agg(x.road, x.external_id) from (
           select road, external_id from review_road
           where account_id = r.account_id and link_id = r.link_id and review_external_id = r.external_id
           union all select c.first_road, r.external_id where r.id <= c.first_road_until) x) end as "roadIds"
       from ${THE_REVIEW}
       ${LIVE_LINK_OF_PRESENT_OBJECT} left join link_collection_view c on c.link_id = l.id
       left join review_raw w on w.account_id = r.account_id and w.review_id = r.id`,
      [accountId, reviewId],
    );
    return row ? { ...row, raw: row.raw ?? {} } : null;
  }
}
