import { setMaxListeners } from 'node:events';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { underLease } from '@libs/queue';
import { pageAddress, type PlatformSource, type VisitTools } from '@libs/sources';
import { UnparsedDocumentMemory } from '@libs/sources/samples';
import { failActiveSpan, spanned } from '@libs/traces';
import { SourceCatalogue } from '@src/sources';
import { collectsFrom } from '../domain/browser-use';
import { NotCollected, SourceRests } from '../domain/failure';
import { dayShare } from '../domain/pace';
import { PassOutcomesService } from '../outcomes';
import { RunLeaseStore, type ClaimedLink } from '../persistence/run-lease.store';
import { CompanionsService } from './companions.service';
import { ObjectRoadsService, type ObjectRoad } from './object-roads.service';
import { PassIntakeService } from './pass-intake.service';
import { UnparsedSamplesService } from './unparsed-samples.service';
import { VISIT_DURATIONS } from './visit-metrics';
import { VisitPages, VisitTime } from './visit-pages';
import { VisitPasses } from './visit-passes';
import { visitSpan } from './visit-span';
import { VisitToolsFactory } from './visit-tools.factory';
import { WriteLimit, WRITES_PER_ACCOUNT } from './write-limit';

/** Limits of a source that this process does not support. Its links are claimed and then dropped. */
const UNSUPPORTED_SOURCE_LIMITS = { concurrency: 1, dailyRequests: 1 };
const NOT_SUPPORTED = 'this process does not support the platform';

/** The visit of a page for the link that leads it. */
interface LinkVisit {
  readonly claim: ClaimedLink;
  readonly source: PlatformSource;
  readonly road: ObjectRoad;
  readonly beganAt: Date;
}

/**
 * Claims run links and collects them, for the worker and for commands. `collect` is the whole life of a claim:
 *
 *   claim → road → pages → store → finish
 *
 * Links of other accounts that show the same page on the public road, and are due, take part in the visit: the platform
 * is asked once, and each link has its own pass, its own run and its own outcome.
 */
@Injectable()
export class CollectLinkService {
  private readonly logger = new Logger(CollectLinkService.name);
  /** The writes of each account in this process. */
  private readonly writes = new WriteLimit(WRITES_PER_ACCOUNT);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly catalogue: SourceCatalogue,
    private readonly leases: RunLeaseStore,
    private readonly roads: ObjectRoadsService,
    private readonly companions: CompanionsService,
    private readonly toolsFactory: VisitToolsFactory,
    private readonly intake: PassIntakeService,
    private readonly outcomes: PassOutcomesService,
    private readonly samples: UnparsedSamplesService,
  ) {}

  /**
   * Claims the next link of one run, of any source, or (null) of any run, of the sources of this process (`HREV_COLLECT_BROWSER`). Returns
   * null if none is due or no source has a free slot.
   */
  async claim(runId: number | null): Promise<ClaimedLink | null> {
    const [claim] = await this.claimUpTo(runId, 1);
    return claim ?? null;
  }

  /** Like `claim`, for up to `limit` links. */
  async claimUpTo(runId: number | null, limit: number): Promise<readonly ClaimedLink[]> {
    const limits = this.catalogue.all().flatMap((source) => {
      const platform = this.catalogue.platform(source.id);
      if (runId === null && !collectsFrom(this.config.HREV_COLLECT_BROWSER, platform?.publicRoad?.reading)) return [];
      const { concurrency, dailyRequests } = platform?.facts.politeness ?? UNSUPPORTED_SOURCE_LIMITS;
      return { sourceId: source.id, concurrency, accountLimit: dayShare(dailyRequests, false).accountLimit };
    });
    return this.leases.claim(limits, this.config.HREV_COLLECT_LEASE, runId, limit);
  }

  /**
   * Collects a claimed link under its lease. Never rejects. Aborting `stop` interrupts the visit and releases the link.
   */
  async run(claim: ClaimedLink, stop: AbortSignal = new AbortController().signal): Promise<void> {
    const leaseMs = this.config.HREV_COLLECT_LEASE;
    const job = { leaseMs, renew: () => this.leases.renew(claim, leaseMs) };
    const beganAt = performance.now();
    const source = this.catalogue.labelOf(claim.sourceId);
    await spanned(visitSpan(claim, source), async () => {
      try {
        await underLease(job, stop, (signal) => this.collect(claim, signal));
      } catch (error) {
        failActiveSpan(error);
        this.logger.error({ msg: 'a collection ended without a result', link_id: claim.linkId, err: error });
      }
    });
    VISIT_DURATIONS.observe({ source }, (performance.now() - beganAt) / 1_000);
  }

  /**
   * Visits the page of a claimed link, and passes the pages of reviews to the intake in order. Does not throw for
   * errors of the platform. `lease` is aborted when the lease is lost or the process stops.
   */
  async collect(claim: ClaimedLink, lease: AbortSignal): Promise<void> {
    const time = new VisitTime(lease);
    const { signal } = time;
    // Each link of the visit may have a write that waits until it is aborted.
    setMaxListeners(0, signal);
    const passes = new VisitPasses(claim, this.intake, this.outcomes, this.writes, signal);
    const visit = await this.begin(claim, passes);
    if (visit === null) return;
    const memory = new UnparsedDocumentMemory();
    time.begin(visit.road.road);
    try {
      const tools = memory.observe(this.toolsOf(visit, passes, signal), () => passes.addUnread({ document: 1 }));
      const url = await this.pageUrl(visit, tools);
      const pages = new VisitPages(visit.road.begin(url, tools), signal);
      for await (const page of pages) {
        await passes.store(page);
        if (passes.areOver) break;
      }
      if (pages.end !== null) await passes.finish(pages.end);
      await this.samples.keepFaulty(visit, memory);
    } catch (error) {
      failActiveSpan(error);
      await passes.fail(error, visit.road);
      await this.samples.keep(visit, memory, error);
    } finally {
      time.end();
    }
  }

  /**
   * Chooses the road, and begins the passes of the link and of those that take part. Returns null if the link has ended
   * instead.
   */
  private async begin(claim: ClaimedLink, passes: VisitPasses): Promise<LinkVisit | null> {
    let visit: LinkVisit;
    try {
      const source = this.sourceOf(claim);
      const road = await this.roads.choose(source, claim);
      requireOpen(claim, road);
      visit = { claim, source, road, beganAt: await passes.begin(claim, source, road) };
    } catch (error) {
      failActiveSpan(error);
      await this.companions.release(claim);
      await passes.end(claim, error);
      return null;
    }
    for (const companion of await this.companions.claim(claim, visit.source, visit.road))
      await passes.begin(companion, visit.source, visit.road).catch((error: unknown) => passes.end(companion, error));
    return visit;
  }

  private sourceOf(claim: ClaimedLink): PlatformSource {
    const source = this.catalogue.platform(claim.sourceId);
    if (!claim.collectable) throw new NotCollected();
    if (source === undefined) throw new NotCollected(NOT_SUPPORTED);
    return source;
  }

  private toolsOf(
    { claim, source, road, beganAt: now }: LinkVisit,
    passes: VisitPasses,
    signal: AbortSignal,
  ): VisitTools {
    const hasStoredReviews = (): Promise<boolean> => passes.hasStoredReviews();
    return this.toolsFactory.forVisit(source, claim, { isPublic: road.isPublic, hasStoredReviews, now, signal });
  }

  /** Returns the page's address. A short link is resolved once and then replaced by the address of the page. */
  private async pageUrl({ claim, source }: LinkVisit, tools: VisitTools): Promise<string> {
    const address = await pageAddress(claim.url, source, tools);
    if (source.match(new URL(claim.url))?.kind === 'short') await this.intake.replaceAddress(claim, address);
    return address;
  }
}

/** Throws `SourceRests` if the platform has refused its public pages; it still serves its API for owners. */
function requireOpen(claim: ClaimedLink, road: ObjectRoad): void {
  if (claim.sourceClosedUntil !== null && road.isPublic) throw new SourceRests(claim.sourceClosedUntil);
}
