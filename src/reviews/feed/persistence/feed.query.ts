import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@libs/kernel';
import { firstSegment, segmentsOf, type FeedCounts, type FeedSegment } from '../domain/feed-order';
import { FeedCountQuery } from './feed-count.query';
import { FeedPageQuery, type FeedOrder, type FeedRows, type ReviewItems } from './feed-page.query';
import { MonthSeekQuery } from './month-seek.query';

export interface FeedReading extends FeedRows, FeedOrder {
  readonly showPinned: boolean;
}

export interface FeedPage {
  readonly items: ReviewItems;
  readonly total: number;
}

/** A result of so many rows is found by its best index and sorted; a larger one is read in the order of an index. */
const GATHERED_AT_MOST = 2_000;
/**
 * Skipping so many rows in an index costs less than asking the counters where to begin. Every object of many has counters
 * of its own to be asked, and may skip some for that.
 */
const SKIPPED_AT_MOST = 500;
const SKIPPED_FOR_EACH = 40;

/** A place that no feed reaches. */
const AFTER_LAST = Number.MAX_SAFE_INTEGER - 1;

/**
 * One page of the feed and its exact total. How it reads: count first; then a small result of a selective filter is
 * gathered and sorted, and everything else is read segment by segment (see `feed-order`), far pages from the month in
 * which they begin.
 */
@Injectable()
export class FeedQuery {
  constructor(
    private readonly counts: FeedCountQuery,
    private readonly pages: FeedPageQuery,
    private readonly months: MonthSeekQuery,
  ) {}

  async page(reading: FeedReading, page: PageRequest): Promise<FeedPage> {
    const hasPins = reading.showPinned && reading.coverage.mode === 'object';
    const counts = await this.counts.count(reading, reading.sort);
    const pinned = hasPins ? await this.pages.countPinned(reading) : 0;
    const head =
      page.offset < pinned ? await this.pages.pinned(reading, { offset: page.offset, limit: page.limit }) : [];
    const offset = Math.max(0, page.offset - pinned);
    const rest = await this.ordinary(reading, counts, offset, page.limit - head.length);
    return { items: [...head, ...rest], total: counts.total + pinned };
  }

  private async ordinary(
    reading: FeedReading,
    counts: FeedCounts,
    offset: number,
    limit: number,
  ): Promise<ReviewItems> {
    if (limit <= 0 || offset >= counts.total) return [];
    if (isGathered(reading, counts)) return this.pages.gather(reading, reading, counts.matches, { offset, limit });
    return this.segments(reading, segmentsOf(reading.sort, reading.direction, counts), offset, limit);
  }

  /**
   * Reads from the segment that contains `offset` until the page is full. A segment of unknown length is read first, and counted
   * only where it returns nothing.
   */
  private async segments(
    reading: FeedReading,
    segments: readonly FeedSegment[],
    offset: number,
    limit: number,
  ): Promise<ReviewItems> {
    const page: string[] = [];
    let { first, start } = firstSegment(segments, offset);
    let [position, missing] = [offset, limit];
    for (; first < segments.length && missing > 0; first += 1) {
      const segment = segments[first] as FeedSegment;
      if (segment.end !== null && segment.end <= position) continue;
      const items = await this.segment(reading, segment, position - start, missing);
      page.push(...items);
      position += items.length;
      missing -= items.length;
      if (items.length === 0 && position > start) start += await this.segmentLength(reading, segment);
      else start = position;
    }
    return page;
  }

  private async segment(
    reading: FeedReading,
    segment: FeedSegment,
    offset: number,
    limit: number,
  ): Promise<ReviewItems> {
    const { direction, coverage } = reading;
    const near = Math.max(SKIPPED_AT_MOST, SKIPPED_FOR_EACH * coverage.objectIds.length);
    const isFar = segment.kind === 'dated' && offset > near;
    const months = isFar ? await this.months.seek(reading, { direction, offset, limit }) : null;
    if (months === null) return this.pages.walk(reading, { segment, direction, offset, limit });
    if ('dated' in months) return [];
    return this.pages.walk(reading, { segment, direction, offset: offset - months.above, limit, span: months });
  }

  private async segmentLength(reading: FeedReading, segment: FeedSegment): Promise<number> {
    if (segment.kind === 'dated') {
      const months = await this.months.seek(reading, {
        direction: reading.direction,
        offset: AFTER_LAST,
        limit: 1,
      });
      if (months !== null && 'dated' in months) return months.dated;
    }
    return this.pages.countSegment(reading, segment);
  }
}

/** Walking an index to find a rare kind of row would read all rows between two of them. */
function isGathered(reading: FeedReading, counts: FeedCounts): boolean {
  if (reading.visiblePerLink !== null || counts.matches !== null) return true;
  if (counts.total > GATHERED_AT_MOST) return false;
  const { filter, coverage, sort } = reading;
  const narrowed = filter.updatedAfter !== null || filter.search !== null || !coverage.takesEveryLink;
  return narrowed || (filter.published !== null && sort !== 'date') || (filter.rating !== null && sort !== 'rating');
}
