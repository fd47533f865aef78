import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ScheduledTask } from '@libs/queue';
import { DropPausedService } from '../drop-paused.service';

const EVERY_MS = 2_000;

/** Takes links of paused sources out of their runs, soon after a pause begins. */
@Injectable()
export class PausedSourcesSchedule extends ScheduledTask {
  constructor(paused: DropPausedService) {
    super((signal) => paused.run(signal));
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
