import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { Outbox } from '@libs/events';
import { isSameReply, storedTextOrNull, type LocalDateTime } from '@libs/kernel';
import type { ReviewContent, ReviewFact } from './domain/review-content';
import { REVIEW_EVENTS } from './events';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { OwnReplyStore, type ReplyRow } from './persistence/own-reply.store';
import { contentHash } from './persistence/review-identity';

/** A reply in the form that the platform accepted. */
export interface PublishedReply {
  readonly text: string;
  /** The platform's date of the reply; null: the current time is used. */
  readonly at: LocalDateTime | null;
}

/**
 * Stores a reply that the service published or removed, so that the review contains the change at once (contract §2.3, §3.1). The row
 * gets a change number. The events contain the id of the review, because there is no run. Until a collection
 * has read the change or an hour has passed, collections do not revert it (`domain/own-reply.ts`).
 */
@Injectable()
export class OwnReplyService {
  constructor(
    private readonly database: Database,
    private readonly store: OwnReplyStore,
    private readonly changes: ChangeCounterStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Stores a published reply. No effect if there is no such review. The event `replied` is written only if the review had no reply
   * (contract §6.1).
   */
  async show(accountId: number, reviewId: number, reply: PublishedReply): Promise<void> {
    await this.storeReply(accountId, reviewId, ({ now }) => ({
      replyText: storedTextOrNull(reply.text),
      replyDate: reply.at ?? now,
    }));
  }

  /** Stores the removal of our reply. `ours` are the texts that the service published; any other reply stays stored. */
  async storeRemoved(accountId: number, reviewId: number, ours: readonly string[]): Promise<void> {
    await this.storeReply(accountId, reviewId, ({ content: { replyText, replyDate } }) => {
      const isOurs = replyText === null || ours.some((text) => isSameReply(text, replyText));
      return isOurs ? { replyText: null, replyDate: null } : { replyText, replyDate };
    });
  }

  private async storeReply(
    accountId: number,
    reviewId: number,
    change: (before: ReplyRow) => Pick<ReviewContent, 'replyText' | 'replyDate'>,
  ): Promise<void> {
    await this.database.transaction(async () => {
      // Every writer of reviews locks the change counter, so the row that is read after the lock cannot change.
      const allocated = await this.changes.next(accountId, 1);
      const before = await this.store.find(reviewId, allocated);
      if (before === null) return;
      const reply = change(before);
      // A collection has already stored the reply, or there is none to remove. An earlier pass may still show the old reply.
      if (before.content.replyText === reply.replyText) {
        if (reply.replyText === null) await this.store.setOwnReplyTime(reviewId, allocated);
        return;
      }
      const hash = contentHash({ ...before.content, ...reply });
      await this.store.write(reviewId, { ...reply, hash }, allocated);
      await this.writeEvents(accountId, before, reply.replyText);
    });
  }

  /** Writes the events of the change; none if the object is not live. */
  private async writeEvents(
    accountId: number,
    { id, objectId, isObjectLive, content }: ReplyRow,
    replyText: string | null,
  ): Promise<void> {
    if (!isObjectLive) return;
    const facts: ReviewFact[] = content.replyText === null && replyText !== null ? ['changed', 'replied'] : ['changed'];
    const payload = { run_id: null, review_ids: [id], object_ids: [objectId] };
    await this.outbox.write(...facts.map((fact) => REVIEW_EVENTS[fact].of(accountId, payload)));
  }
}
