/**
 * The order of the feed as a list of stretches, each of which one index reads in its own order (contract §4.4: nulls last
 * in both directions, ties by id, latest first).
 *
 *   date        dated ↕ | undated
 *   rating      one stretch per rating value ↕ | unrated
 *   reply_date  replies with a date ↕ | replies without | reviews without a reply (§4.4 rule 2)
 *
 * Reading a page is finding the stretch in which its first row lies and reading on from there: no query ever sorts a
 * whole object. `end` is the place after a stretch's last row, counted from the beginning of the feed, where it is known
 * without counting rows; the last stretch always knows it.
 */
import type { FeedDirection, FeedSort } from '../../domain/feed-filter';

export type StretchKind = 'dated' | 'undated' | 'rated' | 'unrated' | 'replied' | 'replied_undated' | 'unanswered';

export interface Stretch {
  readonly kind: StretchKind;
  /** Hundredths; only for `rated`. */
  readonly rating: number | null;
  readonly end: number | null;
}

/** How many rows the filter lets through, by the key of a sort: the ratings (0 is unrated), or with and without reply. */
export interface FeedCounts {
  readonly total: number;
  readonly byRating: ReadonlyMap<number, number> | null;
  readonly replied: number | null;
  /** The matches themselves where the count had to read them anyway and they are few; null otherwise. */
  readonly matches: readonly string[] | null;
}

/** The stretches of the whole filtered feed. For `rating` the counts by rating must be there. */
export function stretchesOf(sort: FeedSort, direction: FeedDirection, counts: FeedCounts): readonly Stretch[] {
  const last = counts.total;
  switch (sort) {
    case 'date':
      return [stretch('dated', null), stretch('undated', last)];
    case 'reply_date':
      return [stretch('replied', null), stretch('replied_undated', counts.replied), stretch('unanswered', last)];
    case 'rating':
      return ratingStretches(direction, counts.byRating ?? new Map());
  }
}

const stretch = (kind: StretchKind, end: number | null): Stretch => ({ kind, rating: null, end });

function ratingStretches(direction: FeedDirection, byRating: ReadonlyMap<number, number>): readonly Stretch[] {
  const ascending = [...byRating].filter(([rating, count]) => rating > 0 && count > 0).sort(([a], [b]) => a - b);
  const ordered = direction === 'asc' ? ascending : ascending.reverse();
  let end = 0;
  const stretches: Stretch[] = ordered.map(([rating, count]) => ({ kind: 'rated', rating, end: (end += count) }));
  const unrated = byRating.get(0) ?? 0;
  return unrated > 0 ? [...stretches, stretch('unrated', end + unrated)] : stretches;
}

/** Where reading begins: everything before `first` lies wholly before `offset`; `start` is the place where it begins. */
export function firstStretch(stretches: readonly Stretch[], offset: number): { first: number; start: number } {
  const passed = stretches.findLastIndex((candidate) => candidate.end !== null && candidate.end <= offset);
  return { first: passed + 1, start: passed < 0 ? 0 : (stretches[passed]?.end ?? 0) };
}
