import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DATABASE_ADDRESS } from '@libs/config';
import { SealingKeys } from '@libs/sealing';
import { probeReads, type Probe } from './persistence/read-probe';

const REMEMBERED_MS = 250;

/**
 * Whether reads work. They do not where this process cannot open what other processes seal (contract §12.4). Concurrent callers
 * share one query, and its result is cached for a quarter of a second, so that frequent monitoring causes no load.
 */
@Injectable()
export class Readiness implements OnApplicationShutdown {
  private readonly probe: Probe;
  private asking: Promise<boolean> | null = null;
  private answer = { ready: false, until: -Infinity };
  private leaving = false;

  constructor(
    @Inject(DATABASE_ADDRESS) address: string,
    private readonly keys: SealingKeys,
  ) {
    this.probe = probeReads(address);
  }

  async isReady(): Promise<boolean> {
    if (this.leaving || this.keys.lacksSealingKey) return false;
    if (this.answer.until > performance.now()) return this.answer.ready;
    this.asking ??= this.ask();
    const ready = await this.asking;
    return ready && !this.leaving;
  }

  /** From now on not ready: load balancers stop sending requests to this process. */
  leave(): void {
    this.leaving = true;
  }

  async onApplicationShutdown(): Promise<void> {
    this.leaving = true;
    await this.probe.close();
  }

  private async ask(): Promise<boolean> {
    try {
      const ready = await this.probe.ask();
      this.answer = { ready, until: performance.now() + REMEMBERED_MS };
      return ready;
    } finally {
      this.asking = null;
    }
  }
}
