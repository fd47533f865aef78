import { Injectable, type BeforeApplicationShutdown, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { endsInTime } from '@libs/kernel';
import { WakeupHandlers } from '@libs/queue';
import { DELIVERIES_DUE } from '../deliveries-due';
import { DeliveryService } from '../delivery';

const POLL_EVERY_MS = 1_000;
const SHUTDOWN_LIMIT_MS = 24_000;

/**
 * Runs deliveries in this process. Polls for due deliveries on each wake-up and every second, so that a lost wake-up only delays them.
 */
@Injectable()
export class DeliveryWorker implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  constructor(
    private readonly handlers: WakeupHandlers,
    private readonly deliveries: DeliveryService,
  ) {}

  onModuleInit(): void {
    this.handlers.on(DELIVERIES_DUE, () => this.deliveries.poll());
  }

  @Interval(POLL_EVERY_MS)
  tick(): void {
    void this.deliveries.poll();
  }

  /** Called before other parts stop, so that attempts in flight have the whole time of the shutdown to end. */
  onModuleDestroy(): void {
    this.deliveries.stop();
  }

  /** Waits until attempts in flight have ended and their results are stored (F31). No attempt begins meanwhile. */
  async beforeApplicationShutdown(): Promise<void> {
    this.onModuleDestroy();
    await endsInTime(this.deliveries.idle(), SHUTDOWN_LIMIT_MS);
  }
}
