import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CONFIG, type Config } from '@libs/config';
import { endsInTime, isUnavailable } from '@libs/kernel';
import { CoalescedPoller, WakeupHandlers } from '@libs/queue';
import { ReplyLeaseStore, type ClaimedReply } from '../persistence/reply-lease.store';
import { PublishReplyService } from '../publish-reply.service';
import { REPLIES_DUE } from '../queues';

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 4;
/** One call with all it needs; a publisher's requests have shorter limits of their own. */
const CALL_LIMIT_MS = 120_000;
/** Publications are not interrupted by a stop: half of one costs more than a few seconds. */
const SHUTDOWN_LIMIT_MS = 20_000;
/** Both together stay below what the process gives everything that closes. */
const CLEANUP_LIMIT_MS = 3_000;

/**
 * Carries replies out in this process. Wake-ups make it look at once; it also looks every second by itself, so nothing
 * depends on one arriving, and one that arrives twice does nothing twice.
 */
@Injectable()
export class ReplyWorker implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(ReplyWorker.name);
  private readonly running = new Map<string, { readonly done: Promise<void>; readonly abort: AbortController }>();
  private readonly looks = new CoalescedPoller(
    () => this.claimWhilePlacesAreFree(),
    (error) =>
      this.logger.warn(`could not look for replies: ${error instanceof Error ? error.message : String(error)}`),
  );

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly handlers: WakeupHandlers,
    private readonly leases: ReplyLeaseStore,
    private readonly publishing: PublishReplyService,
  ) {}

  onModuleInit(): void {
    this.handlers.on(REPLIES_DUE, () => this.look());
  }

  @Interval(LOOK_EVERY_MS)
  tick(): void {
    void this.look();
  }

  /** Claims until nothing is due or all places are taken. Calls while it looks are folded into one more look. */
  look(): Promise<void> {
    return this.looks.poll();
  }

  /** Takes nothing new, lets what is under way end, and interrupts it only when it takes too long. */
  async beforeApplicationShutdown(): Promise<void> {
    const ended = Promise.allSettled([this.looks.stop(), ...[...this.running.values()].map(({ done }) => done)]);
    if (await endsInTime(ended, SHUTDOWN_LIMIT_MS)) return;
    for (const { abort } of this.running.values()) abort.abort(new Error('the process is stopping'));
    await endsInTime(ended, CLEANUP_LIMIT_MS);
  }

  private async claimWhilePlacesAreFree(): Promise<void> {
    while (!this.looks.isStopped && this.running.size < AT_ONCE) {
      const claim = await this.leases.claim(this.config.HREV_REPLY_LEASE);
      if (claim === null) return;
      this.start(claim);
    }
  }

  private start(claim: ClaimedReply): void {
    const abort = new AbortController();
    abort.signal.addEventListener('abort', () => claim.lease.end(), { once: true });
    const done = this.run(claim, abort).finally(() => {
      this.running.delete(claim.token);
      if (!this.looks.isStopped) void this.look();
    });
    this.running.set(claim.token, { done, abort });
  }

  private async run(claim: ClaimedReply, abort: AbortController): Promise<void> {
    const leaseMs = this.config.HREV_REPLY_LEASE;
    const renewing = setInterval(() => void this.renew(claim, abort, leaseMs), Math.max(50, leaseMs / 3));
    const limit = setTimeout(() => abort.abort(new Error('the call took too long')), CALL_LIMIT_MS);
    try {
      await this.publishing.carryOut(claim, abort.signal);
    } catch (error) {
      // The lease runs out, and whoever takes it over finds out what was done.
      const line = { msg: 'a reply could not be carried out', review_id: claim.reviewId, err: error };
      if (isUnavailable(error)) this.logger.warn(line);
      else this.logger.error(line);
    } finally {
      clearInterval(renewing);
      clearTimeout(limit);
    }
  }

  private async renew(claim: ClaimedReply, abort: AbortController, leaseMs: number): Promise<void> {
    try {
      if (!(await this.leases.renew(claim, leaseMs))) abort.abort(new Error('the lease is lost'));
    } catch {
      // The database may be away for a moment; the token decides at the next write whether the lease outlived it.
    }
  }
}
