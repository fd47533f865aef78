/**
 * Periods of a timeseries (contract §4.8): `2026-11-20`, `2026-W47` (ISO week: begins on Monday and belongs to the year of its
 * Thursday), `2026-11`. A timeseries contains every period that overlaps the range. Only days inside the range are counted, also in
 * the first and the last period.
 */
import { AppError } from '@libs/kernel';
import type { Granularity } from '@src/reviews';

export const GRANULARITIES = ['day', 'week', 'month'] as const satisfies readonly Granularity[];

export interface Period {
  /** First day, `YYYY-MM-DD`: the value of PostgreSQL's `date_trunc` for every day of the period. */
  readonly start: string;
  /** The `period` of the response. */
  readonly name: string;
}

const MAX_PERIODS = 4_000;

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** Every period of the range in order; none for an empty range. Throws 422 for more than 4,000. */
export function periodsOf(range: { readonly from: string; readonly to: string }, granularity: Granularity): Period[] {
  if (range.from > range.to) return [];
  const [first, last] = [indexOf(range.from, granularity), indexOf(range.to, granularity)];
  const count = last - first + 1;
  if (count > MAX_PERIODS) {
    throw new AppError(
      'validation_error',
      `published_from to published_to: ${count} periods of a ${granularity}, at most ${MAX_PERIODS} are answered`,
    );
  }
  return Array.from({ length: count }, (_, index) => period(first + index, granularity));
}

/** The number of periods between the first period of 1970 and the period of the date. */
function indexOf(date: string, granularity: Granularity): number {
  const time = Date.parse(date);
  if (granularity === 'day') return time / DAY_MS;
  // 1970-01-01 is a Thursday: its week began three days earlier.
  if (granularity === 'week') return Math.floor((time + 3 * DAY_MS) / WEEK_MS);
  const day = new Date(time);
  return (day.getUTCFullYear() - 1970) * 12 + day.getUTCMonth();
}

function period(index: number, granularity: Granularity): Period {
  const start = dateText(startOf(index, granularity));
  if (granularity === 'day') return { start, name: start };
  if (granularity === 'month') return { start, name: start.slice(0, 7) };
  return { start, name: weekName(Date.parse(start)) };
}

function startOf(index: number, granularity: Granularity): number {
  if (granularity === 'day') return index * DAY_MS;
  if (granularity === 'week') return index * WEEK_MS - 3 * DAY_MS;
  // Date.UTC reads year 26 as 1926.
  return new Date(0).setUTCFullYear(1970 + Math.floor(index / 12), ((index % 12) + 12) % 12, 1);
}

function weekName(monday: number): string {
  const thursday = new Date(monday + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const newYear = new Date(0).setUTCFullYear(year, 0, 1);
  const week = 1 + Math.floor((thursday.getTime() - newYear) / WEEK_MS);
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10);
