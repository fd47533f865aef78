import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SingleRound } from '@libs/queue';
import { AuditPurge } from '../audit-purge.service';

const EVERY_MS = 10 * 60_000;

/** Keeps the trail to its time; one round at a time in this process. */
@Injectable()
export class AuditPurgeSchedule implements BeforeApplicationShutdown {
  private readonly round: SingleRound;

  constructor(purge: AuditPurge) {
    this.round = new SingleRound((signal) => purge.run(signal));
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
