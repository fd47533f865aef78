import { dayOf, oneOf, textOf, type Search } from './url-state';

/** Days of the API, `2026-11-20`, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

export const PERIODS = ['7d', '30d', '90d', '12m', 'all'] as const;
export type PeriodName = (typeof PERIODS)[number];

export const GRANULARITIES = ['day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** The period of an address: relative, or two days. */
export interface PeriodSearch {
  readonly period?: PeriodName;
  readonly from?: string;
  readonly to?: string;
}

const DAY_MS = 86_400_000;
const DAYS: Readonly<Record<'7d' | '30d' | '90d', number>> = { '7d': 7, '30d': 30, '90d': 90 };
const DEFAULT_PERIOD: PeriodName = '30d';
const MOST_DAYS = 92;
const MOST_WEEKS_IN_DAYS = 731;

/** Two days count only together and in order. */
export function periodSearch(search: Search): PeriodSearch {
  const from = dayOf(search['from']);
  const to = dayOf(search['to']);
  if (from !== undefined && to !== undefined && from <= to) return { period: undefined, from, to };
  return { period: oneOf(search['period'], PERIODS), from: undefined, to: undefined };
}

/** The name of the chosen period; null if the address has two days. */
export function periodName({ period, from }: PeriodSearch): PeriodName | null {
  return from === undefined ? (period ?? DEFAULT_PERIOD) : null;
}

/** The days of a period, up to today in UTC as the API counts them; null for all time. */
export function daysOf(search: PeriodSearch, now = Date.now()): DayRange | null {
  const { from, to } = search;
  if (from !== undefined && to !== undefined) return { from, to };
  const name = search.period ?? DEFAULT_PERIOD;
  const today = dayText(now);
  if (name === 'all') return null;
  if (name === '12m') return { from: addDays(yearBefore(today), 1), to: today };
  return { from: addDays(today, 1 - DAYS[name]), to: today };
}

/** As many days directly before the range; twelve months before a range of twelve months. */
export function daysBefore({ from, to }: DayRange): DayRange {
  const end = addDays(from, -1);
  if (addDays(yearBefore(to), 1) === from) return { from: addDays(yearBefore(end), 1), to: end };
  return { from: addDays(from, -lengthOf({ from, to })), to: end };
}

/** The number of days of a range. */
function lengthOf({ from, to }: DayRange): number {
  return Math.round((timeOf(to) - timeOf(from)) / DAY_MS) + 1;
}

/** The finest granularity whose periods can be distinguished in a chart. */
export function granularityOf(range: DayRange | null): Granularity {
  if (range === null) return 'month';
  const days = lengthOf(range);
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_WEEKS_IN_DAYS ? 'week' : 'month';
}

const WEEK = /^(\d{4})-W(\d\d)$/;
const MONTH = /^(\d{4})-(\d\d)$/;

/** The days of a period of the API: `2026-11-20`, the ISO week `2026-W47`, or `2026-11`. */
export function daysOfPeriod(period: string): DayRange {
  const [, weekYear, week] = WEEK.exec(period) ?? [];
  if (weekYear !== undefined) {
    const fourth = Date.UTC(Number(weekYear), 0, 4);
    const firstMonday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
    const from = dayText(firstMonday + (Number(week) - 1) * 7 * DAY_MS);
    return { from, to: addDays(from, 6) };
  }
  const [, year, month] = MONTH.exec(period) ?? [];
  if (year !== undefined)
    return { from: `${period}-01`, to: dayText(Date.UTC(Number(year), Number(month), 1) - DAY_MS) };
  return { from: period, to: period };
}

/** `object:17`, `folder:3`, or nothing for the account. */
export interface Scope {
  readonly object_id?: number;
  readonly folder_id?: number;
}

/** The scope of an address as text; a bad one is the account. */
export function scopeSearch(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^(object|folder):[1-9]\d{0,14}$/.test(text) ? text : undefined;
}

/** The parameters of the API for a scope. */
export function scopeIds(scope: string | undefined): Scope {
  const [kind, id] = scope?.split(':') ?? [];
  if (kind === 'object') return { object_id: Number(id) };
  return kind === 'folder' ? { folder_id: Number(id) } : {};
}

/** The parameters of the API for a range; none for all time. */
export function published(range: DayRange | null): { published_from?: string; published_to?: string } {
  return range === null ? {} : { published_from: range.from, published_to: range.to };
}

/** The address of the inbox with the reviews that a figure counts: also those that are hidden. */
export const countedReviews = (ids: Scope, range: DayRange | null) => ({
  ...ids,
  ...published(range),
  show_hidden: true as const,
});

export function addDays(day: string, days: number): string {
  return dayText(timeOf(day) + days * DAY_MS);
}

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayText = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The same day of the year before; 28 February for 29 February. */
function yearBefore(day: string): string {
  const date = new Date(timeOf(day));
  const year = date.getUTCFullYear() - 1;
  const last = new Date(Date.UTC(year, date.getUTCMonth() + 1, 0)).getUTCDate();
  return dayText(Date.UTC(year, date.getUTCMonth(), Math.min(date.getUTCDate(), last)));
}
