import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { ScheduledTask } from '@libs/queue';
import { ErasureRecord } from '../erasure-record';

const EVERY_MS = 60_000;

/**
 * Records erasures in `HREV_BACKUP_DIR` every minute, and once more when the process stops, so that a restore of an earlier time can
 * repeat them. Does nothing without the setting.
 */
@Injectable()
export class ErasureRecordSchedule extends ScheduledTask {
  private readonly logger = new Logger(ErasureRecordSchedule.name);
  private readonly record: ErasureRecord | null;
  private lastProblem = '';

  constructor(@Inject(CONFIG) { HREV_BACKUP_DIR: backups }: Config, database: Database) {
    super(() => this.write());
    this.record = backups === null ? null : new ErasureRecord(database, backups);
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.write();
  }

  /** A problem that repeats is logged once. */
  private async write(): Promise<void> {
    try {
      await this.record?.write();
      this.lastProblem = '';
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== this.lastProblem) this.logger.error(`erasures are not recorded beside the backups: ${problem}`);
      this.lastProblem = problem;
    }
  }
}
