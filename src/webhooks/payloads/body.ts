/**
 * What the bodies of both schema versions have in common (contract §6.2): their contents, reviews grouped by object
 * with a summary, and their common fields.
 */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import type { ReviewEventType } from '../domain/subscription';
import type { ReviewInEvent } from './review';

export interface ObjectReviews {
  readonly objectId: number;
  readonly name: string;
  /** At least one. */
  readonly reviews: readonly ReviewInEvent[];
}

/** What a delivery of reviews says, in both versions. */
export interface DeliveryContent {
  readonly deliveryId: number;
  readonly event: ReviewEventType;
  readonly occurredAt: Date;
  /** At least one; every review at most once. */
  readonly objects: readonly ObjectReviews[];
}

/** Below this many stars a rating is negative. */
const NEGATIVE_BELOW = 3;

/** The average is over rated reviews, rounded half up to two decimals. */
export function summaryOf({ objects }: Pick<DeliveryContent, 'objects'>): EventSummary {
  const bySource = new Map<string, number>();
  let reviews = 0;
  let rated = 0;
  let hundredths = 0;
  let negative = 0;
  for (const { source_slug: slug, rating } of objects.flatMap((object) => object.reviews)) {
    reviews += 1;
    bySource.set(slug, (bySource.get(slug) ?? 0) + 1);
    if (rating === null) continue;
    rated += 1;
    hundredths += Math.round(rating * 100);
    if (rating < NEGATIVE_BELOW) negative += 1;
  }
  return {
    review_count: reviews,
    by_source: Object.fromEntries([...bySource].sort(([a], [b]) => (a < b ? -1 : 1))),
    average_rating: rated === 0 ? null : average(hundredths, rated),
    negative_rating_count: negative,
  };
}

/** Rounds half up to hundredths, with integers: a quotient of floats can be just below the half. */
function average(hundredths: number, count: number): number {
  return Math.floor((2 * hundredths + count) / (2 * count)) / 100;
}

/** `X-Hrev-Event-Id`: the id of the first review. */
export function eventIdOf({ objects }: Pick<DeliveryContent, 'objects'>): number {
  return objects[0]?.reviews[0]?.id ?? 0;
}

/** The common fields of every body; `schema_version` and `event` are in the class of each version. */
export abstract class EventFields extends Shape({
  delivery_id: { type: 'integer', description: 'Id of the delivery, the same on every retry; deduplicate by it.' },
  occurred_at: { type: 'date-time', description: 'When the delivery was created.' },
  test: {
    type: 'boolean',
    optional: true,
    description: 'true in test events, which have sample data; otherwise absent.',
  },
}) {}

@ApiSchema({ description: 'Figures of the reviews of a delivery.' })
export class EventSummary extends Shape({
  review_count: { type: 'integer', description: 'Reviews in the delivery.' },
  by_source: { type: 'object', mapOf: 'integer', description: 'Reviews by machine name of the platform.' },
  average_rating: {
    type: 'number',
    nullable: true,
    description: 'Average of the rated reviews; null if there are none.',
  },
  negative_rating_count: { type: 'integer', description: 'Ratings below 3.' },
}) {}

export const SUMMARY = 'Figures over all reviews of the delivery.';
export const TRUNCATED =
  'Whether the reviews were omitted because the body would have been too large; read them over REST. With thousands of objects, their names are empty, and only the first objects, as many as fit, are listed; `summary` counts all reviews.';
