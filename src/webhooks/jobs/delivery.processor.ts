import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { endsInTime } from '@libs/kernel';
import { WakeupHandlers } from '@libs/queue';
import { DELIVERIES_DUE } from '../deliveries-due';
import { DeliveryService } from '../delivery';
import { DailyFlushService } from '../fan-out';

const POLL_EVERY_MS = 1_000;
const SHUTDOWN_LIMIT_MS = 24_000;

/**
 * Runs deliveries in this process. Flushes daily batches every second, and polls for due deliveries on each wake-up and every second, so
 * that a lost wake-up only delays them.
 */
@Injectable()
export class DeliveryWorker implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly stopping = new AbortController();
  private flushing: Promise<void> | null = null;

  constructor(
    private readonly handlers: WakeupHandlers,
    private readonly deliveries: DeliveryService,
    private readonly daily: DailyFlushService,
  ) {}

  onModuleInit(): void {
    this.handlers.on(DELIVERIES_DUE, () => this.deliveries.poll());
  }

  @Interval(POLL_EVERY_MS)
  tick(): void {
    this.flushing ??= this.flush().finally(() => (this.flushing = null));
    void this.deliveries.poll();
  }

  /** Called before other parts stop, so that attempts in flight have the whole time of the shutdown to end. */
  onModuleDestroy(): void {
    this.stopping.abort();
    this.deliveries.stop();
  }

  /** Waits until attempts in flight have ended and their results are stored (F31). No attempt begins meanwhile. */
  async beforeApplicationShutdown(): Promise<void> {
    this.onModuleDestroy();
    await endsInTime(Promise.all([this.flushing, this.deliveries.idle()]), SHUTDOWN_LIMIT_MS);
  }

  private async flush(): Promise<void> {
    try {
      if ((await this.daily.flushDue(this.stopping.signal)) > 0) void this.deliveries.poll();
    } catch (error) {
      this.logger.warn(`daily batches could not be flushed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
