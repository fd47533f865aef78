import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DATABASE_ADDRESS } from '@libs/config';
import { Instances, readGauge } from '@libs/metrics';
import { SealingKeys } from '@libs/sealing';
import { probeReads, type Probe } from './persistence/read-probe';

const CACHED_MS = 250;

const INSTANCES = new Instances<Readiness>();
readGauge(
  {
    name: 'hrev_ready',
    help: 'Whether this process was ready at its last probe, 0 or 1. A scrape is a probe, whose result the next scrape has.',
  },
  () => {
    const isOne = (is: boolean) => INSTANCES.sum((one) => (one.probed() === is ? 1 : 0)) > 0;
    const [isReady, isUnready] = [isOne(true), isOne(false)];
    return isReady || isUnready ? [{ labels: {}, value: isReady ? 1 : 0 }] : [];
  },
);

/**
 * Whether reads work. A process that cannot open secrets of other processes is not ready (contract §12.4). Concurrent callers share
 * one query, and its result is cached for a quarter of a second, so that frequent monitoring causes no load.
 */
@Injectable()
export class Readiness implements OnApplicationShutdown {
  private readonly probe: Probe;
  private running: Promise<boolean> | null = null;
  private cached = { ready: false, until: -Infinity };
  private leaving = false;

  constructor(
    @Inject(DATABASE_ADDRESS) address: string,
    private readonly keys: SealingKeys,
  ) {
    this.probe = probeReads(address);
    INSTANCES.add(this);
  }

  async isReady(): Promise<boolean> {
    if (this.leaving || this.keys.lacksSealingKey) return false;
    if (this.cached.until > performance.now()) return this.cached.ready;
    this.running ??= this.query();
    const ready = await this.running;
    return ready && !this.leaving;
  }

  /** The result of the last probe; null before the first. Begins the next one, so that a process without probes is probed at each scrape. */
  probed(): boolean | null {
    void this.isReady();
    if (this.leaving || this.keys.lacksSealingKey) return false;
    return this.cached.until === -Infinity ? null : this.cached.ready;
  }

  /** Sets the process to not ready, so that load balancers send it no more requests. */
  leave(): void {
    this.leaving = true;
  }

  async onApplicationShutdown(): Promise<void> {
    this.leaving = true;
    await this.probe.close();
  }

  private async query(): Promise<boolean> {
    try {
      const ready = await this.probe.run();
      this.cached = { ready, until: performance.now() + CACHED_MS };
      return ready;
    } finally {
      this.running = null;
    }
  }
}
