import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import type { FeedFilter } from '../../domain/feed-filter';
import { isLiveObject, isRemovedLink } from '../../persistence/live-composition.sql';
import { itemsOfRows, type ItemRow, type ReviewShape } from '../../persistence/review-json.sql';
import { SqlValues } from '../../persistence/sql-values';
import { namedInIndexOrder } from '../../persistence/named-statement';
import { feedFlags } from '../domain/feed-scope';
import { totalOf } from './counter-rows.sql';
import { filterConditions } from './feed-conditions.sql';
import { wholeOrder, windowSql } from './feed-order.sql';
import { itemsOf, type FeedPage } from './feed.query';

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
 * and not ids first: 420 blocks instead of 790 for a page of 100, and 4,000 instead of 7,600 for one of 1,000 (R1, R2).
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
