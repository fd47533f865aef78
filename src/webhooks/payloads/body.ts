/**
 * What the bodies of both schema versions have in common (contract §6.2): their contents, reviews grouped by object
 * with a summary, and their common fields.
 */
import { ApiSchema } from '@nestjs/swagger';
import { Shape } from '@libs/http';
import type { LocalDateTime } from '@libs/kernel';
import type { ReviewEventType } from '../domain/subscription';

/** A review in a delivery. */
export interface EventReview {
  readonly id: number;
  readonly externalReviewId: string;
  readonly sourceId: number;
  readonly sourceSlug: string;
  /** Stars, 1-5, at most two decimals. */
  readonly rating: number | null;
  readonly text: string | null;
  readonly author: string | null;
  readonly reviewDate: LocalDateTime | null;
  /** The object's page on the platform. */
  readonly url: string;
  readonly reviewUrl: string | null;
  readonly hasImages: boolean;
  readonly replyText: string | null;
  readonly replyDate: LocalDateTime | null;
}

export interface ObjectReviews {
  readonly objectId: number;
  readonly name: string;
  /** At least one. */
  readonly reviews: readonly EventReview[];
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
  for (const { sourceSlug, rating } of objects.flatMap((object) => object.reviews)) {
    reviews += 1;
    bySource.set(sourceSlug, (bySource.get(sourceSlug) ?? 0) + 1);
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

/** Fields of a review without its platform. */
export abstract class ReviewFields extends Shape({
  id: { type: 'integer', description: 'Review id, the same as in the feed.' },
  external_review_id: {
    type: 'string',
    description: "The platform's own id of the review, or a stable hash where it has none.",
  },
  rating: { type: 'number', nullable: true, description: '1-5, may be fractional; null without a numeric rating.' },
  text: { type: 'string', nullable: true, description: 'Text of the review.' },
  author: { type: 'string', nullable: true, description: 'As shown by the platform; surnames are masked.' },
  review_date: { type: 'local-date-time', nullable: true, description: "The platform's local time." },
  url: { type: 'string', description: "The object's page on the platform." },
  review_url: { type: 'string', nullable: true, description: 'The review itself on the platform.' },
  has_images: { type: 'boolean', description: 'Whether photos are attached.' },
  reply_text: { type: 'string', nullable: true, description: "The organization's reply; null if there is none." },
  reply_date: { type: 'date-time', nullable: true, description: 'Date of the reply, in UTC; null if there is none.' },
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

export function reviewFields(review: EventReview): ReviewFields {
  return {
    id: review.id,
    external_review_id: review.externalReviewId,
    rating: review.rating,
    text: review.text,
    author: review.author,
    review_date: review.reviewDate,
    url: review.url,
    review_url: review.reviewUrl,
    has_images: review.hasImages,
    reply_text: review.replyText,
    reply_date: review.replyDate,
  };
}
