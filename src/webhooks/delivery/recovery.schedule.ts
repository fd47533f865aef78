import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ScheduledTask } from '@libs/queue';
import { RecoveryRunner } from './recovery-runner.service';

const EVERY_MS = 1_000;

/** Continues recoveries every second. */
@Injectable()
export class RecoverySchedule extends ScheduledTask {
  constructor(runner: RecoveryRunner) {
    super((signal) => runner.run(signal));
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
