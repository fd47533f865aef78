/**
 * Bodies of webhooks created through v2, `schema_version` '2' (contract §6.2): `groups` instead of `objects`, and the
 * platform as one string, `source`.
 */
import { ApiSchema } from '@nestjs/swagger';
import { Shown } from '@libs/http';
import { wireTime } from '@libs/kernel';
import {
  EventFields,
  EventSummary,
  ReviewFields,
  reviewFields,
  SUMMARY,
  TRUNCATED,
  type EventReview,
  type ObjectReviews,
  type ReviewBatch,
} from './body';

@ApiSchema({ description: 'A review in a delivery.' })
export class ReviewInEventV2 extends ReviewFields {
  @Shown({ type: 'string', description: 'Machine name of the platform.', example: 'trustpilot' })
  readonly source!: string;
}

@ApiSchema({ description: 'An object with reviews in the delivery.' })
export class GroupInEvent {
  @Shown({ type: 'integer', description: 'The group.' })
  readonly group_id!: number;

  @Shown({ type: 'string', description: 'Its name.', example: 'Hotel Example' })
  readonly name!: string;

  @Shown({ type: 'integer', description: 'Number of its reviews in the delivery.' })
  readonly review_count!: number;

  @Shown({ type: () => ReviewInEventV2, list: true, optional: true, description: 'Absent if `truncated`.' })
  readonly reviews?: readonly ReviewInEventV2[];
}

@ApiSchema({ description: 'The body of a delivery of reviews.' })
export class ReviewsEventV2 extends EventFields {
  @Shown({ type: 'string', values: ['2'], description: 'Version of the body.' })
  readonly schema_version!: string;

  @Shown({ type: 'string', values: ['reviews.new', 'replies.new'], description: 'Event type.' })
  readonly event!: string;

  @Shown({ type: () => GroupInEvent, list: true, description: 'Reviews by group. Every review occurs once.' })
  readonly groups!: readonly GroupInEvent[];

  @Shown({ type: () => EventSummary, description: SUMMARY })
  readonly summary!: EventSummary;

  @Shown({ type: 'boolean', description: TRUNCATED })
  readonly truncated!: boolean;
}

@ApiSchema({ description: 'The body of a delivery about the end of a collection run.' })
export class RunFinishedEventV2 extends EventFields {
  @Shown({ type: 'string', values: ['2'], description: 'Version of the body.' })
  readonly schema_version!: string;

  @Shown({ type: 'string', values: ['scrape.run.finished'], description: 'Event type.' })
  readonly event!: string;

  @Shown({ type: 'date-time', description: 'When the collection run finished.' })
  readonly finished_at!: string;
}

/** The part of the body for one object. */
export function objectV2({ objectId, name, reviews }: ObjectReviews, withReviews: boolean): GroupInEvent {
  const head = { group_id: objectId, name, review_count: reviews.length };
  return withReviews ? { ...head, reviews: reviews.map(reviewV2) } : head;
}

function reviewV2(review: EventReview): ReviewInEventV2 {
  const { id, external_review_id, ...rest } = reviewFields(review);
  return { id, external_review_id, source: review.sourceSlug, ...rest };
}

/** The body with these groups. */
export function reviewsEventV2(
  batch: ReviewBatch,
  groups: readonly GroupInEvent[],
  summary: EventSummary,
  truncated: boolean,
): ReviewsEventV2 {
  return {
    schema_version: '2',
    event: batch.event,
    delivery_id: batch.deliveryId,
    occurred_at: wireTime(batch.occurredAt),
    groups,
    summary,
    truncated,
  };
}
