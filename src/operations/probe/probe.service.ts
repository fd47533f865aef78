import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { AppError } from '@libs/kernel';
import { SourceError } from '@libs/sources';
import { SourceCatalogue, type CatalogueSource } from '@src/sources';
import { probeAddress, type ProbeResult } from './probe';

const LIMIT_MS = 60_000;

/** A probe whose visit failed: only what the address says is known. */
export type ProbeOutcome = Omit<ProbeResult, 'source' | 'source_name'> & {
  readonly source: string | null;
  readonly source_name: string | null;
  readonly error: string | null;
};

/** Probes for operators: one at a time for each, because a probe may start a browser. */
@Injectable()
export class ProbeService {
  private readonly logger = new Logger(ProbeService.name);
  private readonly running = new Set<string>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly catalogue: SourceCatalogue,
  ) {}

  /**
   * Reads the first page of an address. `caller` identifies the operator. Throws `conflict` while a
   * probe of the operator runs. An address of no platform and a visit that fails are results.
   */
  async probe(caller: string, address: string): Promise<ProbeOutcome> {
    if (this.running.has(caller)) throw new AppError('conflict', 'A probe of yours is running');
    const detected = this.catalogue.detect(address);
    if ('error' in detected) return failed(null, address, 0, `${detected.error}: ${detected.reason}`);
    this.running.add(caller);
    const began = performance.now();
    try {
      return { ...(await probeAddress(this.config, address, { limitMs: LIMIT_MS })), error: null };
    } catch (error) {
      const duration = Math.round(performance.now() - began);
      return failed(detected.source, detected.canonicalUrl, duration, this.textOf(error));
    } finally {
      this.running.delete(caller);
    }
  }

  private textOf(error: unknown): string {
    if (error instanceof SourceError) return `${error.code}: ${error.message}`;
    if (error instanceof Error && error.name === 'TimeoutError')
      return `timeout: the visit took longer than ${LIMIT_MS / 1000} s`;
    this.logger.warn({ msg: 'a probe failed', err: error });
    return 'internal: the probe failed inside the service';
  }
}

function failed(source: CatalogueSource | null, url: string, durationMs: number, error: string): ProbeOutcome {
  return {
    source: source?.slug ?? null,
    source_name: source?.displayName ?? null,
    url,
    name: null,
    platform_review_count: null,
    reviews_on_first_page: 0,
    unread: null,
    reviews: [],
    requests: 0,
    duration_ms: durationMs,
    error,
  };
}
