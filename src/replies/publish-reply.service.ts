/**
 * Carries out one claimed reply: publishes, takes away, or asks the platform what it holds (contract §3.1). What is done next is decided by `domain/next-step.ts`; here it is done, and every outcome is written under the
 * claim's token together with what the review shows.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { isUnavailable } from '@libs/kernel';
import {
  AccessRevoked,
  CardNotYours,
  NotSent,
  PlatformRefused,
  PublishError,
  ReviewGone,
  TextRejected,
  TooLate,
  type PublishResult,
  type PublishTools,
  type ReplyPublisher,
  type ReviewAddress,
} from '@libs/sources';
import { ConnectionsService, PublishToolsFactory, type OpenConnection } from '@src/connections';
import { NoticesService } from '@src/notices';
import { AnswerableReviewQuery, OwnReplyService } from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import { changeNotice } from './domain/change-notice';
import { failureNotice } from './domain/failure-notice';
import {
  firstStep,
  ownTexts,
  pollPauseMs,
  stepAfterFailedReading,
  stepAfterReading,
  stepAfterNothingSent,
  stepWithoutAccess,
  type Fail,
  type Patience,
  type Step,
} from './domain/next-step';
import type { ReplyFailure } from './domain/reply';
import { ReplyLeaseLost, ReplyLeaseStore, type ClaimedReply } from './persistence/reply-lease.store';

/** Everything a call needs. */
interface Call {
  readonly claim: ClaimedReply;
  readonly publisher: ReplyPublisher;
  readonly review: ReviewAddress;
  readonly tools: PublishTools;
  readonly connection: OpenConnection;
}

/** A failure that ends the connection too. */
interface Refused extends Fail {
  readonly connection: OpenConnection;
  /** What is done where the connection was made anew meanwhile: the refusal was of credentials that nobody uses any more. */
  instead(): Promise<void>;
}
type Conclusion = Exclude<Step, { do: 'look' | 'send' }> | Refused;

/** How often the platform was asked for this, and whether an earlier request may have done it. */
interface Tried {
  readonly attempts: number;
  readonly stillInDoubt: boolean;
}

/** Between two tries to write what became of a claim. */
const AGAIN_MS = 500;

/** Why a call cannot even be made. */
class Impossible {
  constructor(
    readonly error: ReplyFailure,
    readonly detail: string,
  ) {}
}

@Injectable()
export class PublishReplyService {
  private readonly logger = new Logger(PublishReplyService.name);
  private readonly patience: Patience;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly database: Database,
    private readonly leases: ReplyLeaseStore,
    private readonly catalogue: SourceCatalogue,
    private readonly connections: ConnectionsService,
    private readonly toolsFactory: PublishToolsFactory,
    private readonly reviews: AnswerableReviewQuery,
    private readonly shown: OwnReplyService,
    private readonly notices: NoticesService,
  ) {
    this.patience = {
      retryAfterMs: config.HREV_REPLY_RETRY_AFTER,
      moderationLimitMs: config.HREV_REPLY_MODERATION_LIMIT,
    };
  }

  /** Never throws for what a platform does, nor where the claim was lost. `signal` ends it in the middle of a call. */
  async carryOut(claim: ClaimedReply, signal: AbortSignal): Promise<void> {
    try {
      await this.carryOutOrThrow(claim, signal);
    } catch (error) {
      if (error instanceof ReplyLeaseLost) return;
      throw error;
    }
  }

  private async carryOutOrThrow(claim: ClaimedReply, signal: AbortSignal): Promise<void> {
    const step = firstStep(claim);
    if (step.do !== 'look' && step.do !== 'send') return this.conclude(claim, step);
    const call = await this.prepare(claim, signal);
    if (call instanceof Impossible) return this.conclude(claim, stepWithoutAccess(claim, call, this.patience));
    const next = step.do === 'look' ? await this.look(call) : step;
    if (next.do === 'send') return this.send(call, next.placeIsEmpty);
    if (next.do !== 'look') return this.conclude(claim, next);
  }

  private async prepare(claim: ClaimedReply, signal: AbortSignal): Promise<Call | Impossible> {
    const source = this.catalogue.platform(claim.sourceId);
    if (!source?.publisher)
      return new Impossible('platform_error', 'reviews on this platform cannot be answered any more');
    const review = await this.reviews.withRaw(claim.accountId, claim.reviewId);
    if (review === null) return new Impossible('review_gone', 'the object or its link is gone');
    const connection = await this.connections.open(claim);
    if (connection === null) return new Impossible('access_revoked', 'there is no connection that the platform takes');
    return {
      claim,
      publisher: source.publisher,
      review: {
        externalId: review.externalId,
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

  private async look(call: Call): Promise<Step | Refused> {
    const { claim, publisher } = call;
    try {
      return stepAfterReading(claim, await publisher.readBack(call.review, call.tools), publisher, this.patience);
    } catch (error) {
      if (error instanceof ReviewGone)
        return stepAfterReading(claim, { kind: 'review_gone' }, publisher, this.patience);
      if (isRefusal(error)) {
        if (claim.state !== 'published')
          return revoked(call, error, true, () =>
            this.patiently(claim, () => this.leases.wait(claim, this.patience.retryAfterMs)),
          );
        await call.connection.markRevoked();
      }
      this.logUnforeseen(claim, error);
      return stepAfterFailedReading(claim, messageOf(error), publisher, this.patience);
    }
  }

  /** The one place from which anything is published or taken away; `begin` has committed before the request leaves. */
  private async send(call: Call, placeIsEmpty: boolean): Promise<void> {
    const { claim, publisher, review, tools } = call;
    const attempts = await this.patiently(claim, () => this.leases.begin(claim, { placeIsEmpty }));
    let result: PublishResult | 'removed';
    try {
      if (claim.wish === 'remove') {
        await publisher.remove(review, tools);
        result = 'removed';
      } else {
        result = await publisher.publish(review, claim.text, tools);
      }
    } catch (error) {
      return this.concludeFailure(call, { attempts, stillInDoubt: claim.inDoubt && !placeIsEmpty }, error);
    }
    if (result === 'removed') return this.conclude(claim, { do: 'removed' });
    const at = result.kind === 'published' ? result.at : null;
    return this.conclude(claim, { do: 'published', shown: result.kind === 'published', at });
  }

  /** A refusal tells of its own request alone: doubt that an earlier one left stays, and the platform is asked first. */
  private async concludeFailure(call: Call, tried: Tried, error: unknown): Promise<void> {
    const { claim } = call;
    const { stillInDoubt } = tried;
    const tryAgain = (askedMs: number | null): Promise<void> => {
      const step = stepAfterNothingSent(tried, messageOf(error), askedMs, this.patience);
      if (step.do !== 'wait') return this.conclude(claim, step);
      return this.patiently(claim, () => this.leases.again(claim, step.forMs, stillInDoubt));
    };
    if (error instanceof TooLate) return this.giveBack(claim, stillInDoubt);
    if (error instanceof NotSent) return tryAgain(error.retryAfterMs);
    if (isRefusal(error))
      return this.conclude(
        claim,
        revoked(call, error, stillInDoubt, () => tryAgain(null)),
      );
    const failure = failureOf(error);
    if (failure === null) {
      this.logUnforeseen(claim, error);
      return this.patiently(claim, () => this.leases.unknown(claim, this.patience.retryAfterMs));
    }
    if (failure === 'review_gone') {
      if (claim.wish === 'remove') return this.conclude(claim, { do: 'removed' });
      return this.conclude(claim, { do: 'fail', error: failure, detail: messageOf(error), stillInDoubt: false });
    }
    return this.conclude(claim, { do: 'fail', error: failure, detail: messageOf(error), stillInDoubt });
  }

  /** Where nobody has taken it over yet, at once; else whoever did has asked the platform already. */
  private async giveBack(claim: ClaimedReply, stillInDoubt: boolean): Promise<void> {
    this.logger.warn({ msg: 'a reply was not sent: the lease was over', review_id: claim.reviewId });
    await this.patiently(claim, () => this.leases.withheld(claim, stillInDoubt));
  }

  /** Writes an outcome: the reply, what the review shows, and a connection that was refused, together or not at all. */
  private async conclude(claim: ClaimedReply, step: Conclusion): Promise<void> {
    const isWritten = await this.patiently(claim, () => this.writeTogether(claim, step));
    if (!isWritten && 'instead' in step) return step.instead();
    this.log(claim, step);
  }

  /**
   * Writes again after a fault that passes by itself: that somebody holds a lock, or that the database is away for a moment,
   * changes nothing of what the platform did. Until the lease is over: then somebody else finds that out.
   */
  private async patiently<T>(claim: ClaimedReply, write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!isUnavailable(error) || claim.lease.isOver) throw error;
        await pause(AGAIN_MS);
      }
    }
  }

  /** One transaction, which waits for locks as pages of a collection do. */
  private async writeTogether(claim: ClaimedReply, step: Conclusion): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.database.waitLonger();
      return this.write(claim, step);
    });
  }

  /**
   * False, and nothing written, where the step is void. The review comes before the reply: its change number is waited for
   * behind every other change of the account, and clients who ask for the reply must not wait that long with us.
   */
  private async write(claim: ClaimedReply, step: Conclusion): Promise<boolean> {
    switch (step.do) {
      case 'publish_nothing':
        await this.leases.published(claim, { pollMs: null, confirmed: false });
        return true;
      case 'published':
        await this.concludePublished(claim, step);
        return true;
      case 'removed':
        await this.shown.takeAway(claim.accountId, claim.reviewId, ownTexts(claim));
        await this.leases.removed(claim);
        return true;
      case 'leave':
        await this.concludeLeft(claim, step);
        return true;
      case 'wait':
        await this.leases.wait(claim, step.forMs);
        return true;
      case 'fail':
        return this.concludeFailed(claim, step);
    }
  }

  private async concludePublished(claim: ClaimedReply, step: Extract<Step, { do: 'published' }>): Promise<void> {
    // Seen on a platform that had it in moderation is as good as seen by a collection; elsewhere a collection confirms.
    const confirmed = step.shown && claim.state === 'published';
    if (step.shown) await this.shown.show(claim.accountId, claim.reviewId, { text: claim.text, at: step.at });
    await this.leases.published(claim, { pollMs: step.shown ? null : pollPauseMs(claim.looks), confirmed });
  }

  private async concludeLeft(claim: ClaimedReply, { isShown }: Extract<Step, { do: 'leave' }>): Promise<void> {
    await this.leases.left(claim);
    const changed = { ...claim, platform: this.platformOf(claim), isRemoval: false, isShown };
    await this.notices.notify({ accountId: claim.accountId, ...changeNotice([changed]) });
  }

  private async concludeFailed(claim: ClaimedReply, step: Fail | Refused): Promise<boolean> {
    if ('connection' in step && !(await step.connection.markRevoked())) return false;
    await this.leases.failed(claim, step);
    const platform = this.platformOf(claim);
    await this.notices.notify({ accountId: claim.accountId, ...failureNotice({ ...claim, ...step, platform }) });
    return true;
  }

  private platformOf({ sourceId }: ClaimedReply): string {
    return this.catalogue.byId(sourceId)?.displayName ?? 'the platform';
  }

  private log(claim: ClaimedReply, step: Step): void {
    const entry = { account_id: claim.accountId, review_id: claim.reviewId, wish: claim.wish };
    if (step.do === 'fail') this.logger.warn({ msg: 'reply failed', ...entry, error: step.error, detail: step.detail });
    else if (step.do !== 'wait') this.logger.log({ msg: 'reply carried out', ...entry, outcome: step.do });
  }

  /** What no publisher promises to throw is a fault of ours; it is treated as an outcome that nobody knows. */
  private logUnforeseen(claim: ClaimedReply, error: unknown): void {
    if (error instanceof PublishError) return;
    this.logger.error({ msg: 'a publisher failed in an unforeseen way', review_id: claim.reviewId, err: error });
  }
}

function isRefusal(error: unknown): error is AccessRevoked | CardNotYours {
  return error instanceof AccessRevoked || error instanceof CardNotYours;
}

/** The failure that a refused request ends with; null where nobody knows what became of it. */
function failureOf(error: unknown): ReplyFailure | null {
  if (error instanceof TextRejected) return 'text_rejected';
  if (error instanceof ReviewGone) return 'review_gone';
  if (error instanceof PlatformRefused) return 'platform_error';
  return null;
}

function revoked({ connection }: Call, error: Error, stillInDoubt: boolean, instead: () => Promise<void>): Refused {
  return { do: 'fail', error: 'access_revoked', detail: error.message, stillInDoubt, connection, instead };
}

const messageOf = (error: unknown): string => (error instanceof PublishError ? error.message : 'an unforeseen fault');
