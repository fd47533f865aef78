import type { PackedReviews } from './parsing/packed-reviews';
import { Changed } from './source-errors';

/**
 * The reviews of a page that no earlier page of the visit held; their ids are added to `seen`. A list that grows while
 * it is read shows some reviews twice. A page of nothing but known ones is the same page again: reading on would never
 * end, so it is `Changed`. For platforms with ids of their own (`idStability: 'strong'`): without an id nothing is known of a
 * review, and it is left out.
 */
export function unseenReviews(reviews: PackedReviews, seen: Set<string>): PackedReviews {
  const fresh = reviews.filter((id) => {
    const isFresh = id !== null && !seen.has(id);
    if (isFresh) seen.add(id);
    return isFresh;
  });
  if (reviews.length > 0 && fresh.length === 0) throw new Changed('The list repeats itself');
  return fresh;
}
