import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import type { FeedFilter } from '../../domain/feed-filter';
import { isLiveObject, isRemovedLink } from '../../persistence/live-composition.sql';
import { itemsOfIds, itemsOfRows, type ItemRow, type ReviewShape } from '../../persistence/review-json.sql';
import { SqlValues } from '../../persistence/sql-values';
import { namedInIndexOrder } from '../../persistence/named-statement';
import type { FeedCounts } from '../domain/feed-order';
import { feedFlags, sortsMatches } from '../domain/feed-strategy';
import { totalOf } from './counter-rows.sql';
import { filterConditions, pinnedRows } from './feed-conditions.sql';
import { FeedCountQuery } from './feed-count.query';
import { orderedIds, sortedIds, wholeOrder, windowSql, type OrderedFeed } from './feed-order.sql';

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

export interface NewestRequest {
  readonly accountId: number;
  readonly objectId: number;
  readonly filter: FeedFilter;
  readonly shape: ReviewShape;
}

interface NewestRow extends ItemRow {
  readonly total: number;
}

/**
 * Page and total in one statement, for the page that clients request most often (`isNewestPage`). It reads whole rows
 * and not ids first: 420 blocks instead of 790 for a page of 100, and 4,000 instead of 7,600 for one of 1,000 (R1 and R2
 * of docs/benchmarks/README.md).
 */
@Injectable()
export class NewestPageQuery {
  constructor(private readonly database: Database) {}

  /**
   * Null if the page is empty, the object does not exist or is not live, or a link of it was removed. The caller then
   * uses `FeedQuery`: the reviews of a removed link are stored until the purge.
   */
  async read(request: NewestRequest, page: PageRequest): Promise<FeedPage | null> {
    const values = new SqlValues();
    const text = newestStatement(request, page, values);
    const rows = await this.database.prepared<NewestRow>(namedInIndexOrder(text, values));
    const [first] = rows;
    return first === undefined ? null : { items: itemsOf(rows), total: first.total };
  }
}

/** The index of dates returns the rows in order, undated ones last. The counters count them in the same snapshot. */
function newestStatement(
  { accountId, objectId, filter, shape }: NewestRequest,
  page: PageRequest,
  values: SqlValues,
): string {
  const [account, object] = [values.add(accountId, 'bigint'), values.add(objectId, 'bigint')];
  const scope = (row: string): string => `${row}.account_id = ${account} and ${row}.object_id = ${object}`;
  const flags = feedFlags('object', filter, 'ordinary');
  const rows = `from review r where ${scope('r')}${filterConditions(filter, flags, 'filtering_by_date', values)}
    order by ${wholeOrder({ sort: 'date', direction: 'desc' })} ${windowSql(page, values)}`;
  return `select i.item, (${totalOf(flags, scope, values)}) as total
    from (${itemsOfRows(rows, shape)}) i
    where exists (
        select from (select * from tracked_object_view where account_id = ${account} and id >= ${object} order by id limit 1) o
        where o.id = ${object} and ${isLiveObject('o')})
      and not exists (select from link_view l where ${scope('l')} and ${isRemovedLink('l')})`;
}

const itemsOf = (rows: readonly ItemRow[]): ReviewItems => rows.map(({ item }) => item);
