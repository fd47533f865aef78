/**
 * Turns events into deliveries (contract §6.1, §6.3). Runs in the relay's transaction: either the event is relayed and
 * every selected webhook has its delivery or an entry in its daily batch, or nothing is written. Events that are
 * relayed together are processed together: the number of statements does not grow with the number of events.
 *
 * Webhooks are selected as of the time of the event (contract §6.1): their settings, the enabled objects and the next
 * flush at that time count. A webhook, object or link that is deleted later causes no delivery. The contents of
 * reviews, and whether a trial may see them, are read when the body is rendered.
 */
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventSubscribers, type EventBatch, type RelayedEvent } from '@libs/events';
import {
  AUTHORS_MASKED,
  COLLECTION_RUN_FINISHED,
  REVIEW_EVENTS,
  REVIEW_FACTS,
  type ReviewFact,
  type ReviewsEventPayload,
  type RunFinishedPayload,
} from '@src/reviews';
import { covers, isSelected } from '../../domain/selection';
import { EVENT_KINDS, TYPE_OF_FACT, type ReviewEventType } from '../../domain/subscription';
import { bodyWithAuthors } from '../../payloads/render';
import type { SelectableReview } from '../../persistence/receivable-reviews.query';
import { DeliveryMaker, type DeliveryDraft } from '../delivery-maker';
import { DailyBatchStore } from '../persistence/daily-batch.store';
import { FanOutStore, type DispatchUpdate, type ReviewSelection, type Receiver } from '../persistence/fan-out.store';

/** The name of the subscriber. */
const NAME = 'webhooks';

/** A body has up to 256 KiB. */
const BODIES_AT_ONCE = 20;

/** Maximum number of reviews that one statement records as received, unless they are those of one webhook and event. */
const ITEMS_AT_ONCE = 10_000;

/** Events of one account that are relayed together. */
interface FanOutBatch extends EventBatch {
  add(event: PendingEvent): void;
}

interface EventOfReviews {
  readonly accountId: number;
  readonly eventType: ReviewEventType;
  readonly at: string;
  readonly traceparent: string | null;
  readonly runId: number | null;
  readonly selection: ReviewSelection;
  /** Distinguishes repeated events of a review: a webhook receives a review once for each event type and occurrence. */
  readonly occurrence: number;
}

interface EndOfRun {
  readonly accountId: number;
  readonly eventType: 'scrape.run.finished';
  readonly at: string;
  readonly traceparent: string | null;
  readonly runId: number;
  readonly objectIds: readonly number[];
  readonly finishedAt: Date;
}

type PendingEvent = EventOfReviews | EndOfRun;

/** An event that a webhook receives. */
type Match = MatchOfReviews | { readonly event: EndOfRun; readonly webhook: Receiver };

interface MatchOfReviews {
  readonly event: EventOfReviews;
  readonly webhook: Receiver;
  readonly reviewIds: readonly number[];
}

@Injectable()
export class FanOutSubscriber implements OnModuleInit {
  constructor(
    private readonly subscribers: EventSubscribers,
    private readonly store: FanOutStore,
    private readonly dailyBatches: DailyBatchStore,
    private readonly maker: DeliveryMaker,
  ) {}

  onModuleInit(): void {
    const begin = () => this.begin();
    for (const fact of REVIEW_FACTS)
      this.subscribers.onInBatches(REVIEW_EVENTS[fact], NAME, begin, (event, batch) =>
        batch.add(eventOfReviews(fact, event)),
      );
    this.subscribers.onInBatches(COLLECTION_RUN_FINISHED, NAME, begin, (event, batch) => batch.add(endOfRun(event)));
    this.subscribers.on(AUTHORS_MASKED, NAME, ({ accountId, payload }) =>
      this.maskAuthors(accountId, payload.review_ids),
    );
  }

  /** The batch creates deliveries for the events that were added, and makes their webhooks due at its end. */
  private begin(): FanOutBatch {
    const updates = new Map<number, DispatchUpdate>();
    let pending: PendingEvent[] = [];
    return {
      add: (event) => void pending.push(event),
      work: async () => {
        const events = pending;
        pending = [];
        for (const update of await this.createDeliveries(events))
          updates.set(update.id, { ...update, isDue: update.isDue || updates.get(update.id)?.isDue === true });
      },
      end: () => this.maker.updateDispatch([...updates.values()]),
    };
  }

  /** Creates the deliveries of events of one account, in the order of the events. */
  private async createDeliveries(events: readonly PendingEvent[]): Promise<readonly DispatchUpdate[]> {
    const [first] = events;
    if (first === undefined) return [];
    const { accountId } = first;
    const { now, receivers } = await this.store.receivers(accountId, events);
    const matches = await this.match(accountId, events, receivers);
    const dailyBatchIds = await this.dailyBatches.join(accountId, matches);
    const newIds = await this.recordItems(accountId, matches.filter(isMatchOfReviews), dailyBatchIds);
    const batched = [...dailyBatchIds.keys()].map(({ webhook }) => ({ id: webhook.id, accountId, isDue: false }));
    const immediate = matches.filter((match) => !dailyBatchIds.has(match));
    const drafts = immediate.flatMap((match) => draftOf(match, newIds.get(match) ?? []));
    return [...batched, ...(await this.maker.create(accountId, now, drafts))];
  }

  /**
   * The webhooks that receive each event, in the order of events and webhooks: a webhook with at least one selected
   * review, or with an object that was part of the run (contract §10) and still exists.
   */
  private async match(
    accountId: number,
    events: readonly PendingEvent[],
    receivers: readonly (readonly Receiver[])[],
  ): Promise<readonly Match[]> {
    const wanted = events.filter((_, place) => (receivers[place]?.length ?? 0) > 0);
    const eventsOfReviews = wanted.filter(isOfReviews);
    const selectable = await this.store.selectableReviews(
      accountId,
      eventsOfReviews.map(({ selection }) => selection),
    );
    const reviewsOf = new Map(eventsOfReviews.map((event, place) => [event, selectable[place] ?? []]));
    const runObjects = wanted.flatMap((event) => (isOfReviews(event) ? [] : event.objectIds));
    const existing = await this.store.existingObjects(accountId, [...new Set(runObjects)]);
    return events.flatMap((event, place) =>
      (receivers[place] ?? []).flatMap((webhook) =>
        isOfReviews(event)
          ? matchReviews(event, webhook, reviewsOf.get(event) ?? [])
          : matchRun(event, webhook, existing),
      ),
    );
  }

  /**
   * Records which reviews the webhooks receive. Returns the ids of the reviews of each match that its webhook has not
   * received before.
   */
  private async recordItems(
    accountId: number,
    matches: readonly MatchOfReviews[],
    dailyBatchIds: ReadonlyMap<Match, number>,
  ): Promise<ReadonlyMap<Match, readonly number[]>> {
    const newIds = new Map<Match, readonly number[]>();
    for (const slice of slicesOf(matches)) {
      const entries = slice.map((match) => ({
        webhookId: match.webhook.id,
        eventType: match.event.eventType,
        occurrence: match.event.occurrence,
        dailyBatchId: dailyBatchIds.get(match) ?? null,
        reviewIds: match.reviewIds,
      }));
      const added = await this.store.addItems(accountId, entries);
      slice.forEach((match, place) => newIds.set(match, added[place] ?? []));
    }
    return newIds;
  }

  /**
   * Masks the authors of these reviews in the stored bodies of deliveries. A body is rendered once and sent unchanged,
   * with one exception: a name that should never have been stored is masked (contract §10), also in a delivery that
   * will be sent again.
   */
  private async maskAuthors(accountId: number, reviewIds: readonly number[]): Promise<void> {
    const authors = await this.store.authors(accountId, reviewIds);
    const ids = await this.store.deliveriesWith(accountId, reviewIds);
    for (let start = 0; start < ids.length; start += BODIES_AT_ONCE) {
      const bodies = await this.store.bodies(accountId, ids.slice(start, start + BODIES_AT_ONCE));
      const masked = bodies.flatMap(({ id, body }) => {
        const changed = bodyWithAuthors(body, authors);
        return changed === null ? [] : [{ id, body: changed }];
      });
      if (masked.length > 0) await this.store.replaceBodies(accountId, masked);
    }
  }
}

const isOfReviews = (event: PendingEvent): event is EventOfReviews => event.eventType !== 'scrape.run.finished';
const isMatchOfReviews = (match: Match): match is MatchOfReviews => isOfReviews(match.event);

function eventOfReviews(
  fact: ReviewFact,
  { id, accountId, createdAt, traceparent, payload }: RelayedEvent<ReviewsEventPayload>,
): EventOfReviews {
  const { run_id: runId, object_ids: objectIds } = payload;
  const eventType = TYPE_OF_FACT[fact];
  return {
    accountId,
    eventType,
    at: createdAt,
    traceparent,
    runId,
    selection: runId === null ? { runId, objectIds, reviewIds: payload.review_ids } : { runId, objectIds, fact },
    // Outside runs the event's id is the occurrence; negative, so that it differs from every run's id.
    occurrence: EVENT_KINDS[eventType].isOncePerReview ? 0 : (runId ?? -id),
  };
}

function endOfRun({ accountId, createdAt, traceparent, payload }: RelayedEvent<RunFinishedPayload>): EndOfRun {
  return {
    accountId,
    eventType: 'scrape.run.finished',
    at: createdAt,
    traceparent,
    runId: payload.run_id,
    objectIds: payload.object_ids,
    finishedAt: new Date(`${payload.finished_at}Z`),
  };
}

function matchReviews(
  event: EventOfReviews,
  webhook: Receiver,
  reviews: readonly SelectableReview[],
): readonly Match[] {
  const reviewIds = reviews.filter((review) => isSelected(webhook, review)).map((review) => review.id);
  return reviewIds.length === 0 ? [] : [{ event, webhook, reviewIds }];
}

function matchRun(event: EndOfRun, webhook: Receiver, existing: ReadonlySet<number>): readonly Match[] {
  const isCovered = event.objectIds.some((objectId) => existing.has(objectId) && covers(webhook, objectId));
  return isCovered ? [{ event, webhook }] : [];
}

/** The delivery of a match with these new reviews; none if no review is new. */
function draftOf({ event, webhook }: Match, newIds: readonly number[]): readonly DeliveryDraft[] {
  if (!isOfReviews(event)) return [{ ...event, webhook }];
  return newIds.length === 0 ? [] : [{ ...event, webhook, reviewIds: newIds }];
}

/**
 * Divides matches into consecutive groups with at most `ITEMS_AT_ONCE` reviews. A match with more is a group of its
 * own.
 */
function* slicesOf(matches: readonly MatchOfReviews[]): Generator<readonly MatchOfReviews[]> {
  let slice: MatchOfReviews[] = [];
  let items = 0;
  for (const match of matches) {
    if (slice.length > 0 && items + match.reviewIds.length > ITEMS_AT_ONCE) {
      yield slice;
      [slice, items] = [[], 0];
    }
    slice.push(match);
    items += match.reviewIds.length;
  }
  yield slice;
}
