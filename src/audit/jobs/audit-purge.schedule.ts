import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ScheduledTask } from '@libs/queue';
import { AuditPurge } from '../audit-purge.service';

const EVERY_MS = 10 * 60_000;

/** Removes old entries periodically. In one process, rounds do not overlap. */
@Injectable()
export class AuditPurgeSchedule extends ScheduledTask {
  constructor(purge: AuditPurge) {
    super((signal) => purge.run(signal));
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }
}
