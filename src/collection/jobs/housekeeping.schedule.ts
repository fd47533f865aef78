import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { SingleRound } from '@libs/queue';
import { HousekeepingService } from '../housekeeping.service';

const EVERY_MS = 3_600_000;
/** A process that never lives for an hour keeps house too, but not while it is starting. */
const FIRST_AFTER_MS = 5 * 60_000;

/** Keeps house in the worker every hour; one round at a time in this process, one batch at a time over all of them. */
@Injectable()
export class HousekeepingSchedule implements BeforeApplicationShutdown {
  private readonly round: SingleRound;

  constructor(housekeeping: HousekeepingService) {
    this.round = new SingleRound((signal) => housekeeping.run(signal));
  }

  @Timeout(FIRST_AFTER_MS)
  afterStart(): Promise<void> {
    return this.run();
  }

  @Interval(EVERY_MS)
  run(): Promise<void> {
    return this.round.run();
  }

  /** Waits for the batch that is under way, not for the round. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.round.stop();
  }
}
