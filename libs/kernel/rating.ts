/**
 * Ratings (contract §1, §6.3, §2.3) are on one scale of 1-5 with at most two decimals, whatever the platform's scale is. They are
 * stored as integer hundredths, so that comparisons and sums are exact.
 */

/**
 * Returns `original × 5 / scale`, between 1 and 5, rounded half up to two decimals. Returns null if `original` is not a rating: 0
 * or less, above the scale, or not finite.
 */
export function normalizeRating(original: number, scale: number): number | null {
  const hundredths = ratingHundredths(original, scale);
  return hundredths === null ? null : hundredths / 100;
}

/** `normalizeRating` in hundredths (100-500). */
export function ratingHundredths(original: number, scale: number): number | null {
  if (!Number.isFinite(original) || !(scale > 0) || original <= 0 || original > scale) return null;
  return Math.max(100, Math.round(Number(((original * 500) / scale).toFixed(6))));
}

/** Buckets of contract §6.3: 5 = exactly 5.0, 4 = 4.0-4.99, 3, 2, 1 = below 2.0, 0 = unrated. */
export type RatingBucket = 0 | 1 | 2 | 3 | 4 | 5;

/** The bucket of a rating in hundredths; 0 for null. */
export function ratingBucket(hundredths: number | null): RatingBucket {
  if (hundredths === null) return 0;
  return Math.max(1, Math.min(5, Math.floor(hundredths / 100))) as RatingBucket;
}
