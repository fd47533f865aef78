/**
 * The daily batches of webhooks with a bucket window (contract §6.1). Events join the first batch after them that has
 * not been sent. A batch is flushed once it is due: it becomes a delivery of its reviews.
 */
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { NonOverlappingTask } from '@libs/queue';
import { COLLECTION_RUN_FINISHED, REVIEW_EVENTS } from '@src/reviews';
import { nextFlush, type BucketWindow } from '../../domain/bucket-window';
import type { EventType } from '../../domain/subscription';
import { DeliveryMaker, type DeliveryDraft } from '../delivery-maker';
import { BucketStore, type DueBucket } from '../persistence/bucket.store';

const EVERY_MS = 1_000;

/** Names of the events that can lead to deliveries. */
const EVENT_NAMES: readonly string[] = [...Object.values(REVIEW_EVENTS), COLLECTION_RUN_FINISHED].map(
  ({ name }) => name,
);

/** An event that a webhook receives. */
interface Match {
  readonly event: { readonly eventType: EventType; readonly at: string; readonly finishedAt?: Date };
  readonly webhook: { readonly id: number; readonly bucketWindow: BucketWindow };
}

@Injectable()
export class DailyBatchesSchedule implements BeforeApplicationShutdown {
  private readonly logger = new Logger(DailyBatchesSchedule.name);
  private readonly task = new NonOverlappingTask((signal) => this.flushDue(signal));

  constructor(
    private readonly database: Database,
    private readonly buckets: BucketStore,
    private readonly maker: DeliveryMaker,
  ) {}

  /**
   * Finds or creates the batches of the matches whose webhooks receive daily batches, in the caller's transaction.
   * Returns their ids. A match without an id is delivered at once.
   */
  async join<M extends Match>(accountId: number, matches: readonly M[]): Promise<ReadonlyMap<M, number>> {
    const joined = new Map<M, number>();
    let open = matches.flatMap((match) => flushAfter(match, new Date(match.event.at)));
    while (open.length > 0) {
      const ids = await this.buckets.findOrCreate(
        accountId,
        open.map(({ match: { event, webhook }, flushAt }) => ({
          webhookId: webhook.id,
          eventType: event.eventType,
          flushAt,
          finishedAt: event.finishedAt ?? null,
        })),
      );
      const sent: typeof open = [];
      for (const [place, { match, flushAt }] of open.entries()) {
        const id = ids[place] ?? null;
        if (id === null) sent.push(...flushAfter(match, flushAt));
        else joined.set(match, id);
      }
      open = sent;
    }
    return joined;
  }

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
    let bucket = null as DueBucket | null;
    try {
      await this.database.transaction(async () => {
        bucket = await this.buckets.due(EVENT_NAMES);
        if (bucket !== null) await this.flush(bucket);
      });
    } catch (error) {
      if (bucket === null) throw error;
      this.logger.error({ msg: 'a daily batch could not be flushed', webhook_id: bucket.webhookId, err: error });
      await this.buckets.postpone(bucket);
    }
    return bucket !== null;
  }

  private async flush(bucket: DueBucket): Promise<void> {
    const { accountId, webhookId, schemaVersion, eventType, finishedAt, now } = bucket;
    const webhook = { id: webhookId, accountId, schemaVersion };
    const draft: DeliveryDraft =
      eventType === 'scrape.run.finished'
        ? { webhook, eventType, runId: null, finishedAt: finishedAt ?? now }
        : { webhook, eventType, runId: null, reviewIds: await this.buckets.reviewsOf(bucket) };
    const updates = await this.maker.create(accountId, now, [draft]);
    await this.buckets.close(bucket);
    await this.maker.updateDispatch(updates);
  }
}

/** The flush after this time, of a match whose webhook receives daily batches. */
function flushAfter<M extends Match>(match: M, time: Date): readonly { readonly match: M; readonly flushAt: Date }[] {
  const flushAt = nextFlush(match.webhook.bucketWindow, time);
  return flushAt === null ? [] : [{ match, flushAt }];
}
