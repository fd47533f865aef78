/**
 * The order of the feed as a list of segments. One index returns the rows of a segment in order. Nulls are last in both
 * directions, and ties are ordered by id, latest first (contract §4.4).
 *
 *   date        dated ↕ | undated
 *   rating      one segment per rating value ↕ | unrated
 *   reply_date  replies with a date ↕ | replies without a date | reviews without a reply (contract §4.4 rule 2)
 *
 * A page is read from the segment that contains its first row, so no query sorts a whole object.
 */
import type { PageRequest } from '@libs/kernel';
import type { FeedDirection, FeedSort } from '../../domain/feed-filter';
import { REVIEW_FLAGS } from '../../domain/review-flags';

export interface FeedOrder {
  readonly sort: FeedSort;
  readonly direction: FeedDirection;
}

export type SegmentKind = 'dated' | 'undated' | 'rated' | 'unrated' | 'replied' | 'replied_undated' | 'unanswered';

export interface FeedSegment {
  readonly kind: SegmentKind;
  /** Hundredths; only for `rated`. */
  readonly rating: number | null;
  /** The offset in the feed after the last row of the segment; null if unknown. The last segment always has one. */
  readonly end: number | null;
}

/** How many rows pass the filter. */
export interface FeedCounts {
  readonly total: number;
  /**
   * The same rows by the key of the order. `rating`: hundredths, 0 without a rating. `reply_date`: the flag of a reply, 0 without one.
   * `date` needs no key: all are under 0.
   */
  readonly byKey: ReadonlyMap<number, number>;
}

/** The segments of the whole filtered feed. */
export function segmentsOf({ sort, direction }: FeedOrder, { total, byKey }: FeedCounts): readonly FeedSegment[] {
  const replied = byKey.get(REVIEW_FLAGS.reply) ?? 0;
  switch (sort) {
    case 'date':
      return [segment('dated', null), segment('undated', total)];
    case 'reply_date':
      return [segment('replied', null), segment('replied_undated', replied), segment('unanswered', total)];
    case 'rating':
      return ratingSegments(direction, byKey);
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

/** The segments that may contain rows of the page, and the offset of the page in them. */
export function segmentsOfPage(
  segments: readonly FeedSegment[],
  { offset, limit }: PageRequest,
): { readonly segments: readonly FeedSegment[]; readonly offset: number } {
  const lastPassed = segments.findLastIndex(({ end }) => end !== null && end <= offset);
  const lastOfPage = segments.findIndex(({ end }) => end !== null && end >= offset + limit);
  const start = segments[lastPassed]?.end ?? 0;
  const end = lastOfPage < 0 ? segments.length : lastOfPage + 1;
  return { segments: segments.slice(lastPassed + 1, end), offset: offset - start };
}
