/**
 * Events about what collections find (contract §6.1). The end of a run is defined here, below its writer, because replies
 * subscribes to it and does not import collection.
 */
import { defineEvent, type EventDefinition } from '@libs/events';
import type { ReviewFact } from './domain/review-content';

/** `object_ids`: objects of these reviews that were enabled when it happened. */
export type ReviewsEventPayload = { readonly object_ids: readonly number[] } & (
  | { readonly run_id: null; readonly review_ids: readonly number[] }
  /** The reviews are those of the run in `run_review` under the fact of the event. */
  | { readonly run_id: number; readonly review_count: number }
);

/** One event for each fact that a run found, and for a reply that was published or removed outside of runs. */
export const REVIEW_EVENTS: Readonly<Record<ReviewFact, EventDefinition<ReviewsEventPayload>>> = {
  appeared: defineEvent('ReviewsAppeared'),
  replied: defineEvent('RepliesAppeared'),
  changed: defineEvent('ReviewsChanged'),
  deleted: defineEvent('ReviewsDeleted'),
  restored: defineEvent('ReviewsRestored'),
};

export interface RunFinishedPayload {
  readonly run_id: number;
  readonly object_ids: readonly number[];
  /** UTC, as on the wire. */
  readonly finished_at: string;
}

/** A run ended: each of its links was collected, failed or was dropped. */
export const COLLECTION_RUN_FINISHED = defineEvent<RunFinishedPayload>('CollectionRunFinished');
