import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { REVIEW_FLAGS } from '../../domain/review-flags';
import { reviewOfId } from '../../persistence/review-rows.sql';
import { border, INSIDE_BORDER } from '../../persistence/trial-cut.sql';

/** A review as whoever answers it must know it. */
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
  /** Whoever wrote it. */
  readonly replyText: string | null;
}

const FIELDS = `r.id as "reviewId", r.object_id as "objectId", r.link_id as "linkId", r.source_id as "sourceId",
  l.url as "pageUrl", r.external_id as "externalId", r.is_native as "isNative", r.text is not null as "hasText",
  r.deleted_at is not null as "isDeleted", r.reply_text as "replyText"`;
/** Looked up before anything is joined to it: a plan that begins with the account's links reads all reviews of them. */
const THE_REVIEW = `(${reviewOfId('$1::bigint', '$2::bigint')}) r`;
const LIVE_LINK = 'join link l on l.account_id = r.account_id and l.id = r.link_id and l.deleted_at is null';

/** Reviews seen by those who answer them. Hidden ones are among them: hiding touches the feed alone (§1.5). */
@Injectable()
export class AnswerableReviewQuery {
  constructor(private readonly database: Database) {}

  /**
   * The account's review of an object that is on and a link that is there, deleted ones too; null for every other. With
   * `visiblePerLink` only one inside the trial's cut.
   */
  async find(accountId: number, reviewId: number, visiblePerLink: number | null): Promise<AnswerableReview | null> {
    const isCut = visiblePerLink !== null;
    const [row] = await this.database.query<AnswerableReview>(
      `select ${FIELDS} from ${THE_REVIEW}
       join tracked_object o on o.account_id = r.account_id and o.id = r.object_id and o.is_active and o.deleted_at is null
       ${LIVE_LINK} ${isCut ? border('$3::bigint') : ''}
       where ${isCut ? `(r.flags & ${REVIEW_FLAGS.deleted} <> 0 or ${INSIDE_BORDER})` : 'true'}`,
      isCut ? [accountId, reviewId, visiblePerLink - 1] : [accountId, reviewId],
    );
    return row ?? null;
  }

  /** The same for the worker that carries an answer out, with the raw record; null where link or object are gone. */
  async withRaw(accountId: number, reviewId: number): Promise<(AnswerableReview & { readonly raw: object }) | null> {
    const [row] = await this.database.query<AnswerableReview & { raw: object | null }>(
      `select ${FIELDS}, w.raw from ${THE_REVIEW}
       join tracked_object o on o.account_id = r.account_id and o.id = r.object_id and o.deleted_at is null
       ${LIVE_LINK} left join review_raw w on w.account_id = r.account_id and w.review_id = r.id`,
      [accountId, reviewId],
    );
    return row ? { ...row, raw: row.raw ?? {} } : null;
  }
}
