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

const LOOK_EVERY_MS = 1_000;
const SHUTDOWN_LIMIT_MS = 24_000;

/**
 * Works on deliveries in this process: flushes the day's batches, serves what is due while it has places free. Wake-ups make
 * it look at once; it also looks every second by itself, so nothing depends on one arriving.
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

  @Interval(LOOK_EVERY_MS)
  tick(): void {
    this.flushing ??= this.flush().finally(() => (this.flushing = null));
    void this.deliveries.poll();
  }

  /** Before anything else stops: attempts that are under way have the whole time of the shutdown to end. */
  onModuleDestroy(): void {
    this.stopping.abort();
    this.deliveries.stop();
  }

  /** Waits for the attempts that are under way and for their results to be written (F31); what was not begun is left. */
  async beforeApplicationShutdown(): Promise<void> {
    this.onModuleDestroy();
    await endsInTime(Promise.all([this.flushing, this.deliveries.idle()]), SHUTDOWN_LIMIT_MS);
  }

  private async flush(): Promise<void> {
    try {
      if ((await this.daily.flushDue(this.stopping.signal)) > 0) void this.deliveries.poll();
    } catch (error) {
      this.logger.warn(
        `the day's batches could not be flushed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
