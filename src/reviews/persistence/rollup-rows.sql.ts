/** The counters by month and of all time, as SQL: which of them counts a filter exactly, and what of them it takes. */
import type { Coverage } from '../domain/coverage';
import { isCountedByRollup, type FeedFilter } from '../domain/feed-filter';
import { REVIEW_FLAGS, type FlagCondition } from '../domain/review-flags';
import { linkCondition, objectCondition, rowFlags } from './review-rows.sql';
import type { SqlValues } from './sql-values';

/** The rows that are counted: the ordinary rows of a feed, without the pinned ones where those stand apart. */
export interface CountedRows {
  readonly coverage: Coverage;
  readonly filter: FeedFilter;
  readonly visiblePerLink: number | null;
}

/** Whether `link_stat` counts these rows. A trial's cut depends on dates, which it does not know. */
export function isFromRollup(rows: CountedRows): boolean {
  return rows.visiblePerLink === null && isCountedByRollup(rows.filter);
}

/** The rating filter on a counter's key, where 0 is unrated; empty where every rating will do. */
export function rollupRating(key: string, filter: FeedFilter, values: SqlValues): string {
  if (filter.rating === null) return '';
  const lowest = filter.rating.unrated ? 0 : filter.rating.lowest;
  return ` and ${key} between ${values.add(lowest, 'smallint')} and ${values.add(filter.rating.highest, 'smallint')}`;
}

const { deleted, hidden, pinned, text, images, reply } = REVIEW_FLAGS;

interface NamedCounter extends FlagCondition {
  readonly column: string;
}

/** The counters of `link_month` and the flags whose rows each counts exactly. */
const MONTH_COUNTERS: readonly NamedCounter[] = [
  { column: 'n_feed', mask: deleted | hidden | pinned, value: 0 },
  { column: 'n', mask: deleted, value: 0 },
  { column: 'n_text', mask: deleted | text, value: text },
  { column: 'n_images', mask: deleted | images, value: images },
  { column: 'n_reply', mask: deleted | reply, value: reply },
];

/** The counters of `link_total`, which has one row of every link. */
const TOTAL_COUNTERS: readonly NamedCounter[] = [
  { column: 'n_feed', mask: deleted | hidden | pinned, value: 0 },
  { column: 'n_shown', mask: deleted | hidden, value: 0 },
  { column: 'n', mask: deleted, value: 0 },
];

function counterOf(counters: readonly NamedCounter[], { mask, value }: FlagCondition): string | null {
  return counters.find((counter) => counter.mask === mask && counter.value === value)?.column ?? null;
}

const monthCounter = (flags: FlagCondition): string | null => counterOf(MONTH_COUNTERS, flags);

/** The column of `link_total` that counts exactly the rows with these flags; null where only `link_stat` can. */
export const totalCounter = (flags: FlagCondition): string | null => counterOf(TOTAL_COUNTERS, flags);

/** Without pins set apart the default feed holds the pinned rows too, which n_feed leaves out: added from their index. */
const holdsPinned = ({ mask, value }: FlagCondition): boolean => value === 0 && mask === (deleted | hidden);

/** Whether a counter of `link_month` counts exactly these rows, whatever range of dates is asked for. */
export function isCountedByMonth(rows: CountedRows): boolean {
  if (rows.visiblePerLink !== null || rows.filter.updatedAfter || rows.filter.search) return false;
  const flags = rowFlags(rows.coverage, rows.filter, 'ordinary');
  return holdsPinned(flags) || monthCounter(flags) !== null;
}

/** A select of the months that hold dated rows, and how many (`month`, `n`). `among` narrows the months `m.month`. */
export function monthRows(rows: CountedRows, among: string, values: SqlValues): string {
  const { coverage, filter } = rows;
  const flags = rowFlags(coverage, filter, 'ordinary');
  const counter = holdsPinned(flags) ? 'n_feed' : monthCounter(flags);
  const account = values.add(coverage.accountId, 'bigint');
  const scope = `m.account_id = ${account} and ${objectCondition(coverage, values, 'm')}${linkCondition(coverage, values, 'm')}`;
  const counted = `select m.month, m.${counter} as n from link_month m
    where ${scope} and m.month > '-infinity'${rollupRating('m.rating', filter, values)}`;
  const added = holdsPinned(flags) ? ` union all ${pinnedMonths(rows, account, values)}` : '';
  return `select m.month, sum(m.n) as n from (${counted}${added}) m where true${among} group by m.month having sum(m.n) > 0`;
}

function pinnedMonths({ coverage, filter }: CountedRows, account: string, values: SqlValues): string {
  const scope = `r.account_id = ${account} and ${objectCondition(coverage, values)}${linkCondition(coverage, values)}`;
  return `select date_trunc('month', r.review_date)::date, 1 from review r
    where ${scope} and r.pin_position is not null and r.review_date is not null and r.flags & ${deleted | hidden} = 0
      ${rollupRating('coalesce(r.rating, 0)', filter, values)}`;
}
