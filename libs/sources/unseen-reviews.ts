import type { PackedReviews } from './parsing/packed-reviews';
import { Changed } from './source-errors';

/**
 * Returns the reviews of a page that no earlier page of the visit had, and adds their ids to `knownIds`: a list that grows while
 * it is read contains some reviews twice. Throws `Changed` for a page with only known reviews, because the list then repeats and
 * would never end, and for a first page of several reviews of which none was read: then not a review, but the format is foreign. Only
 * for platforms with ids (`idStability: 'strong'`): a review without an id is counted as unread.
 */
export function unseenReviews(reviews: PackedReviews, knownIds: Set<string>): PackedReviews {
  const isFirst = knownIds.size === 0;
  const unseen = withoutKnown(reviews, knownIds);
  if (isFirst && unseen.length === 0 && unseen.shown > 1)
    throw new Changed(`None of ${unseen.shown} reviews was read: ${unseen.fault ?? 'their form is unknown'}`);
  const withoutId = unseen.shown - unseen.length - (reviews.shown - reviews.length);
  if (unseen.length === 0 && reviews.length > withoutId) throw new Changed('The list repeats itself');
  return unseen;
}

/** Like `unseenReviews`, for lists in which a page may have only known reviews. The caller must detect a list that never ends. */
export function withoutKnown(reviews: PackedReviews, knownIds: Set<string>): PackedReviews {
  let withoutId = 0;
  const unseen = reviews.filter((id) => {
    if (id === null) withoutId += 1;
    const isUnseen = id !== null && !knownIds.has(id);
    if (isUnseen) knownIds.add(id);
    return isUnseen;
  });
  return unseen.withUnread(withoutId, 'A review has no id');
}
