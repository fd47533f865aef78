/**
 * Which publication dates are counted (contract §4.7, §4.8): the bounds of the request, completed by defaults. Dates are calendar dates
 * of `review_date`, both inclusive; today is the date in UTC. A given bound and a default may make an empty range, which is no error.
 *
 * Undated reviews are counted only where neither bound is given. A request that gives the default bounds excludes them.
 */
import { AppError } from '@libs/kernel';
import type { CountedRange } from '@src/reviews';

export interface AskedRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Default lower bound of the summary. */
export const SUMMARY_START = '2000-01-01';
/** Default lower bound of the timeseries, in days before today. */
const SERIES_DAYS = 90;
const DAY_MS = 86_400_000;

/** The range of a summary. Throws 422 where both bounds are given and contradict each other. */
export function summaryRange(asked: AskedRange, today: string): CountedRange {
  refuseContradiction(asked);
  const undated = asked.from === undefined && asked.to === undefined;
  return { from: asked.from ?? SUMMARY_START, to: asked.to ?? today, undated };
}

/** The range of a timeseries, which has no undated reviews. Throws 422 for contradicting bounds. */
export function seriesRange(asked: AskedRange, today: string): CountedRange {
  refuseContradiction(asked);
  const start = new Date(Date.parse(today) - SERIES_DAYS * DAY_MS).toISOString().slice(0, 10);
  return { from: asked.from ?? start, to: asked.to ?? today, undated: false };
}

function refuseContradiction({ from, to }: AskedRange): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw new AppError('validation_error', 'published_from: must not be later than published_to');
  }
}
