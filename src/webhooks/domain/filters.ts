/**
 * Which reviews a webhook receives (contract §6.3). Fields combine with AND; an omitted field, and a list that is
 * empty, is no filter, but for ratings: without a word only rated reviews pass. The names are those of the wire, since
 * filters are stored and shown as they were set.
 */
import { ratingBucket } from '@libs/kernel';

export interface ReviewFilters {
  /** Buckets 0-5. Omitted: 1 to 5, which is every rated review. */
  readonly allowed_ratings?: readonly number[];
  /** Slugs, in any case. Omitted or null: all platforms. */
  readonly allowed_sources?: readonly string[] | null;
  /** true: only reviews with text. false demands nothing. */
  readonly has_text?: boolean;
  /** true: only reviews with photos. false demands nothing. */
  readonly has_images?: boolean;
}

export interface FilteredReview {
  /** Stars, 1-5, may be fractional. */
  readonly rating: number | null;
  readonly sourceSlug: string;
  readonly hasText: boolean;
  readonly hasImages: boolean;
}

const RATED: readonly number[] = [1, 2, 3, 4, 5];

export function matches(filters: ReviewFilters, review: FilteredReview): boolean {
  if (filters.has_text === true && !review.hasText) return false;
  if (filters.has_images === true && !review.hasImages) return false;
  return allowsRating(filters, review.rating) && allowsSource(filters, review.sourceSlug);
}

function allowsRating({ allowed_ratings: allowed = [] }: ReviewFilters, rating: number | null): boolean {
  return (allowed.length === 0 ? RATED : allowed).includes(bucketOf(rating));
}

function allowsSource({ allowed_sources: allowed }: ReviewFilters, slug: string): boolean {
  if (!allowed || allowed.length === 0) return true;
  return allowed.some((name) => name.toLowerCase() === slug.toLowerCase());
}

/** Ratings have two decimals at most, so their hundredths are whole. */
function bucketOf(rating: number | null): number {
  return ratingBucket(rating === null ? null : Math.round(rating * 100));
}
