import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { LeasedWorker, WakeupHandlers, type NextPoll } from '@libs/queue';
import { LINKS_DUE } from '@src/links';
import type { ClaimedLink } from '../persistence/run-lease.store';
import { PlanRunsService, RUNS_PLANNED } from '../planning';
import { CollectLinkService } from '../visiting';

/** A claim of one link costs as much as a claim of eight. */
const GATHER_MS = 50;

/**
 * Plans the links that are due, claims run links and collects them. When the process stops, visits are aborted and their links
 * released.
 */
@Injectable()
export class CollectionWorker extends LeasedWorker<ClaimedLink> {
  constructor(
    @Inject(CONFIG) config: Config,
    handlers: WakeupHandlers,
    private readonly planner: PlanRunsService,
    private readonly collector: CollectLinkService,
  ) {
    super(handlers, {
      noun: 'collections',
      wakeups: [LINKS_DUE, RUNS_PLANNED],
      slots: config.HREV_COLLECT_CONCURRENCY,
      gatherMs: GATHER_MS,
      finishMs: 0,
      cleanupMs: 25_000,
    });
  }

  /** Claims after each planned batch, so that slots do not stay free until the last of many due links is planned. */
  protected override async findWork(): Promise<void> {
    for (;;) {
      const { hasMore } = await this.planner.planSome();
      await super.findWork();
      if (!hasMore || this.isStopping) return;
    }
  }

  protected claim(slots: number): Promise<readonly ClaimedLink[]> {
    return this.collector.claimUpTo(null, slots);
  }

  protected async carryOut(claim: ClaimedLink, signal: AbortSignal): Promise<NextPoll> {
    await this.collector.run(claim, signal);
    return 'at_once';
  }
}
