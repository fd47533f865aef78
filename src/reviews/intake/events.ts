/**
 * Events of collections (contract §6.1). The context collection writes the event of a finished run. It is defined here because the
 * context replies subscribes to it and must not import collection.
 */
import { defineEvent, type EventDefinition } from '@libs/events';
import { EVENT_OF_FACT, REVIEW_FACTS, type ReviewFact } from './domain/review-content';

/** `object_ids` are those objects of the reviews that were enabled at the time of the event. */
export type ReviewsEventPayload = { readonly object_ids: readonly number[] } & (
  | { readonly run_id: null; readonly review_ids: readonly number[] }
  /** The reviews that have the event's fact in `run_review` of the run. */
  | { readonly run_id: number; readonly review_count: number }
);

/** The number of reviews of an event, which its subscribers read. */
const reviewCountOf = (payload: ReviewsEventPayload): number =>
  payload.run_id === null ? payload.review_ids.length : payload.review_count;

/** One event for each fact of a run, and for a reply that the service published or removed outside runs. */
export const REVIEW_EVENTS = Object.fromEntries(
  REVIEW_FACTS.map((fact) => [fact, defineEvent(EVENT_OF_FACT[fact], reviewCountOf)]),
) as Readonly<Record<ReviewFact, EventDefinition<ReviewsEventPayload>>>;

/** Reviews whose stored author was not masked, and is from now on: copies of the name that were made before are masked, too. */
export const AUTHORS_MASKED = defineEvent<{ readonly review_ids: readonly number[] }>('AuthorsMasked');

export interface RunFinishedPayload {
  readonly run_id: number;
  readonly object_ids: readonly number[];
  /** UTC, as on the wire. */
  readonly finished_at: string;
}

/** A run finished: each of its links was collected, failed or was dropped. */
export const COLLECTION_RUN_FINISHED = defineEvent<RunFinishedPayload>('CollectionRunFinished');
