/** The reviews of a page, without the page: how they are handed on from the parsing thread to where they are stored. */
import type { CollectedReview } from './collected-review';

/**
 * The reviews of a page, in the page's order. A page may hold tens of thousands: a list from a parsing thread makes them as they are
 * gone through, some at a time and each time anew, so that whoever lets them go again holds few of them. An array is such
 * a list too.
 */
export interface ReviewList extends Iterable<CollectedReview> {
  readonly length: number;
}

/** Several lists, one behind the other. */
export function joinedLists(lists: readonly ReviewList[]): ReviewList {
  const length = lists.reduce((sum, list) => sum + list.length, 0);
  return {
    length,
    *[Symbol.iterator]() {
      for (const list of lists) yield* list;
    },
  };
}
