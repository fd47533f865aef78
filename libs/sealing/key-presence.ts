import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database } from '@libs/database';
import { KeyStateStore } from './key-state.store';
import { SealingKeys } from './sealing-keys';

const HEARTBEAT_INTERVAL_MS = 10_000;

/**
 * Records in the database, every ten seconds, which keys this process has. Lets a new key take over once all running processes have
 * it.
 */
@Injectable()
export class KeyPresence implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(KeyPresence.name);
  private readonly process = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private currentHeartbeat: Promise<void> | null = null;
  private lastFailure = '';

  constructor(
    private readonly database: Database,
    private readonly state: KeyStateStore,
    private readonly keys: SealingKeys,
  ) {}

  /**
   * Rejects if a key that this process does not have has taken over since `compareKeys`. From now on, no key takes over unless this
   * process has it.
   */
  async onModuleInit(): Promise<void> {
    await this.database.transaction(async () => {
      await this.state.lock();
      await this.recordHeartbeat();
      await this.keys.refresh();
    });
    this.timer = setInterval(() => void this.heartbeat(), HEARTBEAT_INTERVAL_MS).unref();
  }

  /** Runs last, because work in progress may still open secrets. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.currentHeartbeat;
    await this.state.removeHolder(this.process).catch(() => undefined);
  }

  /** Records one heartbeat and reads which key seals. Logs a repeated failure once; the next heartbeat tries again. */
  async heartbeat(): Promise<void> {
    this.currentHeartbeat ??= this.runHeartbeat().finally(() => (this.currentHeartbeat = null));
    await this.currentHeartbeat;
  }

  private async runHeartbeat(): Promise<void> {
    try {
      await this.recordHeartbeat();
      await this.state.countMissedHeartbeats();
      await this.keys.refresh();
      this.lastFailure = '';
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== this.lastFailure) this.logger.warn(`could not read which encryption key seals: ${reason}`);
      this.lastFailure = reason;
    }
  }

  private async recordHeartbeat(): Promise<void> {
    await this.state.recordHeartbeat(this.process, this.keys.key.fingerprints());
  }
}
