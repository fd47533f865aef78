import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { spanned } from '@libs/traces';
import { LeasedWorker, underLease, WakeupHandlers, type NextPoll } from '@libs/queue';
import { CallTookTooLong } from '../domain/call-failure';
import { ReplyLeaseStore, type ClaimedReply } from '../persistence/reply-lease.store';
import { PublishReplyService } from '../publish-reply.service';
import { REPLIES_DUE } from '../replies.service';

/** Time limit of a call and its preparation. Each request of a publisher has a shorter limit. */
const CALL_LIMIT_MS = 120_000;

/**
 * Carries out replies that are due. On shutdown, running publications may finish for a while: after one is aborted, it is unknown
 * whether the platform published the text.
 */
@Injectable()
export class ReplyWorker extends LeasedWorker<ClaimedReply> {
  private readonly leaseMs: number;

  constructor(
    @Inject(CONFIG) config: Config,
    handlers: WakeupHandlers,
    private readonly leases: ReplyLeaseStore,
    private readonly publishing: PublishReplyService,
  ) {
    super(handlers, {
      noun: 'replies',
      wakeups: [REPLIES_DUE],
      slots: 4,
      batch: 1,
      finishMs: 20_000,
      cleanupMs: 3_000,
      describe: ({ reviewId }) => ({ review_id: reviewId }),
    });
    this.leaseMs = config.HREV_REPLY_LEASE;
  }

  protected async claim(): Promise<readonly ClaimedReply[]> {
    const claim = await this.leases.claim(this.leaseMs);
    return claim === null ? [] : [claim];
  }

  protected async carryOut(claim: ClaimedReply, stop: AbortSignal): Promise<NextPoll> {
    const job = {
      leaseMs: this.leaseMs,
      renew: () => this.leases.renew(claim, this.leaseMs),
      limit: { ms: CALL_LIMIT_MS, reason: new CallTookTooLong() },
    };
    this.publishing.noteClaim(claim);
    await spanned({ name: 'publish reply', kind: 'consumer', causes: [] }, () =>
      underLease(job, stop, (signal) => {
        claim.lease.endOn(signal);
        return this.publishing.carryOut(claim, signal);
      }),
    );
    return 'at_once';
  }
}
