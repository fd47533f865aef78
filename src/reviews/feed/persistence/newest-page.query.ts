import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import { READ_AT_ONCE } from './feed-page.query';
import { wholeOrder } from './feed-order.sql';
import type { FeedPage, FeedReading } from './feed.query';
import { itemsOfRows, type ItemRow } from '../../persistence/review-json.sql';
import { flagsMatch, rowFlags } from '../../persistence/review-rows.sql';
import { totalCounter } from '../../persistence/rollup-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import { statementName } from '../../persistence/statement-name';

/** A reading of one object of which nothing is known yet; its filter lets nearly everything through (`asksForNewest`). */
export interface NewestReading extends Pick<FeedReading, 'filter' | 'shape'> {
  readonly accountId: number;
  readonly objectId: number;
}

interface NewestRow extends ItemRow {
  readonly total: number;
}

/**
 * The page that is asked for most, in one round trip: the newest reviews of one object with their total. It says nothing
 * that `FeedQuery` would not say in three, and leaves every doubtful case to it.
 */
@Injectable()
export class NewestPageQuery {
  constructor(private readonly database: Database) {}

  /**
   * Null where the page holds nothing or may not be all that simple: the object is missing or off, reviews of a removed
   * link still wait for the purge, or there is no review at this place; far places have better ways.
   */
  async read(reading: NewestReading, page: PageRequest): Promise<FeedPage | null> {
    if (page.offset > READ_AT_ONCE) return null;
    const values = new SqlValues();
    const text = statement(reading, page, values);
    const rows = await this.database.prepared<NewestRow>({ name: statementName(text), text, values: values.all });
    const [first] = rows;
    return first === undefined ? null : { items: rows.map(({ item }) => item), total: first.total };
  }
}

/** The index by date gives these rows in their order, the undated last; the counters count the same in the same snapshot. */
function statement(
  { accountId, objectId, filter, shape }: NewestReading,
  page: PageRequest,
  values: SqlValues,
): string {
  const scope = (row: string): string => `${row}.account_id = ${account} and ${row}.object_id = ${object}`;
  const [account, object] = [values.add(accountId, 'bigint'), values.add(objectId, 'bigint')];
  const flags = rowFlags({ mode: 'object' }, filter, 'ordinary');
  const rows = `from review r where ${scope('r')} and ${flagsMatch('r', flags, values)}
    order by ${wholeOrder('date', 'desc')} offset ${values.add(page.offset, 'bigint')} limit ${values.add(page.limit, 'bigint')}`;
  const counter = totalCounter(flags);
  const total =
    counter === null
      ? `select sum(s.n)::bigint from link_stat s where ${scope('s')} and ${flagsMatch('s', flags, values)}`
      : `select sum(t.${counter})::bigint from link_total t where ${scope('t')}`;
  return `select i.item, (${total}) as total
    from (${itemsOfRows(rows, shape)}) i
    where exists (select from tracked_object o
        where o.account_id = ${account} and o.id = ${object} and o.is_active and o.deleted_at is null)
      and not exists (select from link l where ${scope('l')} and l.deleted_at is not null)`;
}
