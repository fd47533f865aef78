import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CONFIG, type Config } from '@libs/config';
import { endsInTime } from '@libs/kernel';
import { CoalescedPoller, WakeupHandlers } from '@libs/queue';
import { LINKS_DUE } from '@src/links';
import { ClaimRunner } from '../claim-runner.service';
import type { ClaimedLink } from '../persistence/run-lease.store';
import { PlanRunsService } from '../plan-runs.service';
import { RUNS_PLANNED } from '../queues';

const LOOK_EVERY_MS = 1_000;
const SHUTDOWN_LIMIT_MS = 25_000;

/**
 * Works on collections in this process: plans what is due and claims links while it has places free. Wake-ups make it
 * look at once; it also looks every second by itself, so nothing depends on one arriving.
 */
@Injectable()
export class CollectionWorker implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(CollectionWorker.name);
  private readonly running = new Map<string, { readonly done: Promise<void>; readonly abort: AbortController }>();
  private readonly looks = new CoalescedPoller(
    () => this.planAndClaim(),
    (error) => this.logger.warn(`could not look for work: ${error instanceof Error ? error.message : String(error)}`),
  );

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly handlers: WakeupHandlers,
    private readonly planner: PlanRunsService,
    private readonly runner: ClaimRunner,
  ) {}

  onModuleInit(): void {
    this.handlers.on(LINKS_DUE, () => this.look());
    this.handlers.on(RUNS_PLANNED, () => this.look());
  }

  @Interval(LOOK_EVERY_MS)
  tick(): void {
    void this.look();
  }

  /** Plans and claims until nothing is left or all places are taken. Calls while it looks are folded into one more look. */
  look(): Promise<void> {
    return this.looks.poll();
  }

  /** Stops claiming, interrupts visits, waits until they gave their links back to the others. */
  async beforeApplicationShutdown(): Promise<void> {
    const looked = this.looks.stop();
    for (const { abort } of this.running.values()) abort.abort(new Error('the process is stopping'));
    const all = Promise.allSettled([looked, ...[...this.running.values()].map((visit) => visit.done)]);
    await endsInTime(all, SHUTDOWN_LIMIT_MS);
  }

  /** Between two batches of what is due it claims: places do not stay free until the last of many links is planned. */
  private async planAndClaim(): Promise<void> {
    for (;;) {
      const { isMore } = await this.planner.planSome();
      await this.claimWhilePlacesAreFree();
      if (!isMore || this.looks.isStopped) return;
    }
  }

  private async claimWhilePlacesAreFree(): Promise<void> {
    for (;;) {
      const places = this.config.HREV_COLLECT_CONCURRENCY - this.running.size;
      if (this.looks.isStopped || places <= 0) return;
      const claims = await this.runner.claimSome(null, places);
      for (const claim of claims) this.start(claim);
      if (claims.length < places) return;
    }
  }

  private start(claim: ClaimedLink): void {
    const abort = new AbortController();
    if (this.looks.isStopped) abort.abort(new Error('the process is stopping'));
    const done = this.runner.run(claim, abort).finally(() => {
      this.running.delete(claim.token);
      if (!this.looks.isStopped) void this.look();
    });
    this.running.set(claim.token, { done, abort });
  }
}
