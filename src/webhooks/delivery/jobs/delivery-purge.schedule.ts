import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { NonOverlappingTask } from '@libs/queue';
import { DeliveryPurgeStore } from '../persistence/delivery-purge.store';

const EVERY_MS = 60_000;

/** Ends the round, because another process is purging or this process is stopping. */
class RoundOver extends Error {}

/**
 * Removes deliveries that were settled 30 days ago, headers and responses of 7 days ago, listeners without a client for 7 days and all
 * rows of deleted webhooks, every minute, in small batches, and first the bodies that the terms of a platform do not allow to keep. Each batch is a short
 * transaction, and one process at a time purges. No response contains the other rows, so a late or interrupted purge of them only costs
 * disk space.
 */
@Injectable()
export class DeliveryPurgeSchedule implements BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryPurgeSchedule.name);
  private readonly task = new NonOverlappingTask((signal) => this.run(signal));

  constructor(
    private readonly database: Database,
    private readonly store: DeliveryPurgeStore,
  ) {}

  @Interval(EVERY_MS)
  tick(): Promise<void> {
    return this.task.run();
  }

  /** Waits for the current batch only. */
  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /**
   * Purges until no old row is left, `signal` is aborted or another process is purging. Never throws. Returns how many
   * rows it removed.
   */
  async run(signal: AbortSignal): Promise<number> {
    let removed = 0;
    const steps = [
      () => this.store.purgeBodies(),
      () => this.store.purgeIdleListeners(),
      () => this.store.purgeDeleted(),
      () => this.store.purgeSettled(),
      () => this.store.purgeExchanges(),
      () => this.store.purgeRecoveries(),
      () => this.store.purgeItems(),
      () => this.store.purgeDailyBatches(),
      () => this.store.purgePastSettings(),
    ];
    try {
      while ((await this.batch(() => this.store.dateBodies(), signal)) > 0);
      for (const step of steps) {
        for (let rows = -1; rows !== 0; removed += rows) rows = await this.batch(step, signal);
      }
    } catch (error) {
      if (!(error instanceof RoundOver)) {
        this.logger.warn(
          `old deliveries could not be removed: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    if (removed > 0) this.logger.log({ msg: 'old deliveries removed', rows: removed });
    return removed;
  }

  private batch(step: () => Promise<number>, signal: AbortSignal): Promise<number> {
    if (signal.aborted) throw new RoundOver();
    return this.database.transaction(async () => {
      if (!(await this.store.tryToPurge())) throw new RoundOver();
      return step();
    });
  }
}

/** The rounds on a database that no module of Nest has opened: that of a restore, before it is the present one. */
export const deliveryPurgeOn = (database: Database): DeliveryPurgeSchedule =>
  new DeliveryPurgeSchedule(database, new DeliveryPurgeStore(database));
