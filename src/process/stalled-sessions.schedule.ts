import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, endStalledSessions } from '@libs/database';

const EVERY_MS = 5_000;

/** Ends stalled database sessions of frozen and lost processes, because their locks block other sessions. Runs in workers. */
@Injectable()
export class StalledSessions {
  private readonly logger = new Logger(StalledSessions.name);

  constructor(private readonly database: Database) {}

  @Interval(EVERY_MS)
  async run(): Promise<void> {
    try {
      const ended = await endStalledSessions(this.database);
      if (ended > 0) this.logger.warn(`ended ${ended} stalled database sessions`);
    } catch (error) {
      this.logger.warn(`stalled database sessions could not be ended: ${(error as Error).message}`);
    }
  }
}
