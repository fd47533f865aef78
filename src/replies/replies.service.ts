/**
 * Replies as clients order them (contract §4.5, §7.4): accepted here, carried out by a worker. All facts
 * are read in the transaction that accepts, behind locks that let one request a place and one a trial's quota through at a
 * time. It waits for them as long as a statement may take: no wish is refused because somebody holds a lock for a moment.
 */
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { Wakeups } from '@libs/queue';
import type { Caller } from '@src/auth';
import { ConnectionsService } from '@src/connections';
import { AnswerableReviewQuery, type AnswerableReview } from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import { holds, type Reply } from './domain/reply';
import { acceptDelete, acceptPut, type PlatformAbilities } from './domain/reply-checks';
import { placeOf, ReplyStore, type ReplyTarget } from './persistence/reply.store';
import { REPLIES_DUE } from './queues';

type Publisher = Pick<Caller, 'accountId' | 'entitlements'>;

@Injectable()
export class RepliesService {
  constructor(
    private readonly database: Database,
    private readonly replies: ReplyStore,
    private readonly reviews: AnswerableReviewQuery,
    private readonly connections: ConnectionsService,
    private readonly catalogue: SourceCatalogue,
    private readonly wakeups: Wakeups,
  ) {}

  /** The reply that the account has on its review; 404 `not_found` without the review, `reply_not_found` without a reply. */
  async state(accountId: number, reviewId: number): Promise<Reply> {
    if ((await this.reviews.find(accountId, reviewId, null)) === null) throw notFound();
    const reply = await this.replies.find(accountId, reviewId);
    if (reply === null) throw new AppError('reply_not_found', 'There is no reply of yours on this review');
    return reply;
  }

  /** Accepts a text; gives it as it will be published. Throws the first refusal of contract §4.5. */
  async put(publisher: Publisher, reviewId: number, given: string): Promise<string> {
    const { accountId, entitlements } = publisher;
    return this.database.transaction(async () => {
      await this.database.waitLonger();
      const review = await this.reviews.find(accountId, reviewId, entitlements.visibleReviewsPerLink);
      if (review === null) throw notFound();
      const target = targetOf(accountId, review);
      if (entitlements.trialRepliesPerSource !== null) await this.replies.holdQuota(accountId, target.sourceId);
      await this.replies.holdPlace(target.place);
      const reply = await this.replies.findLocked(accountId, reviewId);
      const text = acceptPut({ ...(await this.factsOf(publisher, target)), review, reply, text: given });
      await this.accept(target, text, reply);
      return text;
    });
  }

  /** Accepts a removal; gives the text that goes. Throws the first refusal of contract §4.5. */
  async remove(accountId: number, reviewId: number): Promise<string> {
    return this.database.transaction(async () => {
      await this.database.waitLonger();
      const review = await this.reviews.find(accountId, reviewId, null);
      const reply = review && (await this.replies.findLocked(accountId, reviewId));
      const outcome = acceptDelete({
        reviewIsThere: review !== null,
        reply,
        platform: review && this.abilitiesOf(review.sourceId),
        connection: review ? await this.connections.access({ ...review, accountId }) : 'none',
      });
      const accepted =
        outcome === 'drop'
          ? await this.replies.drop(accountId, reviewId)
          : await this.replies.acceptRemoval(accountId, reviewId);
      if (!accepted || reply === null) throw inProgress();
      this.announceDue();
      return reply.text;
    });
  }

  private async factsOf({ entitlements }: Publisher, target: ReplyTarget) {
    const limit = entitlements.trialRepliesPerSource;
    return {
      platform: this.abilitiesOf(target.sourceId),
      planPublishes: entitlements.canPublishReplies,
      quotaIsUsedUp: limit !== null && (await this.replies.used(target)) >= limit,
      connection: await this.connections.access(target),
      isTaken: await this.replies.isTaken(target.accountId, target.place),
    };
  }

  private async accept(target: ReplyTarget, text: string, reply: Reply | null): Promise<void> {
    const isHeld = holds(reply, text);
    const accepted = isHeld
      ? await this.replies.acceptHeld(target.accountId, target.reviewId)
      : await this.replies.accept(target, text);
    if (!accepted) throw inProgress();
    this.announceDue();
  }

  private abilitiesOf(sourceId: number): PlatformAbilities | null {
    const source = this.catalogue.byId(sourceId);
    const publisher = this.catalogue.platform(sourceId)?.publisher;
    if (!source?.canPublishReply || !publisher) return null;
    const { canReplace, canDelete, needsReviewText } = publisher;
    return { canReplace, canDelete, needsReviewText, maxLength: source.replyMaxLength, unit: source.replyLengthUnit };
  }

  private announceDue(): void {
    this.database.afterCommit('wake-up of replies', () => this.wakeups.send(REPLIES_DUE));
  }
}

function targetOf(accountId: number, review: AnswerableReview): ReplyTarget {
  const { reviewId, objectId, linkId, sourceId, pageUrl, externalId } = review;
  return { accountId, reviewId, objectId, linkId, sourceId, place: placeOf(sourceId, pageUrl, externalId) };
}

const inProgress = (): AppError =>
  new AppError('reply_in_progress', 'The previous reply is being published: retry in seconds');
