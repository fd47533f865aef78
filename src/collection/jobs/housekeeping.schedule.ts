import { Injectable } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { ScheduledTask } from '@libs/queue';
import { HousekeepingService } from '../housekeeping.service';

const EVERY_MS = 3_600_000;
/** The first round does not wait for the interval, because a process may run for less than an hour, and does not slow the start. */
const FIRST_AFTER_MS = 5 * 60_000;

/** Runs housekeeping every hour: one round at a time in this process, one batch at a time over all processes. */
@Injectable()
export class HousekeepingSchedule extends ScheduledTask {
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
