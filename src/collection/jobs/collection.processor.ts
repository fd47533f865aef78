import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CONFIG, type Config } from '@libs/config';
import { WakeupHandlers } from '@libs/queue';
import { LINKS_DUE } from '@src/links';
import { SourceCatalogue } from '@src/sources';
import { CollectLinkService, VisitTooLong } from '../collect-link.service';
import { RunLeaseStore, type ClaimedLink } from '../persistence/run-lease.store';
import { PlanRunsService } from '../plan-runs.service';
import { RUNS_PLANNED } from '../queues';

/** How long one visit may take; the browser's are shorter because a page that hangs holds a whole process. */
const VISIT_LIMIT_MS = 30 * 60_000;
const BROWSER_VISIT_LIMIT_MS = 5 * 60_000;
const LOOK_EVERY_MS = 1_000;
const SHUTDOWN_LIMIT_MS = 25_000;

/**
 * Works on collections in this process: plans what is due, claims links while it has places free, keeps their leases
 * alive. Wake-ups make it look at once; it also looks every second by itself, so nothing depends on one arriving.
 */
@Injectable()
export class CollectionWorker implements OnModuleInit, BeforeApplicationShutdown {
  private readonly logger = new Logger(CollectionWorker.name);
  private readonly running = new Map<string, { readonly done: Promise<void>; readonly abort: AbortController }>();
  private looking: Promise<void> | null = null;
  private lookAgain = false;
  private stopping = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly handlers: WakeupHandlers,
    private readonly catalogue: SourceCatalogue,
    private readonly planner: PlanRunsService,
    private readonly leases: RunLeaseStore,
    private readonly collector: CollectLinkService,
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
  async look(): Promise<void> {
    if (this.looking !== null) {
      this.lookAgain = true;
      return this.looking;
    }
    this.looking = this.lookWhileAsked();
    try {
      await this.looking;
    } finally {
      this.looking = null;
    }
  }

  /** Stops claiming, lets visits end at their next page border, gives what is left back to the others. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    for (const { abort } of this.running.values()) abort.abort(new Error('the process is stopping'));
    const all = Promise.allSettled([...this.running.values()].map((visit) => visit.done));
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SHUTDOWN_LIMIT_MS);
    });
    await Promise.race([all, limit]);
    clearTimeout(timer);
  }

  private async lookWhileAsked(): Promise<void> {
    do {
      this.lookAgain = false;
      try {
        await this.planner.planDue();
        await this.claimWhilePlacesAreFree();
      } catch (error) {
        this.logger.warn(`could not look for work: ${error instanceof Error ? error.message : String(error)}`);
      }
    } while (this.lookAgain && !this.stopping);
  }

  private async claimWhilePlacesAreFree(): Promise<void> {
    const limits = this.catalogue
      .all()
      .flatMap((source) => ({ sourceId: source.id, concurrency: this.catalogue.platform(source.id)?.facts.politeness.concurrency ?? 1 }));
    while (!this.stopping && this.running.size < this.config.HREV_COLLECT_CONCURRENCY) {
      const claim = await this.leases.claim(limits, this.config.HREV_COLLECT_LEASE, null);
      if (claim === null) return;
      this.start(claim);
    }
  }

  private start(claim: ClaimedLink): void {
    const abort = new AbortController();
    const done = this.runClaim(claim, abort)
      .catch((error: unknown) => this.logger.error({ msg: 'a collection could not be ended', link_id: claim.linkId, err: error }))
      .finally(() => {
        this.running.delete(claim.token);
        if (!this.stopping) void this.look();
      });
    this.running.set(claim.token, { done, abort });
  }

  private async runClaim(claim: ClaimedLink, abort: AbortController): Promise<void> {
    const leaseMs = this.config.HREV_COLLECT_LEASE;
    const renewing = setInterval(() => void this.renew(claim, abort, leaseMs), Math.max(50, leaseMs / 3));
    const reading = this.catalogue.platform(claim.sourceId)?.facts.reading;
    const limitMs = reading === 'browser' ? BROWSER_VISIT_LIMIT_MS : VISIT_LIMIT_MS;
    const limit = setTimeout(() => abort.abort(new VisitTooLong(`the visit took longer than ${limitMs / 60_000} minutes`)), limitMs);
    try {
      await this.collector.collect(claim, abort.signal);
    } finally {
      clearInterval(renewing);
      clearTimeout(limit);
    }
  }

  private async renew(claim: ClaimedLink, abort: AbortController, leaseMs: number): Promise<void> {
    try {
      if (!(await this.leases.renew(claim, leaseMs))) abort.abort(new Error('the lease is lost'));
    } catch {
      // The database may be away for a moment; the token decides at the next write whether the lease outlived it.
    }
  }
}
