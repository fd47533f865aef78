import { Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { RoundSchedule } from '@libs/queue';
import { HousekeepingService } from '../housekeeping.service';

const EVERY_MS = 3_600_000;
/** A process that never lives for an hour keeps house too, but not while it is starting. */
const FIRST_AFTER_MS = 5 * 60_000;

/** Keeps house in the worker every hour; one round at a time in this process, one batch at a time over all of them. */
@Injectable()
export class HousekeepingSchedule extends RoundSchedule {
  constructor(housekeeping: HousekeepingService) {
    super((signal) => housekeeping.run(signal));
  }

  @Timeout(FIRST_AFTER_MS)
  afterStart(): Promise<void> {
    return this.run();
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
