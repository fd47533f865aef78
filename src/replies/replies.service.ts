/**
 * PUT, DELETE and GET of replies (contract §4.5, §7.4). Requests are accepted here and carried out by workers. All facts are read in
 * the transaction that accepts the request, under locks on the review key and on a trial's quota. The lock timeout is the
 * statement timeout, so that a short lock does not cause a refusal.
 */
import { Injectable } from '@nestjs/common';
import { currentActor, Database } from '@libs/database';
import { AppError, notFound, type ErrorCode } from '@libs/kernel';
import { Wakeups } from '@libs/queue';
import { AuditTrail } from '@src/audit';
import type { Caller } from '@src/auth';
import { ConnectionsService } from '@src/connections';
import { AnswerableReviewQuery, type AnswerableReview, type JudgedReview } from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import { changeBy, isOnPlatform, type Reply, type ReplyState } from './domain/reply';
import { checkDelete, checkProposed, checkPut, type PlatformAbilities } from './domain/reply-checks';
import type { ReplyRecord } from './persistence/reply-record.sql';
import { countReply } from './reply-metrics';
import { ProposalEndsStore } from './proposals/persistence/proposal-ends.store';
import { reviewKeyOf, ReplyStore, type ReplyTarget } from './persistence/reply.store';

/** Wake-up: a reply is due. */
export const REPLIES_DUE = 'replies-due';

type ReplyCaller = Pick<Caller, 'accountId' | 'entitlements'>;

export interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
}

/** What requests for a reply would meet now; null where they would be accepted. */
export interface ReplyProspects {
  readonly publish: Refusal | null;
  readonly remove: Refusal | null;
  /** How many replies of the trial on this platform other reviews use; null without a limit. */
  readonly trial: { readonly used: number; readonly of: number } | null;
}

/** A text that no platform shows, for the checks that need one. */
const ANOTHER_TEXT = '-';

@Injectable()
export class RepliesService {
  constructor(
    private readonly database: Database,
    private readonly replies: ReplyStore,
    private readonly reviews: AnswerableReviewQuery,
    private readonly connections: ConnectionsService,
    private readonly catalogue: SourceCatalogue,
    private readonly wakeups: Wakeups,
    private readonly trail: AuditTrail,
    private readonly proposals: ProposalEndsStore,
  ) {}

  /** The account's reply to a review. Throws `not_found` if there is no such review, `reply_not_found` if there is no reply. */
  async state(accountId: number, reviewId: number): Promise<ReplyRecord> {
    if ((await this.reviews.find(accountId, reviewId, null)) === null) throw notFound();
    const reply = await this.replies.record(accountId, reviewId);
    if (reply === null) throw new AppError('reply_not_found', 'There is no reply of yours on this review');
    return reply;
  }

  /**
   * The refusals that a new text and a removal would meet now, so that a person learns of them before writing. Changes nothing. Throws
   * `not_found` if the account has no such review.
   */
  async prospects(caller: ReplyCaller, reviewId: number): Promise<ReplyProspects> {
    const { accountId, entitlements } = caller;
    const review = await this.reviews.find(accountId, reviewId, entitlements.visibleReviewsPerLink);
    if (review === null) throw notFound();
    const target = targetOf(accountId, review);
    const reply = await this.replies.find(accountId, reviewId);
    const facts = await this.factsOf(caller, target);
    const limit = entitlements.trialRepliesPerSource;
    return {
      publish: refusalOf(() => checkPut({ ...facts, review, reply, text: ANOTHER_TEXT })),
      remove: refusalOf(() => checkDelete({ ...facts, reviewExists: true, reply })),
      trial: limit === null ? null : { used: await this.replies.repliesInQuota(target), of: limit },
    };
  }

  /** Accepts a text and returns it as it will be published. Throws the first refusal of contract §4.5. */
  async put(caller: ReplyCaller, reviewId: number, requestedText: string): Promise<string> {
    const { accountId } = caller;
    return this.accepting(caller, reviewId, async () => ({
      text: requestedText,
      reply: await this.replies.findLocked(accountId, reviewId),
    }));
  }

  /**
   * Like `put`, with the text that `judge` returns. It gets what the review says (null: it is gone) and the account's reply, both under
   * locks until the transaction ends. What it throws refuses the text.
   */
  async putJudged(
    caller: ReplyCaller,
    reviewId: number,
    judge: (review: JudgedReview | null, reply: Reply | null) => Promise<string>,
  ): Promise<string> {
    const { accountId, entitlements } = caller;
    return this.accepting(caller, reviewId, async () => {
      // The review before the reply, as workers lock them.
      const review = await this.reviews.judge(accountId, reviewId, entitlements.visibleReviewsPerLink);
      const reply = await this.replies.findLocked(accountId, reviewId);
      return { text: await judge(review, reply), reply };
    });
  }

  /**
   * The checks of a text that is only proposed, under the lock that orders all replies to the review, until the transaction ends. Throws
   * 404, and the refusals that no change of the plan or the connection lifts.
   */
  async checkProposed(
    { accountId, entitlements }: ReplyCaller,
    reviewId: number,
    text: string,
  ): Promise<{ readonly review: JudgedReview; readonly reply: Reply | null; readonly acceptable: string }> {
    const found = await this.reviews.find(accountId, reviewId, entitlements.visibleReviewsPerLink);
    if (found === null) throw notFound();
    await this.replies.lockReviewKey(targetOf(accountId, found).reviewKey);
    const review = await this.reviews.judge(accountId, reviewId, entitlements.visibleReviewsPerLink);
    if (review === null) throw notFound();
    const acceptable = checkProposed({ review, platform: this.abilitiesOf(review.sourceId), text });
    return { review, reply: await this.replies.find(accountId, reviewId), acceptable };
  }

  /** Accepts a removal and returns the text to remove. Throws the first refusal of contract §4.5. */
  async remove(accountId: number, reviewId: number): Promise<string> {
    return this.database.transaction(async () => {
      await this.database.waitLonger();
      const review = await this.reviews.find(accountId, reviewId, null);
      const reply = review && (await this.replies.findLocked(accountId, reviewId));
      const outcome = checkDelete({
        reviewExists: review !== null,
        reply,
        platform: review && this.abilitiesOf(review.sourceId),
        connection: review ? await this.connections.replyAccess({ ...review, accountId }) : 'none',
      });
      const accepted =
        outcome === 'drop'
          ? await this.replies.drop(accountId, reviewId)
          : await this.replies.acceptRemoval(accountId, reviewId, author());
      if (!accepted || reply === null) throw inProgress();
      await this.proposals.removalAccepted(accountId, reviewId);
      const target = { type: 'reply', id: reviewId } as const;
      await this.trail.recordOfPerson({ action: 'reply.withdrawn', accountId, target, before: { text: reply.text } });
      this.wakeAndCount(review?.sourceId ?? null, outcome === 'drop' ? 'deleted' : 'pending');
      return reply.text;
    });
  }

  /** Accepts a text. `read` gives it with the locked reply, after the locks that order all replies to the review. */
  private async accepting(
    caller: ReplyCaller,
    reviewId: number,
    read: () => Promise<{ readonly text: string; readonly reply: Reply | null }>,
  ): Promise<string> {
    const { accountId, entitlements } = caller;
    return this.database.transaction(async () => {
      await this.database.waitLonger();
      const review = await this.reviews.find(accountId, reviewId, entitlements.visibleReviewsPerLink);
      if (review === null) throw notFound();
      const target = targetOf(accountId, review);
      if (entitlements.trialRepliesPerSource !== null) await this.replies.lockQuota(accountId, target.sourceId);
      await this.replies.lockReviewKey(target.reviewKey);
      const { text: requestedText, reply } = await read();
      const text = checkPut({ ...(await this.factsOf(caller, target)), review, reply, text: requestedText });
      await this.accept(target, text, reply);
      return text;
    });
  }

  private async factsOf({ entitlements }: ReplyCaller, target: ReplyTarget) {
    const limit = entitlements.trialRepliesPerSource;
    return {
      platform: this.abilitiesOf(target.sourceId),
      planPublishes: entitlements.canPublishReplies,
      quotaIsUsedUp: limit !== null && (await this.replies.repliesInQuota(target)) >= limit,
      connection: await this.connections.replyAccess(target),
      isOwnedByOtherAccount: await this.replies.isOwnedByOtherAccount(target.accountId, target.reviewKey),
    };
  }

  private async accept(target: ReplyTarget, text: string, reply: Reply | null): Promise<void> {
    const isPublished = isOnPlatform(reply, text);
    const accepted = isPublished
      ? await this.replies.acceptPublished(target.accountId, target.reviewId)
      : await this.replies.accept(target, text, author());
    if (!accepted) throw inProgress();
    await this.proposals.textAccepted(target.accountId, target.reviewId);
    const change = changeBy(reply, text);
    if (change !== null)
      await this.trail.recordOfPerson({
        action: `reply.${change.kind}`,
        accountId: target.accountId,
        target: { type: 'reply', id: target.reviewId },
        ...(change.kind === 'changed' && { before: { text: change.replaced } }),
        after: { text },
      });
    this.wakeAndCount(target.sourceId, isPublished ? 'published' : 'pending');
  }

  private abilitiesOf(sourceId: number): PlatformAbilities | null {
    const source = this.catalogue.byId(sourceId);
    const publisher = this.catalogue.platform(sourceId)?.publisher;
    if (!source?.canPublishReply || !publisher) return null;
    const { canReplace, canDelete, needsReviewText } = publisher;
    return { canReplace, canDelete, needsReviewText, maxLength: source.replyMaxLength, unit: source.replyLengthUnit };
  }

  /** After the commit. */
  private wakeAndCount(sourceId: number | null, state: ReplyState): void {
    this.database.afterCommit('wake-up of replies', () => this.wakeups.send(REPLIES_DUE));
    this.database.afterCommit('metrics of replies', () => countReply(this.catalogue.labelOf(sourceId), state));
  }
}

function targetOf(accountId: number, review: AnswerableReview): ReplyTarget {
  const { reviewId, objectId, linkId, sourceId, pageUrl, externalId } = review;
  return { accountId, reviewId, objectId, linkId, sourceId, reviewKey: reviewKeyOf(sourceId, pageUrl, externalId) };
}

const inProgress = (): AppError =>
  new AppError('reply_in_progress', 'The previous reply is being published: retry in seconds');

/** The person who acts; null for a key. */
function author(): number | null {
  const actor = currentActor();
  return actor.kind === 'person' ? actor.personId : null;
}

function refusalOf(check: () => unknown): Refusal | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, detail: error.detail };
  }
}
