import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { ScheduledTask } from '@libs/queue';
import { purgeProposals } from '../persistence/proposal-purge.store';

const EVERY_MS = 3_600_000;

/** Closes proposals without a use and removes old ones, every hour. */
@Injectable()
export class ProposalPurgeSchedule extends ScheduledTask {
  constructor(database: Database) {
    const logger = new Logger(ProposalPurgeSchedule.name);
    super(async (signal) => {
      try {
        await purgeProposals(database, signal);
      } catch (error) {
        logger.warn({ msg: 'old proposals could not be removed', err: error });
      }
    });
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
