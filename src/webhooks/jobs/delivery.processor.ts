import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CONFIG, type Config } from '@libs/config';
import { FoldedLooks, WakeupHandlers } from '@libs/queue';
import { DailyFlushService } from '../daily-flush.service';
import { DELIVERIES_DUE } from '../delivery-maker';
import { DeliveryService, type ReadyDelivery } from '../delivery.service';

const LOOK_EVERY_MS = 1_000;
/** Results that may wait for the database before no further delivery is begun. */
const MOST_UNSETTLED = 256;
/** What ended within so short a time is settled, and its places are claimed anew, together. */
const GATHER_MS = 2;
const SHUTDOWN_LIMIT_MS = 24_000;

/**
 * Works on deliveries in this process: flushes the day's batches, claims what is due while it has places free. Wake-ups make
 * it look at once; it also looks every second by itself, so nothing depends on one arriving.
 */
@Injectable()
export class DeliveryWorker implements OnModuleInit, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly inFlight = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private readonly looks = new FoldedLooks(
    () => this.claimWhilePlacesAreFree(),
    (error) => this.logger.warn(`could not look for deliveries: ${messageOf(error)}`),
  );
  private flushing: Promise<void> | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly handlers: WakeupHandlers,
    private readonly deliveries: DeliveryService,
    private readonly daily: DailyFlushService,
  ) {}

  onModuleInit(): void {
    this.handlers.on(DELIVERIES_DUE, () => this.look());
    this.deliveries.onSettled = () => void this.look();
  }

  @Interval(LOOK_EVERY_MS)
  tick(): void {
    this.flushing ??= this.flush().finally(() => (this.flushing = null));
    void this.look();
  }

  /** Claims until nothing is left or all places are taken. Calls while it looks are folded into one more look. Never throws. */
  look(): Promise<void> {
    return this.looks.look();
  }

  /** Before anything else stops: attempts that are under way have the whole time of the shutdown to end. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** Waits for the attempts that are under way and for their results to be settled (F31); what was not begun is left. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SHUTDOWN_LIMIT_MS);
    });
    await Promise.race([this.finish(), limit]);
    clearTimeout(timer);
  }

  private async finish(): Promise<void> {
    await Promise.all([this.looks.stop(), this.flushing]);
    await Promise.all(this.inFlight);
    await this.deliveries.settled();
  }

  private async flush(): Promise<void> {
    try {
      if ((await this.daily.flushDue(this.stopping.signal)) > 0) void this.look();
    } catch (error) {
      this.logger.warn(`the day's batches could not be flushed: ${messageOf(error)}`);
    }
  }

  private async claimWhilePlacesAreFree(): Promise<void> {
    while (!this.stopping.signal.aborted && this.deliveries.unsettled < MOST_UNSETTLED) {
      const places = this.config.HREV_WEBHOOK_CONCURRENCY - this.inFlight.size;
      if (places <= 0) return;
      const ready = await this.deliveries.claim(places);
      if (ready.length === 0) return;
      // Also those that were claimed while the stop was asked for: they are ours, and nobody else's for half a minute.
      for (const delivery of ready) this.start(delivery);
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    }
  }

  private start(delivery: ReadyDelivery): void {
    const attempt = this.deliveries.attempt(delivery).finally(() => this.inFlight.delete(attempt));
    this.inFlight.add(attempt);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
