import { normalizeRating } from '@libs/kernel';
import type { CollectedReview } from './source';
import { readRatingText } from './rating-text';

/**
 * Parses a rating of a platform: a number, or a text such as "4.5", "4,5" or "4/5". Returns the original form, and the rating on
 * the scale from 1 to 5, which is null if the value is not a rating (0, 6 of 5, a word). A scale in the text has precedence over
 * `scale`.
 */
export function parseRating(
  value: number | string | null | undefined,
  scale: number,
): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  if (value === null || value === undefined) return { ratingOriginal: null, rating: null };
  const ratingOriginal = String(value);
  if (typeof value === 'number') return { ratingOriginal, rating: normalizeRating(value, scale) };
  const read = readRatingText(value);
  return { ratingOriginal, rating: read === null ? null : normalizeRating(read.value, read.scale ?? scale) };
}
