/**
 * Splits a range of dates into whole calendar months and at most two edges. Monthly counters count the months. An edge is shorter than
 * a month and is counted from rows.
 */
export interface DateRange {
  /** Inclusive dates; an open side is `-infinity` or `infinity`. */
  readonly from: string;
  readonly to: string;
}

export interface WholeMonths {
  /** The first day of the first month (inclusive) and the first day after the last month. */
  readonly first: string;
  readonly end: string;
  readonly edges: readonly DateRange[];
}

/** Null if the range contains no whole month. */
export function wholeMonths({ from, to }: DateRange): WholeMonths | null {
  if (from > LAST_MONTH) return null;
  const first = firstWholeMonth(from);
  const dayAfter = to >= LAST_DAY ? 'infinity' : nextDay(to);
  const end = dayAfter === 'infinity' ? dayAfter : firstOfMonth(dayAfter, 0);
  if (isEmpty(first, end)) return null;
  const edges: DateRange[] = [];
  if (first !== from) edges.push({ from, to: previousDay(first) });
  if (end !== dayAfter) edges.push({ from: end, to });
  return { first, end, edges };
}

function firstWholeMonth(from: string): string {
  return from === '-infinity' || from.endsWith('-01') ? from : firstOfMonth(from, 1);
}

function isEmpty(first: string, end: string): boolean {
  return first !== '-infinity' && end !== 'infinity' && first >= end;
}

const DAY_MS = 86_400_000;
/** Dates are ISO texts of ten characters, up to the year 9999; as a text, `infinity` sorts after all of them. */
const LAST_MONTH = '9999-12-01';
const LAST_DAY = '9999-12-31';

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10);
const nextDay = (date: string): string => dateText(Date.parse(date) + DAY_MS);
const previousDay = (date: string): string => dateText(Date.parse(date) - DAY_MS);

/** Sets the month on a parsed date, because `Date.UTC` interprets the year 26 as 1926. */
function firstOfMonth(date: string, monthsLater: number): string {
  const first = new Date(`${date.slice(0, 7)}-01`);
  return dateText(first.setUTCMonth(first.getUTCMonth() + monthsLater));
}
