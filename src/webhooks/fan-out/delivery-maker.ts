/** Creates deliveries: reads their reviews, renders the bytes once and stores them. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { Wakeups } from '@libs/queue';
import { contentDaysOf, removalAgeInUse } from '@libs/sources';
import { DELIVERIES_DUE } from '../deliveries-due';
import type { ReviewEventType, Subscription } from '../domain/subscription';
import { eventIdOf, type ObjectReviews } from '../payloads/body';
import { MAX_ITEMS } from '../payloads/messages/message';
import { renderReviewsMessage, renderRunMessage, type MessageOptions } from '../payloads/messages/render-message';
import { MIN_REVIEW_BYTES, renderReviews, renderRunFinished } from '../payloads/render';
import { VisibleReviewsQuery } from '../persistence/receivable-reviews.query';
import { FanOutStore, type DispatchUpdate, type NewDelivery, type ReviewToSend } from './persistence/fan-out.store';

/** A delivery to create: of these reviews, or that a run finished. */
export type DeliveryDraft = DraftOfReviews | DraftOfRun;

interface DraftOfReviews {
  readonly webhook: Receiver;
  readonly eventType: ReviewEventType;
  readonly traceparent: string | null;
  readonly runId: number | null;
  readonly reviewIds: readonly number[];
}

interface DraftOfRun {
  readonly webhook: Receiver;
  readonly eventType: 'scrape.run.finished';
  readonly traceparent: string | null;
  readonly runId: number | null;
  readonly finishedAt: Date;
}

type Receiver = Pick<Subscription, 'id' | 'accountId' | 'schemaVersion' | 'format'>;

/** A draft with its reviews; null for the end of a run. */
interface DraftContent {
  readonly draft: DeliveryDraft;
  readonly objects: readonly ObjectReviews[] | null;
}

/** How many objects of an event the lists of deliveries show. */
const LISTED_OBJECTS = 5;

/** One statement stores deliveries until their bodies reach this size, or their number this limit. */
const INSERT_BYTES = 4 * 1024 * 1024;
const INSERT_DELIVERIES = 1_000;

@Injectable()
export class DeliveryMaker {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly store: FanOutStore,
    private readonly visibleReviews: VisibleReviewsQuery,
    private readonly wakeups: Wakeups,
  ) {}

  /**
   * Creates one delivery for each draft of an account, in their order, except drafts of reviews without a review that still exists and
   * that the account may see now. `now` is by the database's clock. Returns the webhooks with a new delivery, for `updateDispatch`.
   */
  async create(accountId: number, now: Date, drafts: readonly DeliveryDraft[]): Promise<readonly DispatchUpdate[]> {
    if (drafts.length === 0) return [];
    const visible = await this.limitToVisible(accountId, drafts);
    const contents = (await this.read(accountId, visible)).filter(({ objects }) => objects?.length !== 0);
    const ids = await this.store.newDeliveryIds(contents.length);
    let [rendered, bytes]: [NewDelivery[], number] = [[], 0];
    for (const [place, content] of contents.entries()) {
      const delivery = this.render(content, ids[place] ?? 0, now);
      rendered.push(delivery);
      bytes += delivery.body.length;
      if (bytes < INSERT_BYTES && rendered.length < INSERT_DELIVERIES) continue;
      await this.store.insert(rendered);
      [rendered, bytes] = [[], 0];
    }
    await this.store.insert(rendered);
    return contents.map(({ draft: { webhook } }) => ({ accountId, id: webhook.id, isDue: true }));
  }

  /** Makes these webhooks due. Must be the last call in a transaction. A webhook may occur more than once. */
  async updateDispatch(webhooks: readonly DispatchUpdate[]): Promise<void> {
    if (webhooks.length === 0) return;
    await this.store.updateDispatch(webhooks);
    if (webhooks.some((webhook) => webhook.isDue))
      this.database.afterCommit('wake-up of deliveries', () => this.wakeups.send(DELIVERIES_DUE));
  }

  private render({ draft, objects }: DraftContent, id: number, now: Date): NewDelivery {
    const { webhook, runId, eventType, traceparent } = draft;
    const { schemaVersion } = webhook;
    const isNumbered = schemaVersion === 3;
    const keys = { id, accountId: webhook.accountId, webhookId: webhook.id, runId, eventType, traceparent, isNumbered };
    const asMessage = this.messageOptionsOf(webhook);
    if (eventType === 'scrape.run.finished') {
      const { finishedAt } = draft;
      const body =
        asMessage === null
          ? renderRunFinished({ deliveryId: id, occurredAt: now, finishedAt, schemaVersion })
          : renderRunMessage(finishedAt, asMessage);
      return { ...keys, eventId: 0, body, bodyHours: null, reviewCount: null, objectIds: [], sourceIds: [] };
    }
    const content = { deliveryId: id, event: eventType, occurredAt: now, objects: objects ?? [] };
    const maxBytes = this.config.HREV_WEBHOOK_MAX_BODY;
    const body =
      asMessage === null
        ? renderReviews(content, { schemaVersion, maxBytes }).bytes
        : renderReviewsMessage(content, asMessage);
    return {
      ...keys,
      eventId: eventIdOf(content),
      body,
      bodyHours: bodyHoursOf(content.objects),
      reviewCount: content.objects.reduce((count, { reviews }) => count + reviews.length, 0),
      objectIds: content.objects.slice(0, LISTED_OBJECTS).map(({ objectId }) => objectId),
      sourceIds: [...new Set(content.objects.flatMap(({ reviews }) => reviews.map((review) => review.source_id)))],
    };
  }

  /** Null for a webhook that gets the bodies of the specification. */
  private messageOptionsOf({ format, accountId }: Receiver): MessageOptions | null {
    if (format === 'hrev') return null;
    const { HREV_PUBLIC_URL: address, HREV_CONSOLE: consoleIs } = this.config;
    return { format, place: { origin: consoleIs === 'on' ? address : null, accountId } };
  }

  /** Applies a trial's limit of visible reviews (contract §6.1), by the current plan of the account. */
  private async limitToVisible(accountId: number, drafts: readonly DeliveryDraft[]): Promise<readonly DeliveryDraft[]> {
    const reviewIds = reviewsOf(drafts.filter(isOfReviews));
    if (reviewIds.length === 0) return drafts;
    const visible = await this.visibleReviews.idsOf(accountId, reviewIds);
    return drafts.map((draft) =>
      isOfReviews(draft) ? { ...draft, reviewIds: draft.reviewIds.filter((id) => visible.has(id)) } : draft,
    );
  }

  /**
   * Reads the reviews by id, each once for all webhooks. Omits the texts if a body would exceed its limit with them, so that a large run
   * does not fill the memory.
   */
  private async read(accountId: number, drafts: readonly DeliveryDraft[]): Promise<readonly DraftContent[]> {
    const isLean = ({ reviewIds }: DraftOfReviews): boolean =>
      reviewIds.length * MIN_REVIEW_BYTES > this.config.HREV_WEBHOOK_MAX_BODY;
    const ofReviews = drafts.filter(isOfReviews);
    const lean = await this.readReviews(accountId, ofReviews.filter(isLean), true);
    const whole = await this.readReviews(
      accountId,
      ofReviews.filter((draft) => !isLean(draft)),
      false,
    );
    const contents = drafts.map((draft) => ({
      draft,
      objects: isOfReviews(draft) ? byObject(draft.reviewIds, isLean(draft) ? lean : whole) : null,
    }));
    return this.withTextsOfMessages(
      accountId,
      contents.map((content) => ({ ...content, isLean: isOfReviews(content.draft) && isLean(content.draft) })),
    );
  }

  /** Reads the texts of the reviews that messages show, where they were omitted: a message shows the first reviews of a large run too. */
  private async withTextsOfMessages(
    accountId: number,
    contents: readonly (DraftContent & { readonly isLean: boolean })[],
  ): Promise<readonly DraftContent[]> {
    const isWithout = ({ draft, isLean }: (typeof contents)[number]): boolean =>
      isLean && draft.webhook.format !== 'hrev';
    const shown = contents.filter(isWithout).flatMap(({ objects }) => firstReviews(objects ?? []));
    if (shown.length === 0) return contents;
    const whole = await this.store.reviewsToSend(accountId, [...new Set(shown)], false);
    const byId = new Map(whole.map((review) => [review.id, review]));
    return contents.map((content) =>
      isWithout(content) ? { ...content, objects: withReviews(content.objects ?? [], byId) } : content,
    );
  }

  private async readReviews(
    accountId: number,
    drafts: readonly DraftOfReviews[],
    isLean: boolean,
  ): Promise<ReadonlyMap<number, ReviewToSend>> {
    const reviewIds = reviewsOf(drafts);
    if (reviewIds.length === 0) return new Map();
    const reviews = await this.store.reviewsToSend(accountId, reviewIds, isLean);
    return new Map(reviews.map((review) => [review.id, review]));
  }
}

/** After how many hours a body with these reviews is removed; null if none of their platforms limits how long content may be kept. */
function bodyHoursOf(objects: readonly ObjectReviews[]): number | null {
  const sourceIds = new Set(objects.flatMap(({ reviews }) => reviews.map((review) => review.source_id)));
  return removalAgeInUse([...sourceIds].map(contentDaysOf));
}

/** The ids of the reviews that a message shows at most. */
const firstReviews = (objects: readonly ObjectReviews[]): readonly number[] =>
  objects.flatMap(({ reviews }) => reviews.slice(0, MAX_ITEMS).map(({ id }) => id)).slice(0, MAX_ITEMS);

/** The objects with these reviews in the place of those with the same id. */
const withReviews = (
  objects: readonly ObjectReviews[],
  byId: ReadonlyMap<number, ReviewToSend>,
): readonly ObjectReviews[] =>
  objects.map((object) => ({ ...object, reviews: object.reviews.map((review) => byId.get(review.id) ?? review) }));

const isOfReviews = (draft: DeliveryDraft): draft is DraftOfReviews => draft.eventType !== 'scrape.run.finished';

function reviewsOf(drafts: readonly DraftOfReviews[]): readonly number[] {
  return [...new Set(drafts.flatMap((draft) => draft.reviewIds))];
}

/** Groups the reviews with these ids that were read by object, in the order of objects and reviews. */
function byObject(
  reviewIds: readonly number[],
  readReviews: ReadonlyMap<number, ReviewToSend>,
): readonly ObjectReviews[] {
  const reviews = reviewIds
    .flatMap((id) => readReviews.get(id) ?? [])
    .sort((one, other) => one.objectId - other.objectId || one.id - other.id);
  const objects = new Map<number, { objectId: number; name: string; reviews: ReviewToSend[] }>();
  for (const review of reviews) {
    const object = objects.get(review.objectId) ?? { objectId: review.objectId, name: review.objectName, reviews: [] };
    object.reviews.push(review);
    objects.set(review.objectId, object);
  }
  return [...objects.values()];
}
