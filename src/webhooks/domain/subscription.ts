/**
 * A webhook: where an account wants to be told of what (contract §2.7, §3.4, §4.11).
 *
 * It keeps the schema version of the interface that it was created through, whichever version changes it later: its
 * receiver was written for that body. What v2's body does not know, v2's webhooks cannot subscribe to.
 */
import { AppError } from '@libs/kernel';
import type { BucketWindow } from './bucket-window';
import type { ReviewFilters } from './filters';

/** Everything that v3 can subscribe to; the last three are not in v2. */
export const EVENT_TYPES = [
  'reviews.new',
  'replies.new',
  'scrape.run.finished',
  'reviews.updated',
  'reviews.deleted',
  'reviews.restored',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Events whose body is a batch of reviews. */
export type ReviewEventType = Exclude<EventType, 'scrape.run.finished'>;

export const REVIEW_EVENT_TYPES = EVENT_TYPES.filter((type): type is ReviewEventType => type !== 'scrape.run.finished');

/** §2.7. */
export const V2_EVENT_TYPES = ['reviews.new', 'replies.new', 'scrape.run.finished'] as const satisfies EventType[];

export type SchemaVersion = 2 | 3;

/** What its owner decides. */
export interface SubscriptionSettings {
  /** An address that `targetRefusal` let pass. */
  readonly target: string;
  /** Own objects, each once; null is all of them. */
  readonly objectIds: readonly number[] | null;
  /** At least one, each once, in the order given. */
  readonly eventTypes: readonly EventType[];
  readonly bucketWindow: BucketWindow;
  readonly filters: ReviewFilters;
  /** false: paused. Nothing is created for it, and what is pending waits. */
  readonly isActive: boolean;
}

export interface Subscription extends SubscriptionSettings {
  readonly id: number;
  readonly accountId: number;
  readonly schemaVersion: SchemaVersion;
  /** Consecutive failed attempts; a success sets it to 0. */
  readonly failureCount: number;
  readonly lastFailureAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What is undefined stays. */
export type SubscriptionChange = {
  readonly [Field in keyof SubscriptionSettings]?: SubscriptionSettings[Field] | undefined;
};

/** The settings after a change. */
export function changed(settings: SubscriptionSettings, change: SubscriptionChange): SubscriptionSettings {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...settings, ...given };
}

/** Contract §4.11. */
const WEBHOOKS_AT_MOST = 50;

/**
 * Throws `conflict` where the account holds all the webhooks that it may. Not `forbidden`: that tells a client that its
 * key is too weak, and this key may do it as soon as another webhook is gone.
 */
export function assertMayCreate(webhooks: number): void {
  if (webhooks < WEBHOOKS_AT_MOST) return;
  throw new AppError('conflict', `An account holds at most ${WEBHOOKS_AT_MOST} webhooks`);
}

/** Throws `validation_error` for an event type whose body the webhook's schema version does not have. */
export function assertKnownTo(schemaVersion: SchemaVersion, eventTypes: readonly EventType[]): void {
  if (schemaVersion === 3) return;
  const known: readonly EventType[] = V2_EVENT_TYPES;
  const strange = eventTypes.find((type) => !known.includes(type));
  if (strange === undefined) return;
  throw new AppError('validation_error', `event_types: ${strange} needs a webhook created through v3`);
}
