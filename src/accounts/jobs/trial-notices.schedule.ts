import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ScheduledTask } from '@libs/queue';
import { TrialNotices } from '../trial-notices.service';

const EVERY_MS = 10 * 60_000;

/** Notifies accounts of the end of their trials. In one process, rounds do not overlap. */
@Injectable()
export class TrialNoticesSchedule extends ScheduledTask {
  constructor(notices: TrialNotices) {
    super((signal) => notices.run(signal));
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
