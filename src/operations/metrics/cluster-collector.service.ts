import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DATABASE_ADDRESS } from '@libs/config';
import { Database, LOCKS, SessionLock } from '@libs/database';
import { inTime } from '@libs/kernel';
import { ClusterMetrics, gauge } from '@libs/metrics';

/** A process that was not asked for its metrics for this long leaves the lock to one that is. */
const UNASKED_MS = 120_000;
/** How long a scrape waits for readings; later ones are reported by the next scrape. Prometheus waits 10 s by default. */
const READING_LIMIT_MS = 6_000;

const LEADER = gauge({
  name: 'hrev_cluster_leader',
  help: 'Whether this process reports the metrics of the installation, 0 or 1.',
});

/**
 * The metrics of the installation, in the one process that holds their lock. Only processes that are scraped take part: each tries to
 * acquire the lock at its scrapes, so the next scrape of any other process takes over after the holder has ended. The values are read
 * at scrapes too, so that an installation without Prometheus reads nothing.
 */
@Injectable()
export class ClusterCollector implements OnApplicationShutdown {
  private readonly lock: SessionLock;
  private unasked: NodeJS.Timeout | undefined;
  private isStopped = false;
  private holding: Promise<boolean> | null = null;

  constructor(
    private readonly database: Database,
    private readonly figures: ClusterMetrics,
    @Inject(DATABASE_ADDRESS) address: string,
  ) {
    this.lock = new SessionLock(address, LOCKS.clusterMetrics, 'hrev-metrics');
  }

  /** The metrics of the installation in the text format; empty in a process that does not report them. Never rejects. */
  async text(): Promise<string> {
    this.releaseWhenUnasked();
    this.holding ??= this.hold().finally(() => (this.holding = null));
    if (await this.holding) await inTime(this.figures.read(), READING_LIMIT_MS, () => undefined);
    const { isHeld } = this.lock;
    LEADER.set({}, isHeld ? 1 : 0);
    if (isHeld) return this.figures.text();
    this.figures.forget();
    return '';
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.unasked);
    await this.holding;
    await this.lock.release();
  }

  /** Confirms or acquires the lock. A connection of its own is opened only if no process holds the lock. */
  private async hold(): Promise<boolean> {
    if (this.isStopped) return false;
    if (this.lock.isHeld) return this.lock.hold();
    const isFree = await this.database
      .transaction(() => this.database.tryLock(LOCKS.clusterMetrics))
      .catch(() => false);
    return isFree && this.lock.hold();
  }

  private releaseWhenUnasked(): void {
    clearTimeout(this.unasked);
    this.unasked = setTimeout(() => void this.lock.release(), UNASKED_MS).unref();
  }
}
