import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DeliveryPurgeService } from '../delivery-purge.service';

const EVERY_MS = 60_000;

/** Keeps the tables of deliveries small, every minute; one round at a time in this process. */
@Injectable()
export class DeliveryPurgeSchedule implements BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private round: Promise<unknown> | null = null;

  constructor(private readonly purge: DeliveryPurgeService) {}

  @Interval(EVERY_MS)
  async run(): Promise<void> {
    if (this.round !== null || this.stopping.signal.aborted) return;
    this.round = this.purge.run(this.stopping.signal);
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
