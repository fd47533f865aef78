import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { SqlValues } from '../../persistence/sql-values';
import { namedStatement } from '../../persistence/named-statement';
import { monthCounting, type FeedScope } from '../domain/feed-scope';
import { monthRows } from './counter-rows.sql';
import type { FeedOrder, PageWindow } from './feed-rows.sql';

/** The months that contain the rows of a page: dates `[from, before)`. `above` is the number of rows that precede them in the order. */
export interface MonthSpan {
  readonly from: string;
  readonly before: string;
  readonly above: number;
}

/** The result if the offset is beyond the last month. */
export interface BeyondMonths {
  /** The number of dated rows. */
  readonly dated: number;
}

/** Finds the months of a page with a large offset in the monthly counters, so that the rows before the page are not read. */
@Injectable()
export class MonthSeekQuery {
  constructor(private readonly database: Database) {}

  /** Null if no monthly counter counts this filter exactly. */
  async seek(
    scope: FeedScope,
    order: PageWindow & Pick<FeedOrder, 'direction'>,
  ): Promise<MonthSpan | BeyondMonths | null> {
    if (scope.filter.published !== null || monthCounting(scope) === null) return null;
    const row = await this.read(scope, order);
    return row.from === null ? { dated: row.dated } : spanOf(row);
  }

  private async read(
    scope: FeedScope,
    { direction, offset, limit }: PageWindow & Pick<FeedOrder, 'direction'>,
  ): Promise<SpanRow> {
    const values = new SqlValues();
    const months = monthRows(scope, '', values);
    const [first, last] = [values.add(offset, 'bigint'), values.add(offset + limit, 'bigint')];
    const text = `with month as (${months}),
      placed as (select month, n, sum(n) over (order by month ${direction}) as below from month)
      select min(month)::timestamp as from, (max(month) + interval '1 month')::timestamp as before,
        coalesce(min(below - n), 0)::bigint as above, (select coalesce(sum(n), 0) from month)::bigint as dated
      from placed where below > ${first} and below - n < ${last}`;
    const [row] = await this.database.prepared<SpanRow>(namedStatement(text, values));
    if (!row) throw new Error('an aggregate returned no row');
    return row;
  }
}

interface SpanRow {
  readonly from: string | null;
  readonly before: string | null;
  readonly above: number;
  readonly dated: number;
}

const spanOf = ({ from, before, above }: SpanRow): MonthSpan => ({
  from: from ?? '-infinity',
  before: before ?? 'infinity',
  above,
});
