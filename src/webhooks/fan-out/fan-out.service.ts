/**
 * Turns events into deliveries (contract §6.1, §6.3). Runs in the relay's transaction: either the event is relayed and every selected
 * webhook has its delivery or an entry in its daily batch, or nothing is written. Events that are relayed together are processed together:
 * the number of statements does not grow with the number of events.
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
import { DeliveryMaker, type DeliveryDraft } from './delivery-maker';
import { nextFlush } from '../domain/bucket-window';
import { covers, isSelected } from '../domain/selection';
import { bodyWithAuthors } from '../payloads/render';
import type { ReviewEventType } from '../domain/subscription';
import type { ReviewFacts } from '../persistence/review-facts.sql';
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

/** A body has up to 256 KiB. */
const BODIES_AT_ONCE = 20;

/** A review is new once, and gets its first reply once (contract §6.1); the other events can occur in every run. */
const ONCE_PER_REVIEW: readonly ReviewEventType[] = ['reviews.new', 'replies.new'];

/** Maximum number of reviews that one statement records as received, unless they are those of one webhook and event. */
const ITEMS_AT_ONCE = 10_000;

/** Creates deliveries for events of one account, in the transaction that marks the events as relayed. */
export interface FanOutBatch extends EventBatch {
  addReviews(fact: ReviewFact, event: RelayedEvent<ReviewsEventPayload>): void;
  addRun(event: RelayedEvent<RunFinishedPayload>): void;
}

interface EventOfReviews {
  readonly eventType: ReviewEventType;
  readonly at: string;
  readonly runId: number | null;
  readonly selection: ReviewSelection;
  /** See `NewItems`. */
  readonly occurrence: number;
}

interface EndOfRun {
  readonly eventType: 'scrape.run.finished';
  readonly at: string;
  readonly runId: number;
  readonly objectIds: readonly number[];
  readonly finishedAt: Date;
}

type PendingEvent = EventOfReviews | EndOfRun;

/** An event that a webhook receives. */
type Match = MatchOfReviews | { readonly event: EndOfRun; readonly webhook: Subscriber };

interface MatchOfReviews {
  readonly event: EventOfReviews;
  readonly webhook: Subscriber;
  readonly reviewIds: readonly number[];
}

@Injectable()
export class FanOutService {
  constructor(
    private readonly store: FanOutStore,
    private readonly maker: DeliveryMaker,
  ) {}

  /** The batch creates deliveries for the events that were added, and makes their webhooks due at its end. */
  begin(): FanOutBatch {
    const updates = new Map<number, DispatchUpdate>();
    let account = 0;
    let pending: PendingEvent[] = [];
    return {
      addReviews: (fact, event) => {
        account = event.accountId;
        pending.push(eventOfReviews(fact, event));
      },
      addRun: (event) => {
        account = event.accountId;
        pending.push(endOfRun(event));
      },
      work: async () => {
        const events = pending;
        pending = [];
        for (const update of await this.createDeliveries(account, events))
          updates.set(update.id, { ...update, isDue: update.isDue || updates.get(update.id)?.isDue === true });
      },
      end: () => this.maker.updateDispatch([...updates.values()]),
    };
  }

  /**
   * Masks the authors of these reviews in the stored bodies of deliveries. A body is rendered once and sent unchanged, with one exception: a
   * name that should never have been stored is masked (contract §10), also in a delivery that will be sent again.
   */
  async maskAuthors(accountId: number, reviewIds: readonly number[]): Promise<void> {
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

  /** Creates the deliveries of events of one account, in the order of the events. */
  private async createDeliveries(
    accountId: number,
    events: readonly PendingEvent[],
  ): Promise<readonly DispatchUpdate[]> {
    if (events.length === 0) return [];
    const { now, subscribers } = await this.store.subscribers(accountId, events);
    const matches = await this.match(accountId, events, subscribers);
    const bucketIds = await this.bucketsOf(accountId, matches);
    const newIds = await this.recordItems(accountId, matches.filter(isMatchOfReviews), bucketIds);
    const batched = matches
      .filter((match) => bucketIds.has(match))
      .map(({ webhook }) => ({ ...webhook, isDue: false }));
    const drafts = matches
      .filter((match) => !bucketIds.has(match))
      .flatMap((match) => draftOf(match, newIds.get(match) ?? []));
    return [...batched, ...(await this.maker.create(accountId, now, drafts))];
  }

  /**
   * The webhooks that receive each event, in the order of events and webhooks: a webhook with at least one selected review, or with an
   * object that was part of the run (contract §10) and still exists.
   */
  private async match(
    accountId: number,
    events: readonly PendingEvent[],
    subscribers: readonly (readonly Subscriber[])[],
  ): Promise<readonly Match[]> {
    const wanted = events.filter((_, place) => (subscribers[place]?.length ?? 0) > 0);
    const eventsOfReviews = wanted.filter(isOfReviews);
    const facts = await this.store.reviewFacts(
      accountId,
      eventsOfReviews.map(({ selection }) => selection),
    );
    const reviewsOf = new Map(eventsOfReviews.map((event, place) => [event, facts[place] ?? []]));
    const runObjects = wanted.flatMap((event) => (isOfReviews(event) ? [] : event.objectIds));
    const existing = await this.store.existingObjects(accountId, [...new Set(runObjects)]);
    return events.flatMap((event, place) =>
      (subscribers[place] ?? []).flatMap((webhook) =>
        isOfReviews(event)
          ? matchReviews(event, webhook, reviewsOf.get(event) ?? [])
          : matchRun(event, webhook, existing),
      ),
    );
  }

  /**
   * The daily batches of the matches whose webhooks receive one: the first batch after the event that has not been sent. A match without
   * an entry is delivered at once.
   */
  private async bucketsOf(accountId: number, matches: readonly Match[]): Promise<ReadonlyMap<Match, number>> {
    const found = new Map<Match, number>();
    let open = matches.flatMap((match) => flushAfter(match, new Date(match.event.at)));
    while (open.length > 0) {
      const ids = await this.store.buckets(
        accountId,
        open.map(({ match: { event, webhook }, flushAt }) => ({
          webhookId: webhook.id,
          eventType: event.eventType,
          flushAt,
          finishedAt: isOfReviews(event) ? null : event.finishedAt,
        })),
      );
      const sent: typeof open = [];
      for (const [place, wanted] of open.entries()) {
        const id = ids[place] ?? null;
        if (id === null) sent.push(...flushAfter(wanted.match, wanted.flushAt));
        else found.set(wanted.match, id);
      }
      open = sent;
    }
    return found;
  }

  /** Records which reviews the webhooks receive. Returns the ids of the reviews of each match that its webhook has not received before. */
  private async recordItems(
    accountId: number,
    matches: readonly MatchOfReviews[],
    bucketIds: ReadonlyMap<Match, number>,
  ): Promise<ReadonlyMap<Match, readonly number[]>> {
    const newIds = new Map<Match, readonly number[]>();
    for (const slice of slicesOf(matches)) {
      const entries = slice.map((match) => ({
        webhookId: match.webhook.id,
        eventType: match.event.eventType,
        occurrence: match.event.occurrence,
        bucketId: bucketIds.get(match) ?? null,
        reviewIds: match.reviewIds,
      }));
      const added = await this.store.addItems(accountId, entries);
      slice.forEach((match, place) => newIds.set(match, added[place] ?? []));
    }
    return newIds;
  }
}

const isOfReviews = (event: PendingEvent): event is EventOfReviews => event.eventType !== 'scrape.run.finished';
const isMatchOfReviews = (match: Match): match is MatchOfReviews => isOfReviews(match.event);

function eventOfReviews(
  fact: ReviewFact,
  { id, createdAt, payload }: RelayedEvent<ReviewsEventPayload>,
): EventOfReviews {
  const { run_id: runId, object_ids: objectIds } = payload;
  const eventType = EVENT_TYPE_OF[fact];
  return {
    eventType,
    at: createdAt,
    runId,
    selection: runId === null ? { runId, objectIds, reviewIds: payload.review_ids } : { runId, objectIds, fact },
    // Outside runs the event's id is the occurrence; negative, so that it differs from every run's id.
    occurrence: ONCE_PER_REVIEW.includes(eventType) ? 0 : (runId ?? -id),
  };
}

function endOfRun({ createdAt, payload }: RelayedEvent<RunFinishedPayload>): EndOfRun {
  return {
    eventType: 'scrape.run.finished',
    at: createdAt,
    runId: payload.run_id,
    objectIds: payload.object_ids,
    finishedAt: new Date(`${payload.finished_at}Z`),
  };
}

function matchReviews(event: EventOfReviews, webhook: Subscriber, reviews: readonly ReviewFacts[]): readonly Match[] {
  const reviewIds = reviews.filter((review) => isSelected(webhook, review)).map((review) => review.id);
  return reviewIds.length === 0 ? [] : [{ event, webhook, reviewIds }];
}

function matchRun(event: EndOfRun, webhook: Subscriber, existing: ReadonlySet<number>): readonly Match[] {
  const isCovered = event.objectIds.some((objectId) => existing.has(objectId) && covers(webhook, objectId));
  return isCovered ? [{ event, webhook }] : [];
}

/** The delivery of a match with these new reviews; none if no review is new. */
function draftOf({ event, webhook }: Match, newIds: readonly number[]): readonly DeliveryDraft[] {
  if (!isOfReviews(event)) return [{ ...event, webhook }];
  return newIds.length === 0 ? [] : [{ ...event, webhook, reviewIds: newIds }];
}

/** The flush after this time, of a match whose webhook receives daily batches. */
function flushAfter(match: Match, time: Date): readonly { readonly match: Match; readonly flushAt: Date }[] {
  const flushAt = nextFlush(match.webhook.bucketWindow, time);
  return flushAt === null ? [] : [{ match, flushAt }];
}

/** Divides matches into consecutive groups with at most `ITEMS_AT_ONCE` reviews. A match with more is a group of its own. */
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
