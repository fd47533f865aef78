/**
 * The order of the feed as a list of segments. One index returns the rows of a segment in order (contract §4.4: nulls last in both
 * directions, ties by id, latest first).
 *
 *   date        dated ↕ | undated
 *   rating      one segment per rating value ↕ | unrated
 *   reply_date  replies with a date ↕ | replies without a date | reviews without a reply (§4.4 rule 2)
 *
 * A page is read from the segment that contains its first row, so no query sorts a whole object.
 */
import type { FeedDirection, FeedSort } from '../../domain/feed-filter';

export type SegmentKind = 'dated' | 'undated' | 'rated' | 'unrated' | 'replied' | 'replied_undated' | 'unanswered';

export interface FeedSegment {
  readonly kind: SegmentKind;
  /** Hundredths; only for `rated`. */
  readonly rating: number | null;
  /** The position after the last row, from the beginning of the feed; null if it is not known. The last segment always has it. */
  readonly end: number | null;
}

/** How many rows pass the filter: in total, by rating (0 is unrated) and with a reply. Null if the order does not need the count. */
export interface FeedCounts {
  readonly total: number;
  readonly byRating: ReadonlyMap<number, number> | null;
  readonly replied: number | null;
  /** The ids of all matches, if the count read them and they are few; null otherwise. */
  readonly matches: readonly string[] | null;
}

/** The segments of the whole filtered feed. The order `rating` requires `counts.byRating`. */
export function segmentsOf(sort: FeedSort, direction: FeedDirection, counts: FeedCounts): readonly FeedSegment[] {
  const last = counts.total;
  switch (sort) {
    case 'date':
      return [segment('dated', null), segment('undated', last)];
    case 'reply_date':
      return [segment('replied', null), segment('replied_undated', counts.replied), segment('unanswered', last)];
    case 'rating':
      return ratingSegments(direction, counts.byRating ?? new Map());
  }
}

const segment = (kind: SegmentKind, end: number | null): FeedSegment => ({ kind, rating: null, end });

function ratingSegments(direction: FeedDirection, byRating: ReadonlyMap<number, number>): readonly FeedSegment[] {
  const ascending = [...byRating].filter(([rating, count]) => rating > 0 && count > 0).sort(([a], [b]) => a - b);
  const ordered = direction === 'asc' ? ascending : ascending.reverse();
  let end = 0;
  const segments: FeedSegment[] = ordered.map(([rating, count]) => ({ kind: 'rated', rating, end: (end += count) }));
  const unrated = byRating.get(0) ?? 0;
  return unrated > 0 ? [...segments, segment('unrated', end + unrated)] : segments;
}

/** Where reading begins: `first` is the first segment that may contain `offset`, `start` the position at which it begins. */
export function firstSegment(segments: readonly FeedSegment[], offset: number): { first: number; start: number } {
  const passed = segments.findLastIndex((candidate) => candidate.end !== null && candidate.end <= offset);
  return { first: passed + 1, start: passed < 0 ? 0 : (segments[passed]?.end ?? 0) };
}
