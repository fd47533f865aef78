import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { DeliveryPurgeStore } from './persistence/delivery-purge.store';

/** Ends the round: another process purges, or this one stops. */
class RoundOver extends Error {}

/**
 * Removes deliveries that were settled 30 days ago and all rows of deleted webhooks, in small batches, each in a short transaction
 * that one process at a time runs. No response contains these rows any more, so a late or interrupted purge only costs space.
 */
@Injectable()
export class DeliveryPurgeService {
  private readonly logger = new Logger(DeliveryPurgeService.name);

  constructor(
    private readonly database: Database,
    private readonly store: DeliveryPurgeStore,
  ) {}

  /** One round: until nothing is left, `signal` is aborted or another process purges. Never throws. Returns the rows removed. */
  async run(signal: AbortSignal): Promise<number> {
    let removed = 0;
    const steps = [
      () => this.store.purgeDeleted(),
      () => this.store.purgeSettled(),
      () => this.store.purgeItems(),
      () => this.store.purgeBuckets(),
      () => this.store.purgePastSettings(),
    ];
    try {
      for (const step of steps) {
        for (let rows = -1; rows !== 0; removed += rows) rows = await this.batch(step, signal);
      }
    } catch (error) {
      if (!(error instanceof RoundOver)) {
        this.logger.warn(`old deliveries: ${error instanceof Error ? error.message : String(error)}`);
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
