/** Lists of reviews, as passed from a parsing thread to the store. */
import type { CollectedReview } from './collected-review';

/**
 * The reviews of a page, in the page's order. A page may have tens of thousands of reviews: a list from a parsing thread decodes
 * them in batches on each iteration, so that few are in memory at a time. An array is also a `ReviewList`.
 */
export interface ReviewList extends Iterable<CollectedReview> {
  readonly length: number;
  /** How much memory the list takes as long as it is kept; absent if it is unknown. */
  readonly bytes?: number;
}

/** Concatenates lists. */
export function joinedLists(lists: readonly ReviewList[]): ReviewList {
  const length = lists.reduce((sum, list) => sum + list.length, 0);
  const areKnown = lists.every(({ bytes }) => bytes !== undefined);
  return {
    length,
    ...(areKnown ? { bytes: lists.reduce((sum, { bytes = 0 }) => sum + bytes, 0) } : {}),
    *[Symbol.iterator]() {
      for (const list of lists) yield* list;
    },
  };
}
