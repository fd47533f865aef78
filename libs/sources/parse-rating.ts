import { normalizeRating } from '@libs/kernel';
import type { CollectedReview } from './source';

/**
 * Parses a rating as a platform writes it, a number or text ("4,5" too). Returns it in its original form and on the scale of 1-5.
 * A value that is not a rating on `scale` (0, 6 of 5, a word) keeps its original form with a null rating.
 */
export function parseRating(
  value: number | string | null | undefined,
  scale: number,
): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  if (value === null || value === undefined) return { ratingOriginal: null, rating: null };
  const ratingOriginal = String(value);
  return { ratingOriginal, rating: normalizeRating(Number(ratingOriginal.replace(',', '.')), scale) };
}
