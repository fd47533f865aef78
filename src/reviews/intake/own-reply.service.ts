import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { Outbox } from '@libs/events';
import { cleanTextOrNull, isSameReply, type LocalDateTime } from '@libs/kernel';
import type { ReviewContent, ReviewFact } from './domain/review-content';
import { REVIEW_EVENTS } from './events';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { OwnReplyStore, type ReplyRow } from './persistence/own-reply.store';
import { contentHash } from './persistence/review-identity';

/** A reply as the platform accepted it. */
export interface ShownReply {
  readonly text: string;
  /** When, by the platform; null: now. */
  readonly at: LocalDateTime | null;
}

/**
 * Stores a reply that the service published or removed, so that reviews show it at once (contract §2.3, §3.1). The row takes a change
 * number, and the events name the review, as there is no run. Until a collection has seen the change, or an hour has passed, no
 * collection reverts it (`domain/own-reply.ts`).
 */
@Injectable()
export class OwnReplyService {
  constructor(
    private readonly database: Database,
    private readonly store: OwnReplyStore,
    private readonly changes: ChangeCounterStore,
    private readonly outbox: Outbox,
  ) {}

  /** Stores a published reply. `replied` is an event only where the review had no reply (contract §6.1). No effect where the review is gone. */
  async show(accountId: number, reviewId: number, reply: ShownReply): Promise<void> {
    await this.put(accountId, reviewId, ({ now }) => ({
      replyText: cleanTextOrNull(reply.text),
      replyDate: reply.at ?? now,
    }));
  }

  /** Stores that our reply was removed. A reply that is none of our texts is another author's and stays. */
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
      // Every writer of reviews holds the change number, so the row is read after it is taken.
      const number = await this.changes.next(accountId, 1);
      const before = await this.store.find(reviewId, number);
      if (before === null) return;
      const wanted = change(before);
      // A collection stored the reply first, or there is none to remove; a collection that began earlier may still show one.
      if (before.content.replyText === wanted.replyText) {
        if (wanted.replyText === null) await this.store.await(reviewId, number);
        return;
      }
      const hash = contentHash({ ...before.content, ...wanted });
      await this.store.write(reviewId, { ...wanted, hash }, number);
      await this.writeEvents(accountId, before, wanted.replyText);
    });
  }

  /** Writes the events of the change; none where the object is disabled at this moment. */
  private async writeEvents(
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
