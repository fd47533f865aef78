import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { DeliveryPurgeStore } from './persistence/delivery-purge.store';

/** Another process purges, or this one stops: the round is over. */
class RoundOver extends Error {}

/**
 * Takes away deliveries that were settled 30 days ago and everything of webhooks that were deleted, in small batches, each
 * in a short transaction of its own that only one process at a time is in. All of it has been out of every answer, so being
 * late, slow or interrupted costs nothing but space.
 */
@Injectable()
export class DeliveryPurgeService {
  private readonly logger = new Logger(DeliveryPurgeService.name);

  constructor(
    private readonly database: Database,
    private readonly store: DeliveryPurgeStore,
  ) {}

  /** One round: until nothing is left, `signal` is aborted or another process is met at it. Never throws. Rows removed. */
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
      if (!(await this.store.takeTurn())) throw new RoundOver();
      return step();
    });
  }
}
