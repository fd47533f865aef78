import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, endDeafSessions } from '@libs/database';

const EVERY_MS = 5_000;

/** Frees what frozen and vanished processes hold in the database; in the worker. */
@Injectable()
export class DeafSessions {
  private readonly logger = new Logger(DeafSessions.name);

  constructor(private readonly database: Database) {}

  @Interval(EVERY_MS)
  async run(): Promise<void> {
    try {
      const ended = await endDeafSessions(this.database);
      if (ended > 0) this.logger.warn(`ended ${ended} stalled database sessions`);
    } catch (error) {
      this.logger.warn(`stalled database sessions could not be ended: ${(error as Error).message}`);
    }
  }
}
