/** What a webhook would have received of recent reviews, by the rule of the fan-out (contract §4.11, §6.3). */
import { isSelected, ratingBucketOf, type FilteredReview, type Selecting } from '../../domain/selection';

/** How many of the newest reviews `matched` and `of` count. */
const NEWEST = 100;

/** Buckets of ratings, best first; 0 is without a rating. */
const BUCKETS = [5, 4, 3, 2, 1, 0] as const;

/** A review as it is judged. */
export interface JudgedReview extends FilteredReview {
  readonly objectId: number;
  /** Whether it was collected for the first time in the last week. */
  readonly isOfWeek: boolean;
}

/** The reviews of one bucket of ratings. */
export interface RatingJudgment {
  readonly bucket: number;
  readonly sent: number;
  readonly leftOut: number;
}

export interface Judgment {
  /** How many of the newest reviews the webhook would receive. */
  readonly matched: number;
  /** How many of the newest reviews were judged. */
  readonly of: number;
  /** The reviews of the last week: one entry for each bucket, best first. */
  readonly week: readonly RatingJudgment[];
}

/** Judges reviews, newest first. */
export function judge(settings: Selecting, reviews: readonly JudgedReview[]): Judgment {
  const newest = reviews.slice(0, NEWEST);
  const counts = BUCKETS.map((bucket) => ({ bucket, sent: 0, leftOut: 0 }));
  for (const review of reviews.filter(({ isOfWeek }) => isOfWeek)) {
    const count = counts.find(({ bucket }) => bucket === ratingBucketOf(review.rating));
    if (count !== undefined) count[isSelected(settings, review) ? 'sent' : 'leftOut'] += 1;
  }
  return { matched: newest.filter((review) => isSelected(settings, review)).length, of: newest.length, week: counts };
}
