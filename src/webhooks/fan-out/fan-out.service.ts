/**
 * Turns events into deliveries (contract §6.1, §6.3). Runs in the relay's transaction: either every
 * webhook that is to be told has its delivery, or its place in the day's batch, and the event is done, or nothing was.
 *
 * Judged as of the event, however late it is passed on (contract §6.1): which webhooks there were, what they wanted, which
 * objects were on and whose hour comes next. Deleting the webhook, the object or the link afterwards ends it all the same.
 * What a review says, and whether a trial may see it, is read when its body is rendered.
 */
import { Injectable } from '@nestjs/common';
import type { EventBatch, RelayedEvent } from '@libs/events';
import { COLLECTION_RUN_FINISHED } from '@src/collection';
import { REVIEW_EVENTS, type ReviewFact } from '@src/reviews';
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

const TOLD_AS: Readonly<Record<ReviewFact, ReviewEventType>> = {
  appeared: 'reviews.new',
  replied: 'replies.new',
  changed: 'reviews.updated',
  deleted: 'reviews.deleted',
  restored: 'reviews.restored',
};

const FACT_OF: ReadonlyMap<string, ReviewFact> = new Map(
  Object.entries(REVIEW_EVENTS).map(([fact, name]) => [name, fact as ReviewFact]),
);

/** Names of the events that webhooks are told of. */
export const EVENTS_OF_WEBHOOKS: readonly string[] = [...Object.values(REVIEW_EVENTS), COLLECTION_RUN_FINISHED];

/** A review is new, and replied to, once in its life (§6.1); the other events come once a run. */
const ONCE_IN_A_LIFE: readonly ReviewEventType[] = ['reviews.new', 'replies.new'];

interface ReviewsPayload {
  readonly run_id: number | null;
  /** Those that were on when it happened. */
  readonly object_ids: readonly number[];
  readonly review_ids?: readonly number[];
}

interface RunPayload {
  readonly run_id: number;
  readonly object_ids: readonly number[];
  readonly finished_at: string;
}

@Injectable()
export class FanOutService {
  constructor(
    private readonly store: FanOutStore,
    private readonly maker: DeliveryMaker,
  ) {}

  /** Events of one account, in the transaction that marks them as relayed. */
  begin(): EventBatch {
    const owed: OwedWebhook[] = [];
    return {
      take: async (event) => void owed.push(...(await this.fanOut(event))),
      end: () => this.maker.owe(owed),
    };
  }

  /** Everything that follows from one event but that the webhooks are owed it. Other events are nobody's business. */
  private async fanOut(event: RelayedEvent): Promise<readonly OwedWebhook[]> {
    const fact = FACT_OF.get(event.name);
    if (fact !== undefined) return this.tellOfReviews(event, fact);
    return event.name === COLLECTION_RUN_FINISHED ? this.tellOfRun(event) : [];
  }

  private async tellOfReviews(event: RelayedEvent, fact: ReviewFact): Promise<readonly OwedWebhook[]> {
    const eventType = TOLD_AS[fact];
    const { now, webhooks } = await this.store.subscribers(event.accountId, eventType, event.createdAt);
    if (webhooks.length === 0) return [];
    const payload = event.payload as unknown as ReviewsPayload;
    const reviews = await this.store.reviewFacts(event.accountId, spokenOf(payload, fact), payload.object_ids);
    // Outside of runs the event stands for itself; negative, so that it is no run's number.
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

  /** Only where an object of the webhook took part (contract §10) and is still there. */
  private async tellOfRun(event: RelayedEvent): Promise<readonly OwedWebhook[]> {
    const { run_id: runId, object_ids, finished_at } = event.payload as unknown as RunPayload;
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

  /** Of the first flush after the event, or after one whose batch has left before the event was passed on; null: at once. */
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

function spokenOf({ run_id: runId, review_ids: reviewIds = [] }: ReviewsPayload, fact: ReviewFact): SpokenOf {
  return runId === null ? { runId, reviewIds } : { runId, fact };
}

function isWanted(webhook: Subscriber, review: ReviewFacts): boolean {
  return covers(webhook, review.objectId) && matches(webhook.filters, review);
}

function covers({ objectIds }: Subscriber, objectId: number): boolean {
  return objectIds === null || objectIds.length === 0 || objectIds.includes(objectId);
}
