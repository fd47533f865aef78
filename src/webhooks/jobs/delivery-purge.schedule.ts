import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SingleRound } from '@libs/queue';
import { DeliveryPurgeService } from '../delivery-purge.service';

const EVERY_MS = 60_000;

/** Keeps the tables of deliveries small, every minute; one round at a time in this process. */
@Injectable()
export class DeliveryPurgeSchedule implements BeforeApplicationShutdown {
  private readonly round: SingleRound;

  constructor(purge: DeliveryPurgeService) {
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
