/**
 * Carries out a claimed reply: publishes it, removes it, or reads which reply the platform has (contract §3.1), in the order of the
 * methods:
 *
 *   prepare   the publisher of the platform, the review and the open connection
 *   readBack  only if an earlier request may have had an effect: which reply does the platform have?
 *   send      commits that a request begins, and sends the only request that publishes or removes
 *   conclude  writes the outcome under the claim's token, together with the reply text of the review
 *
 * `domain/next-step.ts` decides each step.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { isUnavailable } from '@libs/kernel';
import { LeaseLost } from '@libs/leases';
import {
  isAccessRefusal,
  NotSent,
  PublishError,
  ReviewGone,
  TooLate,
  type AccessRefusal,
  type PublishResult,
  type PublishTools,
  type ReplyPublisher,
  type ReviewAddress,
} from '@libs/sources';
import { ConnectionsService, PublishToolsFactory, type OpenConnection } from '@src/connections';
import { NoticesService } from '@src/notices';
import { AnswerableReviewQuery, OwnReplyService } from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import { replyFailureOf, isInterrupted, messageOf } from './domain/call-failure';
import { changeNotice } from './domain/change-notice';
import { failureNotice } from './domain/failure-notice';
import { idOnOwnerRoadOf } from './domain/id-on-owner-road';
import {
  FIRST_POLL_MS,
  firstStep,
  ownTexts,
  stepAfterFailedRead,
  stepAfterRead,
  stepAfterRefusal,
  stepAfterNothingSent,
  stepWithoutAccess,
  type Fail,
  type Step,
  type StepAfterRead,
  type Timing,
  type Wait,
} from './domain/next-step';
import type { ReplyFailure, ReplyState } from './domain/reply';
import { ProposalEndsStore } from './proposals/persistence/proposal-ends.store';
import { ReplyLeaseStore, type ClaimedReply } from './persistence/reply-lease.store';
import { beginPublications, countPublication, countReply } from './reply-metrics';

/** The data of one call to a platform. */
interface Call {
  readonly claim: ClaimedReply;
  readonly publisher: ReplyPublisher;
  readonly review: ReviewAddress;
  readonly tools: PublishTools;
  readonly connection: OpenConnection;
}

/** A failure that also revokes the connection. */
interface AccessFailure extends Fail {
  readonly refusal: AccessRefusal;
  readonly connection: OpenConnection;
}
/** Our own process ended the read, and the platform said nothing. */
interface Interruption {
  readonly do: 'read_at_once';
}
/** What became of a conclusion. `replaced`: nothing was written, because the credentials that were refused had been replaced. */
type Written = 'written' | 'replaced';
type Conclusion = Exclude<Step, { do: 'read' | 'send' }> | AccessFailure | Interruption;

/** The state of a reply after a step is written; null: as before. */
const STATE_AFTER: Readonly<Record<Conclusion['do'], ReplyState | null>> = {
  publish_nothing: 'published',
  published: 'published',
  removed: 'deleted',
  leave: 'published',
  wait: null,
  read_at_once: null,
  fail: 'failed',
};

/** The number of requests, and whether an earlier request may have had an effect. */
interface RequestHistory {
  readonly attempts: number;
  readonly stillInDoubt: boolean;
}

/** The pause between attempts to write an outcome. */
const WRITE_RETRY_MS = 500;

/** The reason why no call can be made. */
class CannotCall {
  constructor(
    readonly error: ReplyFailure,
    readonly detail: string,
  ) {}
}

@Injectable()
export class PublishReplyService {
  private readonly logger = new Logger(PublishReplyService.name);
  private readonly timing: Timing;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly database: Database,
    private readonly leases: ReplyLeaseStore,
    private readonly catalogue: SourceCatalogue,
    private readonly connections: ConnectionsService,
    private readonly toolsFactory: PublishToolsFactory,
    private readonly reviews: AnswerableReviewQuery,
    private readonly ownReplies: OwnReplyService,
    private readonly notices: NoticesService,
    private readonly proposals: ProposalEndsStore,
  ) {
    this.timing = {
      retryAfterMs: config.HREV_REPLY_RETRY_AFTER,
      moderationLimitMs: config.HREV_REPLY_MODERATION_LIMIT,
    };
  }

  /** Counts that a claimed reply reached the state `publishing`. A reply in moderation stays `published` under its claim. */
  noteClaim(claim: ClaimedReply): void {
    if (claim.state === 'publishing') countReply(this.catalogue.labelOf(claim.sourceId), 'publishing');
  }

  /** Carries out a claim. Does not throw for errors of the platform or a lost lease. `signal` aborts a call in progress. */
  async carryOut(claim: ClaimedReply, signal: AbortSignal): Promise<void> {
    try {
      const step = firstStep(claim);
      if (step.do !== 'read' && step.do !== 'send') return void (await this.conclude(claim, step));
      const call = await this.prepare(claim, signal);
      if (call instanceof CannotCall)
        return void (await this.conclude(claim, stepWithoutAccess(claim, call, this.timing)));
      const next = step.do === 'read' ? await this.readBack(call) : step;
      if (next.do === 'send') return await this.send(call, next.provenAbsent);
      if ((await this.conclude(claim, next)) === 'replaced') await this.readLater(claim);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
  }

  /** Another worker reads the platform after the pause, with the credentials that it then has. */
  private async readLater(claim: ClaimedReply): Promise<void> {
    await this.writeWithRetries(claim, () => this.leases.readLater(claim, this.timing.retryAfterMs));
  }

  private async prepare(claim: ClaimedReply, signal: AbortSignal): Promise<Call | CannotCall> {
    const source = this.catalogue.platform(claim.sourceId);
    if (!source?.publisher)
      return new CannotCall('platform_error', 'reviews on this platform can no longer be answered');
    const review = await this.reviews.withRaw(claim.accountId, claim.reviewId);
    if (review === null) return new CannotCall('review_gone', 'the object or its link was deleted');
    const connection = await this.connections.open(claim);
    if (connection === null) return new CannotCall('access_revoked', 'there is no active connection');
    return {
      claim,
      publisher: source.publisher,
      review: {
        externalId: review.externalId,
        idOnOwnerRoad: idOnOwnerRoadOf(source, connection.card, review),
        objectUrl: review.pageUrl,
        card: connection.card,
        raw: review.raw as ReviewAddress['raw'],
        hasText: review.hasText,
      },
      tools: this.toolsFactory.forCall(source, {
        ...connection,
        now: claim.claimedAt,
        beforeWrite: () => claim.lease.check(),
        signal,
      }),
      connection,
    };
  }

  private async readBack(call: Call): Promise<StepAfterRead | AccessFailure | Interruption> {
    const { claim, publisher, tools } = call;
    try {
      return stepAfterRead(claim, await publisher.readBack(call.review, tools), publisher, this.timing);
    } catch (error) {
      if (error instanceof ReviewGone) return stepAfterRead(claim, { kind: 'review_gone' }, publisher, this.timing);
      if (isAccessRefusal(error)) {
        if (claim.state !== 'published') return accessFailure(call, error, true);
        // A reply in moderation stays published, so no notice of a failed reply tells the account.
        await call.connection.markRevoked(error);
      }
      if (isInterrupted(tools.signal)) return { do: 'read_at_once' };
      const step = stepAfterFailedRead(claim, messageOf(error), publisher, this.timing);
      this.logFailedCall(claim, error, step);
      return step;
    }
  }

  /** Sends the request. Nothing else publishes or removes; `begin` is committed before the request is sent. */
  private async send(call: Call, provenAbsent: boolean): Promise<void> {
    const { claim, publisher, review, tools } = call;
    beginPublications(this.catalogue.labelOf(claim.sourceId));
    const attempts = await this.writeWithRetries(claim, () => this.leases.begin(claim, { provenAbsent }));
    let result: PublishResult | 'removed';
    try {
      if (claim.action === 'remove') {
        await publisher.remove(review, tools);
        result = 'removed';
      } else {
        result = await publisher.publish(review, claim.text, tools);
      }
    } catch (error) {
      return this.concludeFailure(call, { attempts, stillInDoubt: claim.inDoubt && !provenAbsent }, error);
    }
    await this.conclude(claim, stepOfResult(result));
  }

  /** A refusal is about its own request only: after an earlier request with an unknown effect, the reply stays in doubt. */
  private async concludeFailure(call: Call, history: RequestHistory, error: unknown): Promise<void> {
    const { claim } = call;
    const { stillInDoubt } = history;
    if (error instanceof TooLate) return this.releaseUnsent(claim, stillInDoubt);
    if (error instanceof NotSent && isInterrupted(call.tools.signal)) return this.releaseUnsent(claim, stillInDoubt);
    if (error instanceof NotSent) return this.retryLater(claim, history, error, error.retryAfterMs);
    if (isAccessRefusal(error)) {
      const written = await this.conclude(claim, accessFailure(call, error, stillInDoubt));
      return written === 'replaced' ? this.retryLater(claim, history, error, null) : undefined;
    }
    const failure = replyFailureOf(error);
    if (failure === null) {
      const forMs = this.timing.retryAfterMs;
      this.logFailedCall(claim, error, { do: 'wait', forMs });
      return this.writeWithRetries(claim, () => this.leases.recordUnknownOutcome(claim, forMs));
    }
    await this.conclude(claim, stepAfterRefusal(claim.action, failure, messageOf(error), stillInDoubt));
  }

  /** Sends a request later that had no effect, or ends the reply after too many of them. */
  private async retryLater(
    claim: ClaimedReply,
    history: RequestHistory,
    error: unknown,
    retryAfterMs: number | null,
  ): Promise<void> {
    const step = stepAfterNothingSent(history, messageOf(error), retryAfterMs, this.timing);
    if (step.do !== 'wait') return void (await this.conclude(claim, step));
    this.logFailedCall(claim, error, step);
    await this.writeWithRetries(claim, () => this.leases.retryLater(claim, step.forMs, history.stillInDoubt));
    countReply(this.catalogue.labelOf(claim.sourceId), 'pending');
  }

  /** Releases a reply that was not sent, unless another worker has claimed it. */
  private async releaseUnsent(claim: ClaimedReply, stillInDoubt: boolean): Promise<void> {
    this.logger.warn({ msg: 'a reply was not sent: the lease was over', review_id: claim.reviewId });
    await this.writeWithRetries(claim, () => this.leases.recordNotSent(claim, stillInDoubt));
    countReply(this.catalogue.labelOf(claim.sourceId), 'pending');
  }

  /** Writes an outcome in one transaction: the reply, the reply text of the review, and the revocation of a refused connection. */
  private async conclude(claim: ClaimedReply, step: Conclusion): Promise<Written> {
    const written = await this.writeWithRetries(claim, () =>
      this.database.transaction(async () => {
        // The longer lock timeout of collections.
        await this.database.waitLonger();
        const outcome = await this.write(claim, step);
        if (outcome === 'written' && step.do !== 'leave' && STATE_AFTER[step.do] === 'published')
          await this.proposals.published(claim.accountId, [claim.reviewId]);
        return outcome;
      }),
    );
    if (written === 'replaced') return written;
    this.log(claim, step);
    this.count(claim, step);
    return written;
  }

  /**
   * Retries a write after a temporary fault, such as a lock or an unavailable database, until the lease is over. After that, another
   * worker reads the platform.
   */
  private async writeWithRetries<T>(claim: ClaimedReply, write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isUnavailable(error) || claim.lease.isOver) throw error;
        await pause(WRITE_RETRY_MS);
      }
    }
  }

  /**
   * Writes nothing if the refused connection was replaced. Locks the review before the reply: other changes of the
   * account may lock the change number for long, and clients must not wait for the reply meanwhile.
   */
  private async write(claim: ClaimedReply, step: Conclusion): Promise<Written> {
    switch (step.do) {
      case 'publish_nothing':
        await this.leases.recordPublished(claim, { pollMs: null, confirmed: false });
        return 'written';
      case 'published':
        await this.concludePublished(claim, step);
        return 'written';
      case 'removed':
        await this.ownReplies.storeRemoved(claim.accountId, claim.reviewId, ownTexts(claim));
        await this.leases.recordRemoved(claim);
        return 'written';
      case 'leave':
        await this.concludeEdited(claim, step);
        return 'written';
      case 'wait':
        await this.leases.readLater(claim, step.forMs);
        return 'written';
      case 'read_at_once':
        await this.leases.readAtOnce(claim);
        return 'written';
      case 'fail':
        return this.concludeFailed(claim, step);
    }
  }

  private async concludePublished(claim: ClaimedReply, step: Extract<Step, { do: 'published' }>): Promise<void> {
    // A reply that is shown after moderation is confirmed. Other replies are confirmed by a collection.
    const confirmed = step.shown && claim.state === 'published';
    if (step.shown) await this.ownReplies.show(claim.accountId, claim.reviewId, { text: claim.text, at: step.at });
    await this.leases.recordPublished(claim, { pollMs: step.shown ? null : FIRST_POLL_MS, confirmed });
  }

  private async concludeEdited(claim: ClaimedReply, { isShown }: Extract<Step, { do: 'leave' }>): Promise<void> {
    await this.leases.recordEdited(claim);
    const changed = { ...claim, platform: this.platformOf(claim), isRemoval: false, isShown };
    await this.notices.notify({ accountId: claim.accountId, ...changeNotice([changed]) });
  }

  private async concludeFailed(claim: ClaimedReply, step: Fail | AccessFailure): Promise<Written> {
    if ('connection' in step && !(await step.connection.markRevoked(step.refusal, false))) return 'replaced';
    await this.leases.recordFailed(claim, step);
    const platform = this.platformOf(claim);
    await this.notices.notify({ accountId: claim.accountId, ...failureNotice({ ...claim, ...step, platform }) });
    return 'written';
  }

  private platformOf({ sourceId }: ClaimedReply): string {
    return this.catalogue.byId(sourceId)?.displayName ?? 'the platform';
  }

  /** Counts the state that a reply has reached. A reply in moderation that is looked at again stays in its state. */
  private count(claim: ClaimedReply, step: Conclusion): void {
    const source = this.catalogue.labelOf(claim.sourceId);
    const state = STATE_AFTER[step.do];
    if (state === null || state === claim.state) return;
    countReply(source, state);
    if (claim.action !== 'publish' || claim.isRepair || (step.do !== 'published' && step.do !== 'fail')) return;
    const failure = step.do === 'fail' ? step.error : null;
    countPublication(source, failure, claim.acceptedForMs + performance.now() - claim.requestedAtMs);
  }

  private log(claim: ClaimedReply, step: Conclusion): void {
    const entry = entryOf(claim);
    if (step.do === 'fail') this.logger.warn({ msg: 'reply failed', ...entry, error: step.error, detail: step.detail });
    else if (step.do === 'read_at_once') this.logger.log({ msg: 'the read of a reply was interrupted', ...entry });
    else if (step.do !== 'wait') this.logger.log({ msg: 'reply carried out', ...entry, outcome: step.do });
  }

  /** Logs why a call failed, and when the next one follows. A failure of the reply is logged with its outcome. */
  private logFailedCall(claim: ClaimedReply, error: unknown, next: Wait | Fail): void {
    const entry = { ...entryOf(claim), ...(next.do === 'wait' ? { next_attempt_in_ms: next.forMs } : {}) };
    if (!(error instanceof PublishError))
      this.logger.error({ msg: 'a publisher threw an unexpected error', ...entry, err: error });
    else if (next.do === 'wait')
      this.logger.warn({ msg: 'a call for a reply failed', ...entry, detail: error.message });
  }
}

const entryOf = ({ accountId, reviewId, action }: ClaimedReply) => ({
  account_id: accountId,
  review_id: reviewId,
  action,
});

function stepOfResult(result: PublishResult | 'removed'): Conclusion {
  if (result === 'removed') return { do: 'removed' };
  const isShown = result.kind === 'published';
  return { do: 'published', shown: isShown, at: isShown ? result.at : null };
}

function accessFailure({ connection }: Call, refusal: AccessRefusal, stillInDoubt: boolean): AccessFailure {
  return {
    do: 'fail',
    error: 'access_revoked',
    detail: refusal.message,
    stillInDoubt,
    refusal,
    connection,
  };
}
