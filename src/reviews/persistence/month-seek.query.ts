import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { FeedDirection } from '../domain/feed-filter';
import { REVIEW_FLAGS } from '../domain/review-flags';
import { rollupRating, type CountedRows } from './feed-count.query';
import { linkCondition, objectCondition, rowFlags } from './review-rows.sql';
import { SqlValues } from './sql-values';
import { statementName } from './statement-name';

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

const { deleted, hidden, pinned, text, images, reply } = REVIEW_FLAGS;

/** Which counter of `link_month` counts exactly the rows with these flags. */
function monthCounter(mask: number, value: number): string | null {
  if (value === 0 && mask === (deleted | hidden | pinned)) return 'n_feed';
  if (value === 0 && mask === deleted) return 'n';
  if (value === text && mask === (deleted | text)) return 'n_text';
  if (value === images && mask === (deleted | images)) return 'n_images';
  if (value === reply && mask === (deleted | reply)) return 'n_reply';
  return null;
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
    direction: FeedDirection,
    skip: number,
    take: number,
  ): Promise<MonthSpan | BehindAllMonths | null> {
    const months = monthRows(rows);
    if (months === null) return null;
    const { sql, values } = months;
    const [first, last] = [values.add(skip, 'bigint'), values.add(skip + take, 'bigint')];
    const statement = `with month as (${sql}),
      placed as (select month, n, sum(n) over (order by month ${direction}) as below from month)
      select min(month)::timestamp as from, (max(month) + interval '1 month')::timestamp as before,
        min(below - n)::bigint as above, (select coalesce(sum(n), 0) from month)::bigint as dated
      from placed where below > ${first} and below - n < ${last}`;
    const [row] = await this.database.prepared<{ from: string | null; before: string; above: number; dated: number }>({
      name: statementName(statement),
      text: statement,
      values: values.all,
    });
    if (!row || row.from === null) return { dated: row?.dated ?? 0 };
    return { from: row.from, before: row.before, above: row.above };
  }
}

function monthRows(rows: CountedRows): { sql: string; values: SqlValues } | null {
  const { coverage, filter } = rows;
  if (rows.visiblePerLink !== null || filter.published || filter.updatedAfter || filter.search) return null;
  const flags = rowFlags(coverage, filter, 'ordinary');
  // Without pins set apart the default feed holds the pinned rows too, which n_feed leaves out: added from their index.
  const addsPinned = flags.value === 0 && flags.mask === (deleted | hidden);
  const counter = addsPinned ? 'n_feed' : monthCounter(flags.mask, flags.value);
  if (counter === null) return null;
  const values = new SqlValues();
  const account = values.add(coverage.accountId, 'bigint');
  const scope = `m.account_id = ${account} and ${objectCondition(coverage, values, 'm')}${linkCondition(coverage, values, 'm.link_id')}`;
  const counted = `select m.month, m.${counter} as n from link_month m
    where ${scope} and m.month > '-infinity'${rollupRating('m', filter, values)}`;
  const added = addsPinned ? ` union all ${pinnedMonths(rows, account, values)}` : '';
  return { sql: `select month, sum(n) as n from (${counted}${added}) m group by month having sum(n) > 0`, values };
}

function pinnedMonths({ coverage, filter }: CountedRows, account: string, values: SqlValues): string {
  const scope = `r.account_id = ${account} and ${objectCondition(coverage, values)}${linkCondition(coverage, values)}`;
  return `select date_trunc('month', r.review_date)::date, 1 from review r
    where ${scope} and r.pin_position is not null and r.review_date is not null and r.flags & ${deleted | hidden} = 0
      ${rollupRating('r', filter, values).replace('r.rating', 'coalesce(r.rating, 0)')}`;
}
