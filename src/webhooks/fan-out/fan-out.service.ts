/**
 * Turns events into deliveries (contract §6.1, §6.3). Runs in the relay's transaction: either the event is relayed and every selected
 * webhook has its delivery or an entry in its daily batch, or nothing is written.
 *
 * Webhooks are selected as of the time of the event (contract §6.1): by the settings that they had, the objects that were enabled, and
 * the next flush after it. A webhook, object or link that is deleted later yields no delivery. Contents of reviews, and whether a trial
 * may see them, are read when the body is rendered.
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
import { DeliveryMaker, type ReviewsFor } from './delivery-maker';
import { nextFlush } from '../domain/bucket-window';
import { matches } from '../domain/filters';
import type { EventType, ReviewEventType } from '../domain/subscription';
import {
  FanOutStore,
  type OwedWebhook,
  type ReviewFacts,
  type SpokenOf,
  type Subscriber,
} from './persistence/fan-out.store';

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

/** A review is new once, and gets its first reply once (§6.1); the other events occur once per run. */
const ONCE_IN_A_LIFE: readonly ReviewEventType[] = ['reviews.new', 'replies.new'];

/** Collects deliveries for events of one account, in the transaction that marks the events as relayed. */
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
    const owed: OwedWebhook[] = [];
    return {
      addReviews: async (fact, event) => void owed.push(...(await this.ofReviews(fact, event))),
      addRun: async (event) => void owed.push(...(await this.ofRun(event))),
      end: () => this.maker.owe(owed),
    };
  }

  private async ofReviews(fact: ReviewFact, event: RelayedEvent<ReviewsEventPayload>): Promise<readonly OwedWebhook[]> {
    const { payload } = event;
    const eventType = EVENT_TYPE_OF[fact];
    const { now, webhooks } = await this.store.subscribers(event.accountId, eventType, event.createdAt);
    if (webhooks.length === 0) return [];
    const reviews = await this.store.reviewFacts(event.accountId, spokenOf(payload, fact), payload.object_ids);
    // Outside of runs the event itself is the occurrence; negative, so that it differs from every run's id.
    const occurrence = ONCE_IN_A_LIFE.includes(eventType) ? 0 : (payload.run_id ?? -event.id);
    const [atOnce, gathering]: [ReviewsFor[], OwedWebhook[]] = [[], []];
    for (const webhook of webhooks) {
      const reviewIds = reviews.filter((review) => isWanted(webhook, review)).map((review) => review.id);
      if (reviewIds.length === 0) continue;
      const bucketId = await this.bucketOf(webhook, eventType, event, null);
      const fresh = await this.store.addItems(webhook, eventType, { bucketId, reviewIds, occurrence });
      if (bucketId !== null) gathering.push({ ...webhook, isDue: false });
      else if (fresh.length > 0) atOnce.push({ webhook, reviewIds: fresh });
    }
    return [...gathering, ...(await this.maker.ofReviews(eventType, now, payload.run_id, atOnce))];
  }

  /** Only where an object of the webhook took part (contract §10) and still exists. */
  private async ofRun(event: RelayedEvent<RunFinishedPayload>): Promise<readonly OwedWebhook[]> {
    const { run_id: runId, object_ids, finished_at } = event.payload;
    const { now, webhooks } = await this.store.subscribers(event.accountId, 'scrape.run.finished', event.createdAt);
    if (webhooks.length === 0) return [];
    const objectIds = await this.store.objectsThatAre(event.accountId, object_ids);
    const finishedAt = new Date(`${finished_at}Z`);
    const concerned = webhooks.filter((webhook) => objectIds.some((objectId) => covers(webhook, objectId)));
    const [atOnce, gathering]: [Subscriber[], OwedWebhook[]] = [[], []];
    for (const webhook of concerned) {
      const bucketId = await this.bucketOf(webhook, 'scrape.run.finished', event, finishedAt);
      if (bucketId === null) atOnce.push(webhook);
      else gathering.push({ ...webhook, isDue: false });
    }
    return [...gathering, ...(await this.maker.ofRun(finishedAt, now, runId, atOnce))];
  }

  /** The first flush after the event whose batch has not been sent; null: at once. */
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

function spokenOf(payload: ReviewsEventPayload, fact: ReviewFact): SpokenOf {
  const { run_id: runId } = payload;
  return runId === null ? { runId, reviewIds: payload.review_ids } : { runId, fact };
}

function isWanted(webhook: Subscriber, review: ReviewFacts): boolean {
  return covers(webhook, review.objectId) && matches(webhook.filters, review);
}

function covers({ objectIds }: Subscriber, objectId: number): boolean {
  return objectIds === null || objectIds.length === 0 || objectIds.includes(objectId);
}
