import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { SourceCatalogue } from '@src/sources';
import { CollectLinkService, VisitTooLong } from './collect-link.service';
import { dayShare } from './domain/pace';
import { RunLeaseStore, type ClaimedLink } from './persistence/run-lease.store';

/** Of a source that this process does not know: its links are claimed to be dropped. */
const UNKNOWN = { concurrency: 1, dailyRequests: 1 };

/** How long one visit may take; the browser's are shorter because a page that hangs holds a whole process. */
const VISIT_LIMIT_MS = 30 * 60_000;
const BROWSER_VISIT_LIMIT_MS = 5 * 60_000;

/** Claims run links and carries them out with their leases kept alive: the worker does it for ever, a command for one run. */
@Injectable()
export class ClaimRunner {
  private readonly logger = new Logger(ClaimRunner.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly catalogue: SourceCatalogue,
    private readonly leases: RunLeaseStore,
    private readonly collector: CollectLinkService,
  ) {}

  /** The next link to collect, of one run or of any; null where there is nothing or no source has a place free. */
  async claim(runId: number | null): Promise<ClaimedLink | null> {
    const [claim] = await this.claimSome(runId, 1);
    return claim ?? null;
  }

  /** As `claim`, for `most` places at once. */
  async claimSome(runId: number | null, most: number): Promise<readonly ClaimedLink[]> {
    const limits = this.catalogue.all().map((source) => {
      const { concurrency, dailyRequests } = this.catalogue.platform(source.id)?.facts.politeness ?? UNKNOWN;
      return { sourceId: source.id, concurrency, ofAccount: dayShare(dailyRequests, false).ofAccount };
    });
    return this.leases.claim(limits, this.config.HREV_COLLECT_LEASE, runId, most);
  }

  /** Collects a claimed link to its end. Never rejects; `abort` interrupts it and gives the link back. */
  async run(claim: ClaimedLink, abort: AbortController): Promise<void> {
    const leaseMs = this.config.HREV_COLLECT_LEASE;
    const renewing = setInterval(() => void this.renew(claim, abort, leaseMs), Math.max(50, leaseMs / 3));
    const limitMs =
      this.catalogue.platform(claim.sourceId)?.facts.reading === 'browser' ? BROWSER_VISIT_LIMIT_MS : VISIT_LIMIT_MS;
    const limit = setTimeout(
      () => abort.abort(new VisitTooLong(`the visit took longer than ${limitMs / 60_000} minutes`)),
      limitMs,
    );
    try {
      await this.collector.collect(claim, abort.signal);
    } catch (error) {
      this.logger.error({ msg: 'a collection could not be ended', link_id: claim.linkId, err: error });
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
