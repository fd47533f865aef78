/**
 * Turns events into deliveries (contract §6.1, §6.3). Runs in the relay's transaction: either the event is relayed and every selected
 * webhook has its delivery or an entry in its daily batch, or nothing is written.
 *
 * Webhooks are selected as of the time of the event (contract §6.1): their settings, the enabled objects and the next flush at that time
 * count. A webhook, object or link that is deleted later causes no delivery. The contents of reviews, and whether a trial may see them,
 * are read when the body is rendered.
 */
import { Injectable } from '@nestjs/common';
import type { EventBatch, RelayedEvent } from '@libs/events';
import {
  COLLECTION_RUN_FINISHED,
  REVIEW_EVENTS,
  type ReviewFact,
  type ReviewsEventPayload,
  type RunFinishedPayload,
} from '@src/reviews';
import { DeliveryMaker, type DeliveryReviews } from './delivery-maker';
import { nextFlush } from '../domain/bucket-window';
import { covers, isSelected } from '../domain/selection';
import type { EventType, ReviewEventType } from '../domain/subscription';
import { FanOutStore, type DispatchUpdate, type ReviewSelection, type Subscriber } from './persistence/fan-out.store';

const EVENT_TYPE_OF: Readonly<Record<ReviewFact, ReviewEventType>> = {
  appeared: 'reviews.new',
  replied: 'replies.new',
  changed: 'reviews.updated',
  deleted: 'reviews.deleted',
  restored: 'reviews.restored',
};

/** Names of the events that can lead to deliveries. */
export const EVENTS_OF_WEBHOOKS: readonly string[] = [...Object.values(REVIEW_EVENTS), COLLECTION_RUN_FINISHED].map(
  ({ name }) => name,
);

/** A review is new once, and gets its first reply once (contract §6.1); the other events can occur in every run. */
const ONCE_PER_REVIEW: readonly ReviewEventType[] = ['reviews.new', 'replies.new'];

/** Creates deliveries for events of one account, in the transaction that marks the events as relayed. */
export interface FanOutBatch extends EventBatch {
  addReviews(fact: ReviewFact, event: RelayedEvent<ReviewsEventPayload>): Promise<void>;
  addRun(event: RelayedEvent<RunFinishedPayload>): Promise<void>;
}

@Injectable()
export class FanOutService {
  constructor(
    private readonly store: FanOutStore,
    private readonly maker: DeliveryMaker,
  ) {}

  /** The batch creates deliveries as events are added, and makes their webhooks due at its end. */
  begin(): FanOutBatch {
    const updates: DispatchUpdate[] = [];
    return {
      addReviews: async (fact, event) => void updates.push(...(await this.createForReviews(fact, event))),
      addRun: async (event) => void updates.push(...(await this.createForRun(event))),
      end: () => this.maker.updateDispatch(updates),
    };
  }

  private async createForReviews(
    fact: ReviewFact,
    event: RelayedEvent<ReviewsEventPayload>,
  ): Promise<readonly DispatchUpdate[]> {
    const { payload } = event;
    const eventType = EVENT_TYPE_OF[fact];
    const { now, webhooks } = await this.store.subscribers(event.accountId, eventType, event.createdAt);
    if (webhooks.length === 0) return [];
    const reviews = await this.store.reviewFacts(event.accountId, selectionOf(payload, fact), payload.object_ids);
    // Outside runs the event's id is the occurrence; negative, so that it differs from every run's id.
    const occurrence = ONCE_PER_REVIEW.includes(eventType) ? 0 : (payload.run_id ?? -event.id);
    const [immediate, batched]: [DeliveryReviews[], DispatchUpdate[]] = [[], []];
    for (const webhook of webhooks) {
      const reviewIds = reviews.filter((review) => isSelected(webhook, review)).map((review) => review.id);
      if (reviewIds.length === 0) continue;
      const bucketId = await this.bucketOf(webhook, eventType, event, null);
      const newIds = await this.store.addItems(webhook, eventType, { bucketId, reviewIds, occurrence });
      if (bucketId !== null) batched.push({ ...webhook, isDue: false });
      else if (newIds.length > 0) immediate.push({ webhook, reviewIds: newIds });
    }
    return [...batched, ...(await this.maker.createForReviews(eventType, now, payload.run_id, immediate))];
  }

  /** Selects webhooks with an object that was part of the run (contract §10) and still exists. */
  private async createForRun(event: RelayedEvent<RunFinishedPayload>): Promise<readonly DispatchUpdate[]> {
    const { run_id: runId, object_ids, finished_at } = event.payload;
    const { now, webhooks } = await this.store.subscribers(event.accountId, 'scrape.run.finished', event.createdAt);
    if (webhooks.length === 0) return [];
    const objectIds = await this.store.existingObjects(event.accountId, object_ids);
    const finishedAt = new Date(`${finished_at}Z`);
    const selected = webhooks.filter((webhook) => objectIds.some((objectId) => covers(webhook, objectId)));
    const [immediate, batched]: [Subscriber[], DispatchUpdate[]] = [[], []];
    for (const webhook of selected) {
      const bucketId = await this.bucketOf(webhook, 'scrape.run.finished', event, finishedAt);
      if (bucketId === null) immediate.push(webhook);
      else batched.push({ ...webhook, isDue: false });
    }
    return [...batched, ...(await this.maker.createForRun(finishedAt, now, runId, immediate))];
  }

  /** The webhook's first daily batch after the event that has not been sent; null if the webhook receives events at once. */
  private async bucketOf(
    webhook: Subscriber,
    eventType: EventType,
    { createdAt }: RelayedEvent,
    finishedAt: Date | null,
  ): Promise<number | null> {
    let flushAt = nextFlush(webhook.bucketWindow, new Date(createdAt));
    while (flushAt !== null) {
      const bucketId = await this.store.bucket(webhook, eventType, flushAt, finishedAt);
      if (bucketId !== null) return bucketId;
      flushAt = nextFlush(webhook.bucketWindow, flushAt);
    }
    return null;
  }
}

function selectionOf(payload: ReviewsEventPayload, fact: ReviewFact): ReviewSelection {
  const { run_id: runId } = payload;
  return runId === null ? { runId, reviewIds: payload.review_ids } : { runId, fact };
}
