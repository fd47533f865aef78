/**
 * Bodies of webhooks created through v2, `schema_version` '2' (contract §6.2): `groups` instead of `objects`, and the
 * platform as one string, `source`.
 */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTime } from '@libs/kernel';
import { EventFields, EventSummary, SUMMARY, TRUNCATED, type ObjectReviews, type DeliveryContent } from './body';
import { reviewV2, ReviewInEventV2 } from './review';

@ApiSchema({ description: 'An object with reviews in the delivery.' })
export class GroupInEvent extends Shape({
  group_id: { type: 'integer', description: 'The group.' },
  name: { type: 'string', description: 'Its name.', example: 'Hotel Example' },
  review_count: { type: 'integer', description: 'Number of its reviews in the delivery.' },
  reviews: { type: () => ReviewInEventV2, list: true, optional: true, description: 'Absent if `truncated`.' },
}) {}

@ApiSchema({ description: 'The body of a delivery of reviews.' })
export class ReviewsEventV2 extends Shape(EventFields, {
  schema_version: { type: 'string', values: ['2'], description: 'Version of the body.' },
  event: { type: 'string', values: ['reviews.new', 'replies.new'], description: 'Event type.' },
  groups: { type: () => GroupInEvent, list: true, description: 'Reviews by group. Every review occurs once.' },
  summary: { type: () => EventSummary, description: SUMMARY },
  truncated: { type: 'boolean', description: TRUNCATED },
}) {}

@ApiSchema({ description: 'The body of a delivery about the end of a collection run.' })
export class RunFinishedEventV2 extends Shape(EventFields, {
  schema_version: { type: 'string', values: ['2'], description: 'Version of the body.' },
  event: { type: 'string', values: ['scrape.run.finished'], description: 'Event type.' },
  finished_at: { type: 'date-time', description: 'When the collection run finished.' },
}) {}

/** The part of the body for one object. */
export function objectV2({ objectId, name, reviews }: ObjectReviews, truncated: boolean): GroupInEvent {
  const head = { group_id: objectId, name, review_count: reviews.length };
  return truncated ? head : { ...head, reviews: reviews.map(reviewV2) };
}

/** The body with these groups. */
export function reviewsEventV2(
  content: DeliveryContent,
  groups: readonly GroupInEvent[],
  summary: EventSummary,
  truncated: boolean,
): ReviewsEventV2 {
  return {
    schema_version: '2',
    // Webhooks of v2 have these events alone.
    event: content.event as ReviewsEventV2['event'],
    delivery_id: content.deliveryId,
    occurred_at: wireTime(content.occurredAt),
    groups,
    summary,
    truncated,
  };
}
