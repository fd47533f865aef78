import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { itemsOfIds, type ItemRow } from '../../persistence/review-json.sql';
import { coveredRows } from '../../persistence/review-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import { namedInIndexOrder } from '../../persistence/named-statement';
import { feedFlags, type FeedScope } from '../domain/feed-scope';
import { filterConditions } from './feed-conditions.sql';
import { itemsOf, windowSql, type FeedRequest, type PageWindow, type ReviewItems } from './feed-rows.sql';

/** The pinned reviews of one object that pass the filter, by position. An object has at most 30 (contract §8). */
@Injectable()
export class PinnedQuery {
  constructor(private readonly database: Database) {}

  async read(request: FeedRequest, page: PageWindow): Promise<ReviewItems> {
    const values = new SqlValues();
    const account = values.add(request.coverage.accountId, 'bigint');
    const ids = `select r.id ${pinnedRows(request, values)} order by r.pin_position, r.id desc ${windowSql(page, values)}`;
    const text = itemsOfIds(ids, account, request.shape);
    return itemsOf(await this.database.prepared<ItemRow>(namedInIndexOrder(text, values)));
  }

  async count(scope: FeedScope): Promise<number> {
    const values = new SqlValues();
    const text = `select count(*)::int as n ${pinnedRows(scope, values)}`;
    const [row] = await this.database.prepared<{ n: number }>(namedInIndexOrder(text, values));
    return row?.n ?? 0;
  }
}

/**
 * The condition on the position repeats the condition on the flags, because it is the condition of the partial index: 2 blocks instead
 * of 15,700 (60 ms) in an object with 100,000 reviews.
 */
function pinnedRows({ coverage, filter, visiblePerLink }: FeedScope, values: SqlValues): string {
  const from = coveredRows(coverage, visiblePerLink, values);
  const flags = feedFlags(coverage.mode, filter, 'pinned');
  return `${from} and r.pin_position is not null${filterConditions(filter, flags, 'filtering', values)}`;
}
