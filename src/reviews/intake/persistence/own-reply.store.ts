import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { LocalDateTime } from '@libs/kernel';
import type { ReviewContent } from '../domain/review-content';
import type { Change } from '../../persistence/change-counter.store';
import { isLiveObject } from '../../persistence/live-composition.sql';
import { ReviewIntakeStore } from './review-intake.store';

export interface ReplyRow {
  readonly id: number;
  readonly objectId: number;
  /** The object is neither disabled nor deleted. */
  readonly isObjectLive: boolean;
  readonly content: ReviewContent;
  /** The current time of the database, in UTC. */
  readonly now: LocalDateTime;
}

/** Stores the reply that the service itself published. All methods run in the caller's transaction. */
@Injectable()
export class OwnReplyStore {
  constructor(
    private readonly database: Database,
    private readonly reviews: ReviewIntakeStore,
  ) {}

  /** Returns the review after all earlier changes; null if it does not exist. */
  async find(reviewId: number, { accountId }: Change): Promise<ReplyRow | null> {
    const [stored] = await this.reviews.stored(accountId, [reviewId]);
    const [row] = await this.database.query<Pick<ReplyRow, 'objectId' | 'isObjectLive' | 'now'>>(
      `select object_id as "objectId", (clock_timestamp() at time zone 'UTC')::timestamp(0) as now,
         exists (select from tracked_object_view o where o.account_id = review.account_id and o.id = review.object_id
           and ${isLiveObject('o')}) as "isObjectLive"
       from review where account_id = $1 and id = $2`,
      [accountId, reviewId],
    );
    return stored && row ? { id: reviewId, content: stored.content, ...row } : null;
  }

  /** Stores a reply, or its removal if the text is null, under the change number that follows `change.seq`. */
  async write(
    reviewId: number,
    reply: Pick<ReviewContent, 'replyText' | 'replyDate'> & { readonly hash: string },
    change: Change,
  ): Promise<void> {
    await this.database.execute(
      `update review set reply_text = $3, reply_date = $4::timestamp, content_hash = decode($5, 'hex'), own_reply_at = clock_timestamp(),
         updated_at = $6::timestamptz, change_seq = $7 where account_id = $1 and id = $2`,
      [change.accountId, reviewId, reply.replyText, reply.replyDate, reply.hash, change.at, change.seq + 1],
    );
  }

  /** Sets `own_reply_at` although the reply does not change, because an earlier collection may still read the old reply. */
  async setOwnReplyTime(reviewId: number, change: Change): Promise<void> {
    await this.database.execute(
      'update review set own_reply_at = clock_timestamp() where account_id = $1 and id = $2 and own_reply_at is null',
      [change.accountId, reviewId],
    );
  }
}
