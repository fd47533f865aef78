/**
 * The order of the feed as a list of segments, each of which one index reads in its own order (contract §4.4: nulls last
 * in both directions, ties by id, latest first).
 *
 *   date        dated ↕ | undated
 *   rating      one segment per rating value ↕ | unrated
 *   reply_date  replies with a date ↕ | replies without | reviews without a reply (§4.4 rule 2)
 *
 * A page is read from the segment that contains its first row: no query ever sorts a whole object. `end` is the position after a
 * segment's last row, counted from the beginning of the feed, where it is known without counting rows; the last segment always has
 * it.
 */
import type { FeedDirection, FeedSort } from '../../domain/feed-filter';

export type SegmentKind = 'dated' | 'undated' | 'rated' | 'unrated' | 'replied' | 'replied_undated' | 'unanswered';

export interface FeedSegment {
  readonly kind: SegmentKind;
  /** Hundredths; only for `rated`. */
  readonly rating: number | null;
  readonly end: number | null;
}

/** How many rows pass the filter, by the key of a sort: the ratings (0 is unrated), or with and without reply. */
export interface FeedCounts {
  readonly total: number;
  readonly byRating: ReadonlyMap<number, number> | null;
  readonly replied: number | null;
  /** The matches themselves where the count had to read them anyway and they are few; null otherwise. */
  readonly matches: readonly string[] | null;
}

/** The segments of the whole filtered feed. For `rating` the counts by rating must be there. */
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

/** Where reading begins: all segments before `first` end before `offset`; `start` is the position where it begins. */
export function firstSegment(segments: readonly FeedSegment[], offset: number): { first: number; start: number } {
  const passed = segments.findLastIndex((candidate) => candidate.end !== null && candidate.end <= offset);
  return { first: passed + 1, start: passed < 0 ? 0 : (segments[passed]?.end ?? 0) };
}
