/**
 * The contents of a delivery of reviews, independent of the schema version (contract §6.2): reviews grouped by object, and a summary.
 */
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

export interface ReviewBatch {
  readonly deliveryId: number;
  readonly event: ReviewEventType;
  readonly occurredAt: Date;
  /** At least one; every review at most once. */
  readonly objects: readonly ObjectReviews[];
}

export interface BatchSummary {
  readonly review_count: number;
  /** Reviews by the slug of their platform. */
  readonly by_source: Readonly<Record<string, number>>;
  /** Over rated reviews, rounded half up to two decimals; null if no review is rated. */
  readonly average_rating: number | null;
  /** Ratings below 3. */
  readonly negative_rating_count: number;
}

/** Below this many stars a rating is negative. */
const NEGATIVE_BELOW = 3;

export function summaryOf({ objects }: Pick<ReviewBatch, 'objects'>): BatchSummary {
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
export function eventIdOf({ objects }: Pick<ReviewBatch, 'objects'>): number {
  return objects[0]?.reviews[0]?.id ?? 0;
}
