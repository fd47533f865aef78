import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { ApiKeyStore, type KeyUse } from './persistence/api-key.store';

const EVERY_MS = 15_000;

/**
 * Keeps the time, the client address and the number of the requests of each key without a write per request: requests are counted in
 * memory, and every 15 seconds and at shutdown one transaction writes the counts. A crash loses the counts of up to 15 seconds.
 */
@Injectable()
export class LastUse implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(LastUse.name);
  private waiting = new Map<number, { requests: number; address: string }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly keys: ApiKeyStore) {}

  /** Counts an admitted request. */
  note(keyId: number, address: string): void {
    const use = this.waiting.get(keyId);
    if (use === undefined) this.waiting.set(keyId, { requests: 1, address });
    else {
      use.requests += 1;
      use.address = address;
    }
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.write(), EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  /** Writes the noted uses. After a failure, they are written with the next ones. */
  async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const noted = this.waiting;
    this.waiting = new Map();
    // In the order of ids, so that processes do not deadlock.
    const uses = [...noted].map(([keyId, use]): KeyUse => ({ keyId, ...use })).sort((a, b) => a.keyId - b.keyId);
    try {
      await this.keys.addUses(uses);
    } catch (error) {
      this.logger.warn(`the uses of keys were not written: ${String(error)}`);
      for (const { keyId, requests, address } of uses) {
        this.note(keyId, this.waiting.get(keyId)?.address ?? address);
        const use = this.waiting.get(keyId);
        if (use) use.requests += requests - 1;
      }
    }
  }
}
