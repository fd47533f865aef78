/** The daily batches of webhooks with a bucket window (contract §6.1). */
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { DeliveryMaker, type DeliveryDraft } from './delivery-maker';
import { EVENTS_OF_WEBHOOKS } from './fan-out.service';
import { FanOutStore, type DueBucket } from './persistence/fan-out.store';

@Injectable()
export class DailyFlushService {
  private readonly logger = new Logger(DailyFlushService.name);

  constructor(
    private readonly database: Database,
    private readonly store: FanOutStore,
    private readonly maker: DeliveryMaker,
  ) {}

  /**
   * Creates the deliveries of every batch that is due by the database's clock, each batch in a separate transaction. A batch contains the
   * reviews of its events, with their current contents. Batches of paused webhooks wait. A batch that fails is logged and retried. Returns
   * how many batches were flushed or failed.
   */
  async flushDue(signal: AbortSignal): Promise<number> {
    let flushed = 0;
    while (!signal.aborted && (await this.flushNext())) flushed += 1;
    return flushed;
  }

  private async flushNext(): Promise<boolean> {
    let bucket = null as DueBucket | null;
    try {
      await this.database.transaction(async () => {
        bucket = await this.store.dueBucket(EVENTS_OF_WEBHOOKS);
        if (bucket !== null) await this.flush(bucket);
      });
    } catch (error) {
      if (bucket === null) throw error;
      this.logger.error({ msg: 'a daily batch could not be flushed', webhook_id: bucket.webhookId, err: error });
      await this.store.postponeBucket(bucket);
    }
    return bucket !== null;
  }

  private async flush(bucket: DueBucket): Promise<void> {
    const { accountId, webhookId, schemaVersion, eventType, finishedAt, now } = bucket;
    const webhook = { id: webhookId, accountId, schemaVersion };
    const draft: DeliveryDraft =
      eventType === 'scrape.run.finished'
        ? { webhook, eventType, runId: null, finishedAt: finishedAt ?? now }
        : { webhook, eventType, runId: null, reviewIds: await this.store.reviewsOfBucket(bucket) };
    const updates = await this.maker.create(accountId, now, [draft]);
    await this.store.closeBucket(bucket);
    await this.maker.updateDispatch(updates);
  }
}
