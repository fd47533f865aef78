import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { isCountedByRollup } from '../domain/feed-filter';
import { REVIEW_FLAGS, type FlagCondition } from '../domain/review-flags';
import { rollupRating, type CountedRows } from './feed-count.query';
import type { FeedOrder, Place } from './feed-page.query';
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

  /**
   * Null where the counters by month cannot count this filter. The newest months of many objects are tried alone first:
   * most pages lie there, and all months of all objects are many rows.
   */
  async seek(
    rows: CountedRows,
    order: Place & Pick<FeedOrder, 'direction'>,
  ): Promise<MonthSpan | BehindAllMonths | null> {
    if (!isCountedByMonth(rows)) return null;
    const hasManyMonths = order.direction === 'desc' && rows.coverage.objectIds.length > FEW_OBJECTS;
    const recent = hasManyMonths ? await this.read(rows, order, RECENT) : null;
    if (recent !== null && recent.dated >= order.skip + order.take && recent.from !== null) return spanOf(recent);
    const all = await this.read(rows, order, '');
    return all.from === null ? { dated: all.dated } : spanOf(all);
  }

  private async read(
    rows: CountedRows,
    { direction, skip, take }: Place & Pick<FeedOrder, 'direction'>,
    since: string,
  ): Promise<SpanRow> {
    const values = new SqlValues();
    const months = monthRows(rows, since, values);
    const [first, last] = [values.add(skip, 'bigint'), values.add(skip + take, 'bigint')];
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

const FEW_OBJECTS = 20;
/** By the clock of the database, and only a guess: what it misses is looked for again among all months. */
const RECENT = ` and m.month >= date_trunc('month', localtimestamp - interval '1 month')`;

const spanOf = ({ from, before, above }: SpanRow): MonthSpan => ({
  from: from ?? '-infinity',
  before: before ?? 'infinity',
  above,
});

/** Without pins set apart the default feed holds the pinned rows too, which n_feed leaves out: added from their index. */
const holdsPinned = ({ mask, value }: FlagCondition): boolean => value === 0 && mask === (deleted | hidden);

function isCountedByMonth(rows: CountedRows): boolean {
  if (rows.visiblePerLink !== null || !isCountedByRollup(rows.filter)) return false;
  const flags = rowFlags(rows.coverage, rows.filter, 'ordinary');
  return holdsPinned(flags) || monthCounter(flags.mask, flags.value) !== null;
}

function monthRows(rows: CountedRows, since: string, values: SqlValues): string {
  const { coverage, filter } = rows;
  const flags = rowFlags(coverage, filter, 'ordinary');
  const counter = holdsPinned(flags) ? 'n_feed' : monthCounter(flags.mask, flags.value);
  const account = values.add(coverage.accountId, 'bigint');
  const scope = `m.account_id = ${account} and ${objectCondition(coverage, values, 'm')}${linkCondition(coverage, values, 'm')}`;
  const counted = `select m.month, m.${counter} as n from link_month m
    where ${scope} and m.month > '-infinity'${rollupRating('m.rating', filter, values)}`;
  const added = holdsPinned(flags) ? ` union all ${pinnedMonths(rows, account, values)}` : '';
  return `select m.month, sum(m.n) as n from (${counted}${added}) m where true${since} group by m.month having sum(m.n) > 0`;
}

function pinnedMonths({ coverage, filter }: CountedRows, account: string, values: SqlValues): string {
  const scope = `r.account_id = ${account} and ${objectCondition(coverage, values)}${linkCondition(coverage, values)}`;
  return `select date_trunc('month', r.review_date)::date, 1 from review r
    where ${scope} and r.pin_position is not null and r.review_date is not null and r.flags & ${deleted | hidden} = 0
      ${rollupRating('coalesce(r.rating, 0)', filter, values)}`;
}
