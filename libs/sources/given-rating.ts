import { normalizeRating } from '@libs/kernel';
import type { CollectedReview } from './source';

/**
 * A rating as a platform writes it, number or text ("4,5" too), in its own form and on the scale of 1-5. What is no
 * rating on `scale` (0, 6 of 5, a word) stays visible in its own form and counts as none.
 */
export function givenRating(
  value: number | string | null | undefined,
  scale: number,
): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  if (value === null || value === undefined) return { ratingOriginal: null, rating: null };
  const ratingOriginal = String(value);
  return { ratingOriginal, rating: normalizeRating(Number(ratingOriginal.replace(',', '.')), scale) };
}
