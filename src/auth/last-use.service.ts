import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { ApiKeyStore } from './persistence/api-key.store';

const EVERY_MS = 15_000;
const MINUTE_MS = 60_000;

/**
 * Keeps `last_used_at` to the minute without a write per request: each key is noted at most once a minute, and one statement
 * writes the noted keys every 15 seconds and at shutdown.
 */
@Injectable()
export class LastUse implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(LastUse.name);
  private readonly notedInMinute = new Map<number, number>();
  private waiting = new Set<number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly keys: ApiKeyStore) {}

  note(keyId: number): void {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (this.notedInMinute.get(keyId) === minute) return;
    this.notedInMinute.set(keyId, minute);
    this.waiting.add(keyId);
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

  /** Writes the noted keys. A failure is logged and not retried: `last_used_at` may be a minute too early. */
  async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const keyIds = [...this.waiting];
    this.waiting = new Set();
    const minute = Math.floor(Date.now() / MINUTE_MS);
    for (const [keyId, noted] of this.notedInMinute) if (noted < minute) this.notedInMinute.delete(keyId);
    await this.keys
      .touch(keyIds)
      .catch((error: unknown) => this.logger.warn(`last use of keys was not written: ${String(error)}`));
  }
}
