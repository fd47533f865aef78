/** Lists of reviews, as passed from a parsing thread to the store. */
import type { CollectedReview } from './collected-review';
import { sumUnread, type Unread } from './unread';

/**
 * The reviews of a page, in the page's order. A page may have tens of thousands of reviews: a list from a parsing thread decodes
 * them in batches on each iteration, so that few are in memory at a time. An array is also a `ReviewList`.
 */
export interface ReviewList extends Iterable<CollectedReview> {
  readonly length: number;
  /** How much memory the list takes as long as it is kept; absent if it is unknown. */
  readonly bytes?: number;
  /** What the page shows beside these reviews and was not read. Unread parts of a review are in `CollectedReview.unread`. */
  readonly unread?: Unread | undefined;
}

/** The number of items that the page shows: the reviews, and those that were not read. */
export const shownIn = ({ length, unread }: ReviewList): number => length + (unread?.review ?? 0);

/** Concatenates lists. */
export function joinedLists(lists: readonly ReviewList[]): ReviewList {
  const length = lists.reduce((sum, list) => sum + list.length, 0);
  const areKnown = lists.every(({ bytes }) => bytes !== undefined);
  return {
    length,
    ...(areKnown ? { bytes: lists.reduce((sum, { bytes = 0 }) => sum + bytes, 0) } : {}),
    unread: sumUnread(...lists.map(({ unread }) => unread)),
    *[Symbol.iterator]() {
      for (const list of lists) yield* list;
    },
  };
}

/** The reviews of `lists` in another order or form: a list of `reviews` with what was not read of `lists`. */
export function remadeList(reviews: readonly CollectedReview[], lists: readonly ReviewList[]): ReviewList {
  return joinedLists([reviews, ...lists.map(({ unread }) => ({ ...NO_REVIEWS, unread }))]);
}

/** A list of `count` reviews that the platform states and does not show. */
export function unreadReviews(count: number): ReviewList {
  return { ...NO_REVIEWS, unread: { review: count } };
}

const NO_REVIEWS = { length: 0, *[Symbol.iterator](): Generator<CollectedReview> {} };
