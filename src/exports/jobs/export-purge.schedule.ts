import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { ScheduledTask } from '@libs/queue';
import { purgeExports } from '../persistence/export-purge.store';

const EVERY_MS = 60_000;

/** Removes the bytes of files that expired, were deleted or failed, every minute. */
@Injectable()
export class ExportPurgeSchedule extends ScheduledTask {
  constructor(database: Database) {
    const logger = new Logger(ExportPurgeSchedule.name);
    super(async (signal) => {
      try {
        await purgeExports(database, signal);
      } catch (error) {
        logger.warn({ msg: 'old exports could not be removed', err: error });
      }
    });
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
