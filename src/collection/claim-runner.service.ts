import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { underLease } from '@libs/queue';
import { SourceCatalogue } from '@src/sources';
import { CollectLinkService } from './collect-link.service';
import { dayShare } from './domain/pace';
import { VisitTooLong } from './pass-outcomes.service';
import { RunLeaseStore, type ClaimedLink } from './persistence/run-lease.store';

/** Limits of a source that this process does not support. Its links are claimed and then dropped. */
const UNSUPPORTED_SOURCE_LIMITS = { concurrency: 1, dailyRequests: 1 };

/**
 * Time limits of a visit. A visit that uses a browser has the shorter limit, because a page that hangs occupies a browser process.
 */
const VISIT_LIMIT_MS = 30 * 60_000;
const BROWSER_VISIT_LIMIT_MS = 5 * 60_000;

/** Claims run links and collects them under their leases, for the worker and for commands. */
@Injectable()
export class ClaimRunner {
  private readonly logger = new Logger(ClaimRunner.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly catalogue: SourceCatalogue,
    private readonly leases: RunLeaseStore,
    private readonly collector: CollectLinkService,
  ) {}

  /** Claims the next link of one run (null: of any run). Returns null if none is due or no source has a free slot. */
  async claim(runId: number | null): Promise<ClaimedLink | null> {
    const [claim] = await this.claimUpTo(runId, 1);
    return claim ?? null;
  }

  /** Like `claim`, for up to `limit` links. */
  async claimUpTo(runId: number | null, limit: number): Promise<readonly ClaimedLink[]> {
    const limits = this.catalogue.all().map((source) => {
      const { concurrency, dailyRequests } =
        this.catalogue.platform(source.id)?.facts.politeness ?? UNSUPPORTED_SOURCE_LIMITS;
      return { sourceId: source.id, concurrency, accountLimit: dayShare(dailyRequests, false).accountLimit };
    });
    return this.leases.claim(limits, this.config.HREV_COLLECT_LEASE, runId, limit);
  }

  /** Collects a claimed link and stores the result. Never rejects. Aborting `stop` interrupts the visit and releases the link. */
  async run(claim: ClaimedLink, stop: AbortSignal = new AbortController().signal): Promise<void> {
    const leaseMs = this.config.HREV_COLLECT_LEASE;
    const usesBrowser = this.catalogue.platform(claim.sourceId)?.publicRoad?.reading === 'browser';
    const limitMs = usesBrowser ? BROWSER_VISIT_LIMIT_MS : VISIT_LIMIT_MS;
    const tooLong = new VisitTooLong(`the visit took longer than ${limitMs / 60_000} minutes`);
    const job = { leaseMs, renew: () => this.leases.renew(claim, leaseMs), limitMs, tooLong };
    try {
      await underLease(job, stop, (signal) => this.collector.collect(claim, signal));
    } catch (error) {
      this.logger.error({ msg: 'the result of a collection could not be stored', link_id: claim.linkId, err: error });
    }
  }
}
