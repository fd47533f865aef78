import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@libs/kernel';
import { firstStretch, stretchesOf, type FeedCounts, type Stretch } from '../domain/feed-order';
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
const BEHIND_EVERYTHING = Number.MAX_SAFE_INTEGER - 1;

/**
 * One page of the feed and its exact total. How it reads: count first; then a small result of a selective filter is
 * gathered and sorted, and everything else is read stretch by stretch (see `feed-order`), far pages from the month in
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
    const head = page.offset < pinned ? await this.pages.pinned(reading, { skip: page.offset, take: page.limit }) : [];
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
    if (isGathered(reading, counts))
      return this.pages.gather(reading, reading, counts.matches, { skip: offset, take: limit });
    return this.stretches(reading, stretchesOf(reading.sort, reading.direction, counts), offset, limit);
  }

  /**
   * Reads on from the stretch in which `offset` lies until the page is full. A stretch whose end nobody knows is read
   * first: only when it gives nothing has it to be counted.
   */
  private async stretches(
    reading: FeedReading,
    stretches: readonly Stretch[],
    offset: number,
    limit: number,
  ): Promise<ReviewItems> {
    const page: string[] = [];
    let { first, start } = firstStretch(stretches, offset);
    let [place, missing] = [offset, limit];
    for (; first < stretches.length && missing > 0; first += 1) {
      const stretch = stretches[first] as Stretch;
      if (stretch.end !== null && stretch.end <= place) continue;
      const items = await this.stretch(reading, stretch, place - start, missing);
      page.push(...items);
      place += items.length;
      missing -= items.length;
      if (items.length === 0 && place > start) start += await this.stretchLength(reading, stretch);
      else start = place;
    }
    return page;
  }

  private async stretch(reading: FeedReading, stretch: Stretch, skip: number, take: number): Promise<ReviewItems> {
    const { direction, coverage } = reading;
    const near = Math.max(SKIPPED_AT_MOST, SKIPPED_FOR_EACH * coverage.objectIds.length);
    const isFar = stretch.kind === 'dated' && skip > near;
    const months = isFar ? await this.months.seek(reading, { direction, skip, take }) : null;
    if (months === null) return this.pages.walk(reading, { stretch, direction, skip, take });
    if ('dated' in months) return [];
    return this.pages.walk(reading, { stretch, direction, skip: skip - months.above, take, span: months });
  }

  private async stretchLength(reading: FeedReading, stretch: Stretch): Promise<number> {
    if (stretch.kind === 'dated') {
      const months = await this.months.seek(reading, {
        direction: reading.direction,
        skip: BEHIND_EVERYTHING,
        take: 1,
      });
      if (months !== null && 'dated' in months) return months.dated;
    }
    return this.pages.countStretch(reading, stretch);
  }
}

/** Walking an index for a rare kind of row would read everything between two of them. */
function isGathered(reading: FeedReading, counts: FeedCounts): boolean {
  if (reading.visiblePerLink !== null || counts.matches !== null) return true;
  if (counts.total > GATHERED_AT_MOST) return false;
  const { filter, coverage, sort } = reading;
  const narrowed = filter.updatedAfter !== null || filter.search !== null || !coverage.takesEveryLink;
  return narrowed || (filter.published !== null && sort !== 'date') || (filter.rating !== null && sort !== 'rating');
}
