import type { PackedReviews } from './parsing/packed-reviews';
import { Changed } from './source-errors';

/**
 * Returns the reviews of a page that no earlier page of the visit had, and adds their ids to `seen`. A list that grows while it
 * is read shows some reviews twice. A page with only known reviews means that the list repeats and would never end, so it throws
 * `Changed`. Only for platforms with their own ids (`idStability: 'strong'`): reviews without an id are omitted.
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
