/**
 * A webhook: a target address and the events that are sent to it (contract §2.7, §3.4, §4.11).
 *
 * A webhook keeps the schema version of the API version that created it, even if the other version changes it: its receiver expects that
 * body. A webhook of v2 can only subscribe to events that have a body in v2.
 */
import { AppError } from '@libs/kernel';
import type { ReviewFact } from '@src/reviews';
import type { ReviewFilters } from './selection';

interface EventKind {
  /** The fact of a review that the event is about; null: it is about a run. */
  readonly fact: ReviewFact | null;
  /** Whether a review has the event once, and not in every run. */
  readonly isOncePerReview: boolean;
  /** In the API reference. */
  readonly summary: string;
}

/** All event types (contract §6.1). */
export const EVENT_KINDS = {
  'reviews.new': {
    fact: 'appeared',
    isOncePerReview: true,
    summary: 'New reviews appeared during collection',
  },
  'replies.new': {
    fact: 'replied',
    isOncePerReview: true,
    summary: 'Reviews gained an organization reply, or arrived with one; only the first reply of a review is sent',
  },
  'scrape.run.finished': {
    fact: null,
    isOncePerReview: false,
    summary: 'A collection run finished, even if it found nothing new',
  },
  'reviews.updated': {
    fact: 'changed',
    isOncePerReview: false,
    summary: 'Reviews changed on their platform',
  },
  'reviews.deleted': {
    fact: 'deleted',
    isOncePerReview: false,
    summary: 'Reviews disappeared from their platform',
  },
  'reviews.restored': {
    fact: 'restored',
    isOncePerReview: false,
    summary: 'Reviews that had disappeared are back',
  },
} as const satisfies Readonly<Record<string, EventKind>>;

export type EventType = keyof typeof EVENT_KINDS;
export const EVENT_TYPES = Object.keys(EVENT_KINDS) as readonly EventType[];

/** Events whose body is a batch of reviews. */
export type ReviewEventType = Exclude<EventType, 'scrape.run.finished'>;

export const REVIEW_EVENT_TYPES = EVENT_TYPES.filter((type): type is ReviewEventType => type !== 'scrape.run.finished');

/** The event type of each fact. */
export const TYPE_OF_FACT = Object.fromEntries(REVIEW_EVENT_TYPES.map((type) => [EVENT_KINDS[type].fact, type])) as {
  readonly [Type in ReviewEventType as (typeof EVENT_KINDS)[Type]['fact']]: Type;
};

/** The event types of v2, which is frozen (contract §2.7). */
export const V2_EVENT_TYPES = ['reviews.new', 'replies.new', 'scrape.run.finished'] as const satisfies EventType[];

export type SchemaVersion = 2 | 3;

/**
 * When deliveries of a webhook are sent (contract §6.1): at once, or in one batch a day at a full hour of UTC. The second form is written
 * `daily_<HOUR>` with an hour of 0-23 and no leading zero. On the wire and in columns it is `bucket_window`.
 */
export type BatchWindow = 'immediate' | `daily_${number}`;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** All values. */
export const BATCH_WINDOWS: readonly BatchWindow[] = ['immediate', ...HOURS.map((hour) => `daily_${hour}` as const)];

/** The hour of the day (UTC) at which the window is flushed; null for `immediate`. */
export function flushHour(window: BatchWindow): number | null {
  return window === 'immediate' ? null : Number(window.slice('daily_'.length));
}

/**
 * The first flush strictly after `now`; null for `immediate`. An event at the exact time of a flush belongs to the next batch, so that a
 * batch is complete once it is due. UTC has no daylight saving time: two flushes are always 24 hours apart.
 */
export function nextFlush(window: BatchWindow, now: Date): Date | null {
  const hour = flushHour(window);
  if (hour === null) return null;
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const today = new Date(Date.UTC(year, month, day, hour));
  return today > now ? today : new Date(Date.UTC(year, month, day + 1, hour));
}

/** Whose message the body of a delivery is; `hrev`: the bodies of the specification. */
export const FORMATS = ['hrev', 'slack', 'teams', 'discord'] as const;
export type Format = (typeof FORMATS)[number];

/** The settings that clients change. */
export interface SubscriptionSettings {
  /** An address that `targetRefusal` has accepted; null for a listener, whose deliveries a client claims. */
  readonly target: string | null;
  /** Objects of the account, each once; null: all objects of the account. */
  readonly objectIds: readonly number[] | null;
  /** At least one, each once, in the order of the request. */
  readonly eventTypes: readonly EventType[];
  readonly batchWindow: BatchWindow;
  readonly filters: ReviewFilters;
  readonly format: Format;
  /** false: paused. No delivery is created, and pending ones wait. */
  readonly isActive: boolean;
}

export interface Subscription extends SubscriptionSettings {
  /** The names of its own headers; their values are not read with it. */
  readonly headerNames: readonly string[];
  readonly id: number;
  readonly accountId: number;
  readonly schemaVersion: SchemaVersion;
  /** Consecutive failed attempts; a success sets it to 0. */
  readonly failureCount: number;
  readonly lastFailureAt: Date | null;
  /** Of a listener: when a client last claimed deliveries, to the minute, or its creation. Null for every other webhook. */
  readonly lastClaimAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Undefined settings are unchanged. */
export type SubscriptionChange = {
  readonly [Field in keyof SubscriptionSettings]?: SubscriptionSettings[Field] | undefined;
};

/** The settings after a change. */
export function applyChange(settings: SubscriptionSettings, change: SubscriptionChange): SubscriptionSettings {
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...settings, ...changes };
}

/** Contract §4.11. */
const MAX_WEBHOOKS = 50;
const MAX_LISTENERS = 20;

/** The webhooks of an account by kind. */
export interface WebhookCounts {
  /** Those with a target. */
  readonly webhooks: number;
  readonly listeners: number;
}

/**
 * Throws `conflict` if the account has the maximum number of webhooks with a target, or for a listener (`target` null) of listeners. The
 * error is not `forbidden`, which would mean that the key lacks a scope: the same key may create one after another one is deleted.
 */
export function assertMayCreate({ target }: Pick<SubscriptionSettings, 'target'>, counts: WebhookCounts): void {
  if (target === null && counts.listeners >= MAX_LISTENERS)
    throw new AppError('conflict', `An account holds at most ${MAX_LISTENERS} listeners`);
  if (target !== null && counts.webhooks >= MAX_WEBHOOKS)
    throw new AppError('conflict', `An account holds at most ${MAX_WEBHOOKS} webhooks`);
}

/** Whether the clients of this version see the webhook: those of v2, which is frozen, see no listeners. */
export const isShownIn = (version: SchemaVersion, { target }: Pick<Subscription, 'target'>): boolean =>
  version === 3 || target !== null;

/** Throws `validation_error` for a change that gives a listener a target. */
export function assertTargetFits({ target }: Pick<Subscription, 'target'>, change: SubscriptionChange): void {
  if (target === null && change.target !== undefined)
    throw new AppError('validation_error', 'target: a listener has none');
}

/** Throws `validation_error` for a format other than `hrev` of a webhook that was created through v2. */
export function assertFormatOf(schemaVersion: SchemaVersion, format: Format): void {
  if (schemaVersion === 3 || format === 'hrev') return;
  throw new AppError('validation_error', `format: ${format} needs a webhook created through v3`);
}

/** Throws `validation_error` for an event type whose body the webhook's schema version does not have. */
export function assertEventTypesOf(schemaVersion: SchemaVersion, eventTypes: readonly EventType[]): void {
  if (schemaVersion === 3) return;
  const known: readonly EventType[] = V2_EVENT_TYPES;
  const unknown = eventTypes.find((type) => !known.includes(type));
  if (unknown === undefined) return;
  throw new AppError('validation_error', `event_types: ${unknown} needs a webhook created through v3`);
}
