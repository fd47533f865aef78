import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ScheduledTask } from '@libs/queue';
import { AccountErasure } from '../account-erasure.service';

const EVERY_MS = 60 * 60_000;

/** Erases closed accounts periodically. In one process, rounds do not overlap. */
@Injectable()
export class AccountErasureSchedule extends ScheduledTask {
  constructor(erasure: AccountErasure) {
    super((signal) => erasure.run(signal));
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
