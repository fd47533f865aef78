import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DATABASE_ADDRESS } from '@libs/config';
import { SealingKeys } from '@libs/sealing';
import { probeReads, type Probe } from './persistence/read-probe';

const CACHED_MS = 250;

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
  }

  async isReady(): Promise<boolean> {
    if (this.leaving || this.keys.lacksSealingKey) return false;
    if (this.cached.until > performance.now()) return this.cached.ready;
    this.running ??= this.query();
    const ready = await this.running;
    return ready && !this.leaving;
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
