import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { itemsOfIds, type ItemRow } from '../../persistence/review-json.sql';
import { SqlValues } from '../../persistence/sql-values';
import { wholeOrder } from './feed-order.sql';
import { itemsOf, matchingRows, windowSql, type FeedRequest, type PageWindow, type ReviewItems } from './feed-rows.sql';

/** Strategy `sorted_matches`. Not prepared: the best index depends on the values. */
@Injectable()
export class SortedMatchesQuery {
  constructor(private readonly database: Database) {}

  /** Reads a page. `matches` are the ids of all matches, if the count has read them; null: the statement finds them. */
  async read(request: FeedRequest, matches: readonly string[] | null, page: PageWindow): Promise<ReviewItems> {
    const values = new SqlValues();
    const account = values.add(request.coverage.accountId, 'bigint');
    const matchesSql = matches === null ? matchingRows(request, values) : rowsOfIds(account, matches, values);
    const order = wholeOrder(request.sort, request.direction);
    const ids = `select r.id ${matchesSql} order by ${order} ${windowSql(page, values)}`;
    return itemsOf(await this.database.query<ItemRow>(itemsOfIds(ids, account, request.shape), values.all));
  }
}

function rowsOfIds(account: string, ids: readonly string[], values: SqlValues): string {
  return `from review r where r.account_id = ${account} and r.id = any(${values.add(ids, 'bigint[]')})`;
}
