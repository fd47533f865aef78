/**
 * The range of publication dates that is counted (contract §4.7, §4.8): the bounds of the request, completed by defaults. Bounds are
 * inclusive calendar dates of `review_date`; today is the date in UTC. A requested bound and a default may form an empty range, which
 * is no error.
 *
 * Undated reviews are counted only if neither bound is given. A request that gives the default bounds excludes them.
 */
import { AppError } from '@libs/kernel';
import type { CountedRange } from '@src/reviews';

export interface RequestedRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Default lower bound of the summary. */
export const SUMMARY_START = '2000-01-01';
/** Default lower bound of the timeseries, in days before today. */
const SERIES_DAYS = 90;
const DAY_MS = 86_400_000;

/** The range of a summary. Throws 422 if both bounds are given and contradict each other; `name` is the prefix of the parameters. */
export function summaryRange(
  requested: RequestedRange,
  today: string,
  name: 'published' | 'compare' = 'published',
): CountedRange {
  refuseContradiction(requested, name);
  const undated = requested.from === undefined && requested.to === undefined;
  return { from: requested.from ?? SUMMARY_START, to: requested.to ?? today, undated };
}

/** The range of a timeseries, which has no undated reviews. Throws 422 for contradicting bounds. */
export function seriesRange(requested: RequestedRange, today: string): CountedRange {
  refuseContradiction(requested, 'published');
  const start = new Date(Date.parse(today) - SERIES_DAYS * DAY_MS).toISOString().slice(0, 10);
  return { from: requested.from ?? start, to: requested.to ?? today, undated: false };
}

function refuseContradiction({ from, to }: RequestedRange, name: string): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw new AppError('validation_error', `${name}_from: must not be later than ${name}_to`);
  }
}
