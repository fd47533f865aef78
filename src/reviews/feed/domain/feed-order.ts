/**
 * The order of the feed as a list of segments. One index returns the rows of a segment in order. Nulls are last in both directions, and
 * ties are ordered by id, latest first (contract §4.4).
 *
 *   date        dated ↕ | undated
 *   rating      one segment per rating value ↕ | unrated
 *   reply_date  replies with a date ↕ | replies without a date | reviews without a reply (contract §4.4 rule 2)
 *
 * A page is read from the segment that contains its first row, so no query sorts a whole object.
 */
import type { FeedDirection, FeedSort } from '../../domain/feed-filter';

export type SegmentKind = 'dated' | 'undated' | 'rated' | 'unrated' | 'replied' | 'replied_undated' | 'unanswered';

export interface FeedSegment {
  readonly kind: SegmentKind;
  /** Hundredths; only for `rated`. */
  readonly rating: number | null;
  /** The offset in the feed after the last row of the segment; null if it is not known. The last segment always has one. */
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
  const { total } = counts;
  switch (sort) {
    case 'date':
      return [segment('dated', null), segment('undated', total)];
    case 'reply_date':
      return [segment('replied', null), segment('replied_undated', counts.replied), segment('unanswered', total)];
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

/** Where reading begins: `first` is the index of the first segment that may contain `offset`, and `start` is the offset of its first row. */
export function firstSegment(segments: readonly FeedSegment[], offset: number): { first: number; start: number } {
  const lastPassedIndex = segments.findLastIndex((candidate) => candidate.end !== null && candidate.end <= offset);
  return { first: lastPassedIndex + 1, start: lastPassedIndex < 0 ? 0 : (segments[lastPassedIndex]?.end ?? 0) };
}
