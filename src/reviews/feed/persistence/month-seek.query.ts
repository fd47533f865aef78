import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { FeedOrder, PageWindow } from './feed-page.query';
import { isCountedByMonth, monthRows, type CountedRows } from '../../persistence/rollup-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import { statementName } from '../../persistence/statement-name';

/** The months that hold the rows from `skip` on, `take` of them: `[from, before)`, and how many rows lie before them. */
export interface MonthSpan {
  readonly from: string;
  readonly before: string;
  readonly above: number;
}

/** Where the dated rows end: the place is behind the last month. */
export interface BehindAllMonths {
  readonly dated: number;
}

/**
 * Finds the months of a far page in the counters by month, so that the rows before it are neither read nor skipped one
 * by one. Knows only filters that a counter of `link_month` counts exactly.
 */
@Injectable()
export class MonthSeekQuery {
  constructor(private readonly database: Database) {}

  /** Null where the counters by month cannot count this filter. */
  async seek(
    rows: CountedRows,
    order: PageWindow & Pick<FeedOrder, 'direction'>,
  ): Promise<MonthSpan | BehindAllMonths | null> {
    if (rows.filter.published !== null || !isCountedByMonth(rows)) return null;
    const all = await this.read(rows, order);
    return all.from === null ? { dated: all.dated } : spanOf(all);
  }

  private async read(
    rows: CountedRows,
    { direction, offset, limit }: PageWindow & Pick<FeedOrder, 'direction'>,
  ): Promise<SpanRow> {
    const values = new SqlValues();
    const months = monthRows(rows, '', values);
    const [first, last] = [values.add(offset, 'bigint'), values.add(offset + limit, 'bigint')];
    const text = `with month as (${months}),
      placed as (select month, n, sum(n) over (order by month ${direction}) as below from month)
      select min(month)::timestamp as from, (max(month) + interval '1 month')::timestamp as before,
        coalesce(min(below - n), 0)::bigint as above, (select coalesce(sum(n), 0) from month)::bigint as dated
      from placed where below > ${first} and below - n < ${last}`;
    const [row] = await this.database.prepared<SpanRow>({ name: statementName(text), text, values: values.all });
    if (!row) throw new Error('an aggregate gave no row');
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
