import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import { itemsOfIds, type ItemRow, type ReviewShape } from '../../persistence/review-json.sql';
import { SqlValues } from '../../persistence/sql-values';
import { namedInIndexOrder } from '../../persistence/named-statement';
import type { FeedCounts } from '../domain/feed-order';
import { sortsMatches } from '../domain/feed-strategy';
import { pinnedRows } from './feed-conditions.sql';
import { FeedCountQuery } from './feed-count.query';
import { orderedIds, sortedIds, type OrderedFeed } from './feed-order.sql';

/** Consecutive reviews, each as JSON text in wire form. */
export type ReviewItems = readonly string[];

export interface FeedPage {
  readonly items: ReviewItems;
  readonly total: number;
}

/** A request for the feed: the reviews, their order and their shape. */
export interface FeedRequest extends OrderedFeed {
  readonly shape: ReviewShape;
  readonly showPinned: boolean;
}

/**
 * One page of the feed and its exact total, of one snapshot. With several snapshots, a review that is inserted or
 * deleted meanwhile would be in one of the two only.
 */
@Injectable()
export class FeedQuery {
  constructor(
    private readonly database: Database,
    private readonly counts: FeedCountQuery,
  ) {}

  page(request: FeedRequest, page: PageRequest): Promise<FeedPage> {
    return this.database.snapshot(async () => {
      const counts = await this.counts.count(request, request.sort);
      const pinned = await this.pinned(request);
      const first = pinned.slice(page.offset, page.offset + page.limit);
      const rest = { offset: Math.max(0, page.offset - pinned.length), limit: page.limit - first.length };
      const items = rest.limit > 0 && rest.offset < counts.total ? await this.ordinary(request, counts, rest) : [];
      return { items: [...first, ...items], total: counts.total + pinned.length };
    });
  }

  /** The pinned reviews of one object that pass the filter, by position. An object has at most 30 (contract §8). */
  private async pinned(request: FeedRequest): Promise<ReviewItems> {
    if (!request.showPinned || request.coverage.mode !== 'object') return [];
    const values = new SqlValues();
    const account = values.add(request.coverage.accountId, 'bigint');
    const ids = `select r.id ${pinnedRows(request, values)} order by r.pin_position, r.id desc`;
    return this.inIndexOrder(itemsOfIds(ids, account, request.shape), values);
  }

  private async ordinary(request: FeedRequest, counts: FeedCounts, page: PageRequest): Promise<ReviewItems> {
    const values = new SqlValues();
    const account = values.add(request.coverage.accountId, 'bigint');
    if (!sortsMatches(request, request.sort, counts.total)) {
      const ids = orderedIds(request, counts, page, values);
      return this.inIndexOrder(itemsOfIds(ids, account, request.shape), values);
    }
    const text = itemsOfIds(sortedIds(request, page, values), account, request.shape);
    return itemsOf(await this.database.query<ItemRow>(text, values.all));
  }

  private async inIndexOrder(text: string, values: SqlValues): Promise<ReviewItems> {
    return itemsOf(await this.database.prepared<ItemRow>(namedInIndexOrder(text, values)));
  }
}

export const itemsOf = (rows: readonly ItemRow[]): ReviewItems => rows.map(({ item }) => item);
