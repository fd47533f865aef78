/**
 * Which reviews a webhook receives: those of its objects that match its filters (contract §6.1, §6.3). The fields of
 * the filters combine with AND. An omitted field or an empty list does not filter, except for ratings: by default only
 * rated reviews match.
 */
import { foldIdentity, ratingBucket } from '@libs/kernel';

/** The names are those of the wire, because filters are stored and returned as set. */
export interface ReviewFilters {
  /** Buckets 0-5. Omitted or empty: 1 to 5, every rated review. */
  readonly allowed_ratings?: readonly number[];
  /** Slugs, in any case. Omitted or null: all platforms. */
  readonly allowed_sources?: readonly string[] | null;
  /** true: only reviews with text. false does not filter. */
  readonly has_text?: boolean;
  /** true: only reviews with photos. false does not filter. */
  readonly has_images?: boolean;
}

export interface FilteredReview {
  /** Stars, 1-5, may be fractional. */
  readonly rating: number | null;
  readonly sourceSlug: string;
  readonly hasText: boolean;
  readonly hasImages: boolean;
}

export interface Selecting {
  /** Null or empty: all objects of the account. */
  readonly objectIds: readonly number[] | null;
  readonly filters: ReviewFilters;
}

export function isSelected(webhook: Selecting, review: FilteredReview & { readonly objectId: number }): boolean {
  return covers(webhook, review.objectId) && matches(webhook.filters, review);
}

export function covers({ objectIds }: Pick<Selecting, 'objectIds'>, objectId: number): boolean {
  return objectIds === null || objectIds.length === 0 || objectIds.includes(objectId);
}

const RATED: readonly number[] = [1, 2, 3, 4, 5];

export function matches(filters: ReviewFilters, review: FilteredReview): boolean {
  if (filters.has_text === true && !review.hasText) return false;
  if (filters.has_images === true && !review.hasImages) return false;
  return allowsRating(filters, review.rating) && allowsSource(filters, review.sourceSlug);
}

function allowsRating({ allowed_ratings: allowed = [] }: ReviewFilters, rating: number | null): boolean {
  return (allowed.length === 0 ? RATED : allowed).includes(ratingBucketOf(rating));
}

function allowsSource({ allowed_sources: allowed }: ReviewFilters, slug: string): boolean {
  if (!allowed || allowed.length === 0) return true;
  return allowed.some((name) => foldIdentity(name) === foldIdentity(slug));
}

/** The bucket of a rating, 0-5. Ratings have at most two decimals, so their hundredths are integers. */
export function ratingBucketOf(rating: number | null): number {
  return ratingBucket(rating === null ? null : Math.round(rating * 100));
}
