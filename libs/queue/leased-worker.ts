import { Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { endsInTime, isUnavailable } from '@libs/kernel';
import { CoalescedPoller } from './coalesced-poller';
import type { WakeupHandlers } from './wakeup-handlers';

const POLL_EVERY_MS = 1_000;

export interface LeasedWorkerOptions<Claim> {
  /** Plural noun for the items that it works on, for log messages: "replies". */
  readonly noun: string;
  /** Names of the wake-ups that make it poll. */
  readonly wakeups: readonly string[];
  /** Maximum number of claims that it works on at the same time. */
  readonly slots: number;
  /** Maximum number that one call of `claim` requests; default: the number of free slots. */
  readonly batch?: number;
  /**
   * How long a slot that becomes free may wait for others, so that one claim fills several; default 0. The worker claims at once when
   * half of its slots are free.
   */
  readonly gatherMs?: number;
  /** How long running work may take to finish when the process stops. */
  readonly finishMs: number;
  /** How long running work may take to clean up after its signal is aborted. */
  readonly cleanupMs: number;
  /** Fields that identify a claim in log messages. */
  readonly describe?: (claim: Claim) => Readonly<Record<string, unknown>>;
}

/** When a worker polls after work has ended: at once, because a slot is free, or only at the next wake-up or interval. */
export type NextPoll = 'at_once' | 'at_interval';

/**
 * Works on claims of one kind in this process. The work and its leases are in PostgreSQL: any number of processes may run such a
 * worker. If a process does not finish a claim, another process can claim the same work when the lease expires.
 *
 * - It polls at its wake-ups and every second, so a lost wake-up delays work by a second. Polls that are requested during a poll
 *   are coalesced into one.
 * - It never works on more claims than it has slots, and polls again when a slot becomes free, or several (`gatherMs`).
 * - An error of one claim is logged and affects no other; its lease expires.
 * - When the process stops, it claims nothing more. Running work has `finishMs` to finish, is then aborted, and has `cleanupMs` to
 *   clean up.
 *
 * A subclass implements `claim` and `carryOut`. `carryOut` renews its lease with `underLease`, or ends before the lease expires.
 */
export abstract class LeasedWorker<Claim> implements OnModuleInit, BeforeApplicationShutdown {
  protected readonly logger = new Logger(this.constructor.name);
  private readonly running = new Set<Promise<void>>();
  /** One for each running claim: Node warns of a leak if more than ten listeners are added to one signal. */
  private readonly interrupts = new Set<AbortController>();
  /** The abort reason of all claims, once running work may no longer finish. */
  private interruption: Error | null = null;
  private gathering: NodeJS.Timeout | null = null;
  private readonly poller = new CoalescedPoller(
    () => this.findWork(),
    (error) => this.logger.warn({ msg: `could not claim ${this.options.noun}`, reason: String(error) }),
  );

  protected constructor(
    private readonly handlers: WakeupHandlers,
    private readonly options: LeasedWorkerOptions<Claim>,
  ) {}

  /** Claims up to `slots` items of due work, under leases. Fewer claims mean that nothing else is due. */
  protected abstract claim(slots: number): Promise<readonly Claim[]>;

  /** Does the work of a claim and stores the result. Must end soon after its signal is aborted. */
  protected abstract carryOut(claim: Claim, signal: AbortSignal): Promise<NextPoll>;

  onModuleInit(): void {
    const { noun, slots, wakeups } = this.options;
    for (const name of wakeups) this.handlers.on(name, () => this.poll());
    this.handlers.reportWork(() => ({ noun, running: this.running.size, slots }));
  }

  /** Claims until nothing is due or no slot is free; resolves before the work has ended. Never rejects. */
  @Interval(POLL_EVERY_MS)
  poll(): Promise<void> {
    return this.poller.poll();
  }

  async beforeApplicationShutdown(): Promise<void> {
    const drained = this.drain();
    if (await endsInTime(drained, this.options.finishMs)) return;
    this.interruption = new Error('the process is stopping');
    for (const interrupt of this.interrupts) interrupt.abort(this.interruption);
    await endsInTime(drained, this.options.cleanupMs);
  }

  protected get isStopping(): boolean {
    return this.poller.isStopped;
  }

  /** One poll: claims while slots are free. */
  protected async findWork(): Promise<void> {
    const { slots, batch = slots } = this.options;
    while (!this.isStopping && this.running.size < slots) {
      const requested = Math.min(batch, slots - this.running.size);
      const claims = await this.claim(requested);
      for (const claim of claims) this.start(claim);
      if (claims.length < requested) return;
    }
  }

  private start(claim: Claim): void {
    const job = this.carryOutSafely(claim).then((next) => {
      this.running.delete(job);
      if (next === 'at_once') this.fillSlots();
    });
    this.running.add(job);
  }

  /** Polls, now or when slots have gathered. */
  private fillSlots(): void {
    const { slots, gatherMs = 0 } = this.options;
    if (gatherMs > 0 && !this.isStopping && this.running.size > slots / 2) {
      this.gathering ??= setTimeout(() => this.pollGathered(), gatherMs);
      return;
    }
    this.pollGathered();
  }

  private pollGathered(): void {
    if (this.gathering !== null) clearTimeout(this.gathering);
    this.gathering = null;
    void this.poll();
  }

  private async carryOutSafely(claim: Claim): Promise<NextPoll> {
    const interrupt = new AbortController();
    if (this.interruption !== null) interrupt.abort(this.interruption);
    this.interrupts.add(interrupt);
    try {
      return await this.carryOut(claim, interrupt.signal);
    } catch (error) {
      const line = { msg: `work on ${this.options.noun} failed`, ...this.options.describe?.(claim), err: error };
      if (isUnavailable(error)) this.logger.warn(line);
      else this.logger.error(line);
      return 'at_interval';
    } finally {
      this.interrupts.delete(interrupt);
    }
  }

  private async drain(): Promise<void> {
    if (this.gathering !== null) clearTimeout(this.gathering);
    await this.poller.stop();
    await Promise.all(this.running);
  }
}
