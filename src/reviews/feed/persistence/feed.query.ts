import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import { strategyByCounts } from '../domain/feed-strategy';
import { FeedCountQuery } from './feed-count.query';
import type { FeedPage, FeedRequest } from './feed-rows.sql';
import { IndexOrderQuery } from './index-order.query';
import { PinnedQuery } from './pinned.query';
import { SortedMatchesQuery } from './sorted-matches.query';

/**
 * One page of the feed and its exact total, of one snapshot: counts first, then reads by the strategy that the counts determine. With
 * several snapshots, a review that is inserted or deleted meanwhile would be in one of the two only.
 */
@Injectable()
export class FeedQuery {
  constructor(
    private readonly database: Database,
    private readonly counts: FeedCountQuery,
    private readonly pinned: PinnedQuery,
    private readonly sortedMatches: SortedMatchesQuery,
    private readonly indexOrder: IndexOrderQuery,
  ) {}

  page(request: FeedRequest, page: PageRequest): Promise<FeedPage> {
    return this.database.snapshot(() => this.read(request, page));
  }

  private async read(request: FeedRequest, page: PageRequest): Promise<FeedPage> {
    const counts = await this.counts.count(request, request.sort);
    const hasPins = request.showPinned && request.coverage.mode === 'object';
    const pinnedCount = hasPins ? await this.pinned.count(request) : 0;
    const pinnedItems = page.offset < pinnedCount ? await this.pinned.read(request, page) : [];
    const rest = { offset: Math.max(0, page.offset - pinnedCount), limit: page.limit - pinnedItems.length };
    const total = counts.total + pinnedCount;
    if (rest.limit <= 0 || rest.offset >= counts.total) return { items: pinnedItems, total };
    const items =
      strategyByCounts(request, request.sort, counts) === 'sorted_matches'
        ? await this.sortedMatches.read(request, counts.matches, rest)
        : await this.indexOrder.read(request, counts, rest);
    return { items: [...pinnedItems, ...items], total };
  }
}
