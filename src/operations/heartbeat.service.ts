import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import type { RunningWork } from '@libs/queue';
import packageJson from '../../package.json';
import { ProcessStore } from './persistence/process.store';

const EVERY_MS = 5_000;

/** Reports every few seconds that this process runs, and its running work. */
@Injectable()
export class Heartbeat implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Heartbeat.name);
  private readonly id = randomUUID();
  private work: () => readonly RunningWork[] = () => [];
  private timer: NodeJS.Timeout | null = null;
  private beating: Promise<void> = Promise.resolve();
  private isFailing = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly processes: ProcessStore,
  ) {}

  /** Reports this work from now on. */
  reportWork(work: () => readonly RunningWork[]): void {
    this.work = work;
  }

  onApplicationBootstrap(): void {
    this.beating = this.beat();
    this.timer = setInterval(() => {
      this.beating = this.beating.then(() => this.beat());
    }, EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.beating;
    await this.processes.leave(this.id).catch(() => undefined);
  }

  /** Never throws. The first of several failures in a row is logged. */
  private async beat(): Promise<void> {
    try {
      const { version } = packageJson;
      await this.processes.beat({ id: this.id, role: this.config.HREV_ROLE, version, work: this.work() });
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing)
        this.logger.warn({ msg: 'this process could not report that it runs', reason: String(error) });
      this.isFailing = true;
    }
  }
}
