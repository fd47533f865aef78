/**
 * Flushes the daily batches of webhooks (contract §6.1): a batch that is due becomes a delivery of its reviews.
 */
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { NonOverlappingTask } from '@libs/queue';
import { COLLECTION_RUN_FINISHED, REVIEW_EVENTS } from '@src/reviews';
import { DeliveryMaker, type DeliveryDraft } from '../delivery-maker';
import { DailyBatchStore, type DueDailyBatch } from '../persistence/daily-batch.store';

const EVERY_MS = 1_000;

/** Names of the events that can lead to deliveries. */
const EVENT_NAMES: readonly string[] = [...Object.values(REVIEW_EVENTS), COLLECTION_RUN_FINISHED].map(
  ({ name }) => name,
);

@Injectable()
export class DailyBatchesSchedule implements BeforeApplicationShutdown {
  private readonly logger = new Logger(DailyBatchesSchedule.name);
  private readonly task = new NonOverlappingTask((signal) => this.flushDue(signal));

  constructor(
    private readonly database: Database,
    private readonly batches: DailyBatchStore,
    private readonly maker: DeliveryMaker,
  ) {}

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    await this.task.run().catch((error: unknown) => {
      this.logger.warn(`daily batches could not be flushed: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  /** Waits for the current batch only. */
  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  /**
   * Creates the deliveries of every batch that is due by the database's clock, each batch in a separate transaction. A
   * batch contains the reviews of its events, with their current contents. Batches of paused webhooks wait. A batch
   * that fails is logged and retried. Returns how many batches were flushed or failed.
   */
  async flushDue(signal: AbortSignal): Promise<number> {
    let flushed = 0;
    while (!signal.aborted && (await this.flushNext())) flushed += 1;
    return flushed;
  }

  private async flushNext(): Promise<boolean> {
    let batch = null as DueDailyBatch | null;
    try {
      await this.database.transaction(async () => {
        batch = await this.batches.due(EVENT_NAMES);
        if (batch !== null) await this.flush(batch);
      });
    } catch (error) {
      if (batch === null) throw error;
      this.logger.error({ msg: 'a daily batch could not be flushed', webhook_id: batch.webhookId, err: error });
      await this.batches.postpone(batch);
    }
    return batch !== null;
  }

  private async flush(batch: DueDailyBatch): Promise<void> {
    const { accountId, webhookId, schemaVersion, format, eventType, finishedAt, now } = batch;
    const webhook = { id: webhookId, accountId, schemaVersion, format };
    // The events of a day have no common trace.
    const head = { webhook, runId: null, traceparent: null };
    const draft: DeliveryDraft =
      eventType === 'scrape.run.finished'
        ? { ...head, eventType, finishedAt: finishedAt ?? now }
        : { ...head, eventType, reviewIds: await this.batches.reviewsOf(batch) };
    const updates = await this.maker.create(accountId, now, [draft]);
    await this.batches.close(batch);
    await this.maker.updateDispatch(updates);
  }
}
