import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { Outbox } from '@libs/events';
import { cleanTextOrNull, isSameReply, type LocalDateTime } from '@libs/kernel';
import type { ReviewContent, ReviewFact } from './domain/review-content';
import { REVIEW_EVENTS } from './events';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { OwnReplyStore, type ReplyRow } from './persistence/own-reply.store';
import { contentHash } from './persistence/review-identity';

/** A reply as the platform took it. */
export interface ShownReply {
  readonly text: string;
  /** When, by the platform; null: now. */
  readonly at: LocalDateTime | null;
}

/**
 * What the service itself did to the reply of a review, shown at once (§2.3, §3.1): the row takes a change number, counters
 * follow, and outside of a run the events are told by name of the review. Until a collection has seen it, or an hour has
 * passed, no collection takes it back (`domain/own-reply.ts`).
 */
@Injectable()
export class OwnReplyService {
  constructor(
    private readonly database: Database,
    private readonly store: OwnReplyStore,
    private readonly changes: ChangeCounterStore,
    private readonly outbox: Outbox,
  ) {}

  /** Shows a published reply. `RepliesAppeared` is told only where the review had none (§6.1). Nothing where the review is gone. */
  async show(accountId: number, reviewId: number, reply: ShownReply): Promise<void> {
    await this.put(accountId, reviewId, ({ now }) => ({
      replyText: cleanTextOrNull(reply.text),
      replyDate: reply.at ?? now,
    }));
  }

  /** Shows that our reply was taken away. Where the review shows none of our texts, somebody else's stands there and stays. */
  async takeAway(accountId: number, reviewId: number, ours: readonly string[]): Promise<void> {
    await this.put(accountId, reviewId, ({ content: { replyText, replyDate } }) => {
      const isOurs = replyText === null || ours.some((text) => isSameReply(text, replyText));
      return isOurs ? { replyText: null, replyDate: null } : { replyText, replyDate };
    });
  }

  private async put(
    accountId: number,
    reviewId: number,
    change: (before: ReplyRow) => Pick<ReviewContent, 'replyText' | 'replyDate'>,
  ): Promise<void> {
    await this.database.transaction(async () => {
      // The number is the last lock of all who change reviews: what stands in the row is what it was before us only now.
      const number = await this.changes.next(accountId, 1);
      const before = await this.store.find(reviewId, number);
      if (before === null) return;
      const wanted = change(before);
      // A collection was faster; or there is nothing to take away, which one that is under way may not know.
      if (before.content.replyText === wanted.replyText) {
        if (wanted.replyText === null) await this.store.await(reviewId, number);
        return;
      }
      const hash = contentHash({ ...before.content, ...wanted });
      await this.store.write(reviewId, { ...wanted, hash }, number);
      await this.tell(accountId, before, wanted.replyText);
    });
  }

  /** Judged as of now: nothing is told where the object is switched off, also where the event is passed on after that. */
  private async tell(
    accountId: number,
    { id, objectId, isObjectOn, content }: ReplyRow,
    replyText: string | null,
  ): Promise<void> {
    if (!isObjectOn) return;
    const facts: ReviewFact[] = content.replyText === null && replyText !== null ? ['changed', 'replied'] : ['changed'];
    const payload = { run_id: null, review_ids: [id], object_ids: [objectId] };
    await this.outbox.write(...facts.map((fact) => REVIEW_EVENTS[fact].of(accountId, payload)));
  }
}
