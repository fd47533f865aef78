import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DATABASE_ADDRESS } from '@libs/config';
import { SealingKeys } from '@libs/sealing';
import { probeReads, type Probe } from './persistence/read-probe';

const REMEMBERED_MS = 250;

/**
 * Whether reads work: they do not where this process cannot open what the others seal (contract §12.4). However many ask, one question is on its way, and its answer holds for a quarter of a second: a
 * monitor that asks often is no load.
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
    if (this.leaving || this.keys.isForeign) return false;
    if (this.answer.until > performance.now()) return this.answer.ready;
    this.asking ??= this.ask();
    const ready = await this.asking;
    return ready && !this.leaving;
  }

  /** From now on not ready: load balancers shall send nobody here any more. */
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
