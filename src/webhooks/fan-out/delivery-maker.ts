/** Creates deliveries: reads their reviews, renders the bytes once and stores them. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { Wakeups } from '@libs/queue';
import { AccountsService } from '@src/auth';
import { DELIVERIES_DUE } from '../deliveries-due';
import type { ReviewEventType, Subscription } from '../domain/subscription';
import { eventIdOf, type ObjectReviews } from '../payloads/batch';
import { renderReviews, renderRunFinished } from '../payloads/render';
import { FanOutStore, type DispatchUpdate, type NewDelivery, type ReviewToSend } from './persistence/fan-out.store';

type Receiver = Pick<Subscription, 'id' | 'accountId' | 'schemaVersion'>;

/** The reviews of one delivery to a webhook. */
export interface DeliveryReviews {
  readonly webhook: Receiver;
  readonly reviewIds: readonly number[];
}

/** How many objects of an event the lists of deliveries show. */
const LISTED_OBJECTS = 5;

/** Lower bound of the bytes that a review without its texts adds to a body. */
const MIN_REVIEW_BYTES = 150;

@Injectable()
export class DeliveryMaker {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly store: FanOutStore,
    private readonly accounts: AccountsService,
    private readonly wakeups: Wakeups,
  ) {}

  /**
   * Creates one delivery for each webhook with at least one review that still exists and that the account may see now. `now` is by the
   * database's clock. Returns the webhooks with a new delivery, for `updateDispatch`.
   */
  async createForReviews(
    event: ReviewEventType,
    now: Date,
    runId: number | null,
    selected: readonly DeliveryReviews[],
  ): Promise<readonly DispatchUpdate[]> {
    const receivers = await this.limitToVisible(selected);
    const reviewsFor = await this.read(receivers);
    const batches = receivers
      .map((receiver) => ({
        webhook: receiver.webhook,
        objects: byObject(receiver.reviewIds, reviewsFor(receiver)),
      }))
      .filter(({ objects }) => objects.length > 0);
    const ids = await this.store.newDeliveryIds(batches.length);
    const deliveries = batches.map(({ webhook, objects }, index): NewDelivery => {
      const id = ids[index] ?? 0;
      const { bytes } = renderReviews(
        { deliveryId: id, event, occurredAt: now, objects },
        { schemaVersion: webhook.schemaVersion, maxBytes: this.config.HREV_WEBHOOK_MAX_BODY },
      );
      const contents = {
        reviewCount: objects.reduce((count, { reviews }) => count + reviews.length, 0),
        objectIds: objects.slice(0, LISTED_OBJECTS).map(({ objectId }) => objectId),
      };
      const keys = keysOf(webhook, runId, id);
      return { ...keys, ...contents, eventType: event, eventId: eventIdOf({ objects }), body: bytes };
    });
    return this.save(deliveries);
  }

  /** Creates one delivery of `scrape.run.finished` for each webhook. Returns the webhooks, for `updateDispatch`. */
  async createForRun(
    finishedAt: Date,
    now: Date,
    runId: number | null,
    webhooks: readonly Receiver[],
  ): Promise<readonly DispatchUpdate[]> {
    const ids = await this.store.newDeliveryIds(webhooks.length);
    const deliveries = webhooks.map((webhook, index): NewDelivery => {
      const id = ids[index] ?? 0;
      const { schemaVersion } = webhook;
      const body = renderRunFinished({ deliveryId: id, occurredAt: now, finishedAt, schemaVersion });
      const contents = { reviewCount: null, objectIds: [] };
      return { ...keysOf(webhook, runId, id), ...contents, eventType: 'scrape.run.finished', eventId: 0, body };
    });
    return this.save(deliveries);
  }

  /** Applies a trial's limit of visible reviews (contract §6.1), by the current plan of the account. */
  private async limitToVisible(receivers: readonly DeliveryReviews[]): Promise<readonly DeliveryReviews[]> {
    const [accountId] = receivers.map((receiver) => receiver.webhook.accountId);
    if (accountId === undefined) return [];
    const { visibleReviewsPerLink: perLink } = (await this.accounts.find(accountId)).entitlements;
    if (perLink === null) return receivers;
    const visible = await this.store.visibleInTrial(accountId, reviewsOf(receivers), perLink);
    return receivers.map(({ webhook, reviewIds }) => ({
      webhook,
      reviewIds: reviewIds.filter((id) => visible.has(id)),
    }));
  }

  /** Makes these webhooks due. Must be the last call in a transaction. A webhook may occur more than once. */
  async updateDispatch(webhooks: readonly DispatchUpdate[]): Promise<void> {
    if (webhooks.length === 0) return;
    await this.store.updateDispatch(webhooks);
    if (webhooks.some((webhook) => webhook.isDue))
      this.database.afterCommit('wake-up of deliveries', () => this.wakeups.send(DELIVERIES_DUE));
  }

  private async save(deliveries: readonly NewDelivery[]): Promise<readonly DispatchUpdate[]> {
    await this.store.insert(deliveries);
    return deliveries.map(({ accountId, webhookId }) => ({ accountId, id: webhookId, isDue: true }));
  }

  /**
   * Reads the reviews by id, each once for all webhooks. Omits the texts if a body would exceed its limit with them, so that a large run
   * does not fill the memory.
   */
  private async read(
    receivers: readonly DeliveryReviews[],
  ): Promise<(receiver: DeliveryReviews) => ReadonlyMap<number, ReviewToSend>> {
    const isLean = ({ reviewIds }: DeliveryReviews): boolean =>
      reviewIds.length * MIN_REVIEW_BYTES > this.config.HREV_WEBHOOK_MAX_BODY;
    const [lean, whole] = [
      await this.readFor(receivers.filter(isLean), true),
      await this.readFor(
        receivers.filter((receiver) => !isLean(receiver)),
        false,
      ),
    ];
    return (receiver) => (isLean(receiver) ? lean : whole);
  }

  private async readFor(
    receivers: readonly DeliveryReviews[],
    isLean: boolean,
  ): Promise<ReadonlyMap<number, ReviewToSend>> {
    const [accountId] = receivers.map((receiver) => receiver.webhook.accountId);
    if (accountId === undefined) return new Map();
    const reviews = await this.store.reviewsToSend(accountId, reviewsOf(receivers), isLean);
    return new Map(reviews.map((review) => [review.id, review]));
  }
}

function reviewsOf(receivers: readonly DeliveryReviews[]): readonly number[] {
  return [...new Set(receivers.flatMap((receiver) => receiver.reviewIds))];
}

function keysOf(webhook: Receiver, runId: number | null, id: number) {
  return { id, accountId: webhook.accountId, webhookId: webhook.id, runId };
}

/** Groups the reviews with these ids by object, in the order of `readReviews`: by object and id. */
function byObject(
  reviewIds: readonly number[],
  readReviews: ReadonlyMap<number, ReviewToSend>,
): readonly ObjectReviews[] {
  const ids = new Set(reviewIds);
  const objects = new Map<number, { objectId: number; name: string; reviews: ReviewToSend[] }>();
  for (const review of readReviews.values()) {
    if (!ids.has(review.id)) continue;
    const object = objects.get(review.objectId) ?? { objectId: review.objectId, name: review.objectName, reviews: [] };
    object.reviews.push(review);
    objects.set(review.objectId, object);
  }
  return [...objects.values()];
}
