import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { HousekeepingService } from '../housekeeping.service';

const EVERY_MS = 3_600_000;
/** A process that never lives for an hour keeps house too, but not while it is starting. */
const FIRST_AFTER_MS = 5 * 60_000;

/** Keeps house in the worker every hour; one round at a time in this process, one batch at a time over all of them. */
@Injectable()
export class HousekeepingSchedule implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private round: Promise<unknown> | null = null;

  constructor(private readonly housekeeping: HousekeepingService) {}

  @Timeout(FIRST_AFTER_MS)
  afterStart(): Promise<void> {
    return this.run();
  }

  @Interval(EVERY_MS)
  async run(): Promise<void> {
    if (this.round !== null || this.stopping.signal.aborted) return;
    this.round = this.housekeeping.run(this.stopping.signal);
    try {
      await this.round;
    } finally {
      this.round = null;
    }
  }

  /** Waits for the batch that is under way, not for the round. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.round;
  }
}
