/** Bodies of webhooks created through v3, `schema_version` '3' (contract §6.2). */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import { wireTime } from '@libs/kernel';
import { REVIEW_EVENT_TYPES } from '../domain/subscription';
import { EventFields, EventSummary, SUMMARY, TRUNCATED, type ObjectReviews, type DeliveryContent } from './body';
import { reviewV3, ReviewInEvent } from './review';

@ApiSchema({ description: 'An object with reviews in the delivery.' })
export class ObjectInEvent extends Shape({
  object_id: { type: 'integer', description: 'The object.' },
  name: { type: 'string', description: 'Its name.', example: 'Hotel Example' },
  review_count: { type: 'integer', description: 'Number of its reviews in the delivery.' },
  reviews: { type: () => ReviewInEvent, list: true, optional: true, description: 'Absent if `truncated`.' },
}) {}

@ApiSchema({ description: 'The body of a delivery of reviews.' })
export class ReviewsEvent extends Shape(EventFields, {
  schema_version: { type: 'string', values: ['3'], description: 'Version of the body.' },
  event: { type: 'string', values: REVIEW_EVENT_TYPES, description: 'Event type.' },
  objects: { type: () => ObjectInEvent, list: true, description: 'Reviews by object. Every review occurs once.' },
  summary: { type: () => EventSummary, description: SUMMARY },
  truncated: { type: 'boolean', description: TRUNCATED },
}) {}

@ApiSchema({ description: 'The body of a delivery about the end of a collection run.' })
export class RunFinishedEvent extends Shape(EventFields, {
  schema_version: { type: 'string', values: ['3'], description: 'Version of the body.' },
  event: { type: 'string', values: ['scrape.run.finished'], description: 'Event type.' },
  finished_at: { type: 'date-time', description: 'When the collection run finished.' },
}) {}

/** The part of the body for one object. */
export function objectV3({ objectId, name, reviews }: ObjectReviews, truncated: boolean): ObjectInEvent {
  const head = { object_id: objectId, name, review_count: reviews.length };
  return truncated ? head : { ...head, reviews: reviews.map(reviewV3) };
}

/** The body with these objects. */
export function reviewsEventV3(
  content: DeliveryContent,
  objects: readonly ObjectInEvent[],
  summary: EventSummary,
  truncated: boolean,
): ReviewsEvent {
  return {
    schema_version: '3',
    event: content.event,
    delivery_id: content.deliveryId,
    occurred_at: wireTime(content.occurredAt),
    objects,
    summary,
    truncated,
  };
}
