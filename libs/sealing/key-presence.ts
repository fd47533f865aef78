import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database } from '@libs/database';
import { KeyStateStore } from './key-state.store';
import { SealingKeys } from './sealing-keys';

const EVERY_MS = 10_000;

/** Tells the others which keys this process holds for as long as it runs, and lets a new key take over once all hold it. */
@Injectable()
export class KeyPresence implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(KeyPresence.name);
  private readonly process = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> | null = null;
  private failure = '';

  constructor(
    private readonly database: Database,
    private readonly state: KeyStateStore,
    private readonly keys: SealingKeys,
  ) {}

  /** Rejects where another key took over since the start compared them: from here on nobody takes over without this process. */
  async onModuleInit(): Promise<void> {
    await this.database.transaction(async () => {
      await this.state.lock();
      await this.tell();
      await this.keys.renew();
    });
    this.timer = setInterval(() => void this.beat(), EVERY_MS).unref();
  }

  /** Last of all: what is on its way until then still reads. */
  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
    await this.state.left(this.process).catch(() => undefined);
  }

  /** One sign of life, and a look at which key seals. A failure is told once and tried again with the next. */
  async beat(): Promise<void> {
    this.beating ??= this.attempt().finally(() => (this.beating = null));
    await this.beating;
  }

  private async attempt(): Promise<void> {
    try {
      await this.tell();
      await this.state.miss();
      await this.keys.renew();
      this.failure = '';
    } catch (error) {
      const told = error instanceof Error ? error.message : String(error);
      if (told !== this.failure) this.logger.warn(`which encryption key seals was not found out: ${told}`);
      this.failure = told;
    }
  }

  private async tell(): Promise<void> {
    await this.state.seen(this.process, this.keys.key.fingerprints());
  }
}
