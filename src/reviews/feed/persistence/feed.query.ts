import { Injectable } from '@nestjs/common';
import type { PageRequest } from '@libs/kernel';
import { strategyByCounts } from '../domain/feed-strategy';
import { FeedCountQuery } from './feed-count.query';
import type { FeedPage, FeedReading } from './feed-rows.sql';
import { IndexOrderQuery } from './index-order.query';
import { PinnedQuery } from './pinned.query';
import { SortedMatchesQuery } from './sorted-matches.query';

/** One page of the feed and its exact total: counts first, then reads by the strategy that the counts determine. */
@Injectable()
export class FeedQuery {
  constructor(
    private readonly counts: FeedCountQuery,
    private readonly pinned: PinnedQuery,
    private readonly sortedMatches: SortedMatchesQuery,
    private readonly indexOrder: IndexOrderQuery,
  ) {}

  async page(reading: FeedReading, page: PageRequest): Promise<FeedPage> {
    const counts = await this.counts.count(reading, reading.sort);
    const hasPins = reading.showPinned && reading.coverage.mode === 'object';
    const pinned = hasPins ? await this.pinned.count(reading) : 0;
    const head = page.offset < pinned ? await this.pinned.read(reading, page) : [];
    const rest = { offset: Math.max(0, page.offset - pinned), limit: page.limit - head.length };
    const total = counts.total + pinned;
    if (rest.limit <= 0 || rest.offset >= counts.total) return { items: head, total };
    const items =
      strategyByCounts(reading, reading.sort, counts) === 'sorted_matches'
        ? await this.sortedMatches.read(reading, counts.matches, rest)
        : await this.indexOrder.read(reading, counts, rest);
    return { items: [...head, ...items], total };
  }
}
