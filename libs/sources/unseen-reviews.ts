import type { PackedReviews } from './parsing/packed-reviews';
import { Changed } from './source-errors';

/**
 * Returns the reviews of a page that no earlier page of the visit had, and adds their ids to `knownIds`: a list that grows while
 * it is read contains some reviews twice. Throws `Changed` for a page with only known reviews, because the list then repeats and
 * would never end. Only for platforms with ids (`idStability: 'strong'`): reviews without an id are omitted.
 */
export function unseenReviews(reviews: PackedReviews, knownIds: Set<string>): PackedReviews {
  const unseen = withoutKnown(reviews, knownIds);
  if (reviews.length > 0 && unseen.length === 0) throw new Changed('The list repeats itself');
  return unseen;
}

/** Like `unseenReviews`, for lists in which a page may have only known reviews. The caller must detect a list that never ends. */
export function withoutKnown(reviews: PackedReviews, knownIds: Set<string>): PackedReviews {
  return reviews.filter((id) => {
    const isUnseen = id !== null && !knownIds.has(id);
    if (isUnseen) knownIds.add(id);
    return isUnseen;
  });
}
