/**
 * Which publication dates are counted (contract §4.7, §4.8): what was asked, completed by the
 * defaults. Dates are calendar dates of `review_date`, both inclusive; today is UTC's.
 *
 * The subtlety: undated reviews are counted only where neither bound was given, although both bounds are then applied
 * to the dated ones. So asking for the default bounds by hand leaves the undated out.
 */
import { AppError } from '@libs/kernel';

export interface AskedRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** May be empty (`from` behind `to`) where a given bound meets a default; that is no mistake of the caller. */
export interface AppliedRange {
  readonly from: string;
  readonly to: string;
  /** Reviews without a date are counted too. */
  readonly undated: boolean;
}

/** Default lower bound of the summary. */
export const SUMMARY_START = '2000-01-01';
/** Default lower bound of the timeseries, in days before today. */
const SERIES_DAYS = 90;
const DAY_MS = 86_400_000;

/** The summary's range. Refuses two given bounds that contradict each other (422). */
export function summaryRange(asked: AskedRange, today: string): AppliedRange {
  refuseContradiction(asked);
  const undated = asked.from === undefined && asked.to === undefined;
  return { from: asked.from ?? SUMMARY_START, to: asked.to ?? today, undated };
}

/** The range of a timeseries, which has no place for undated reviews. Refuses contradicting bounds (422). */
export function seriesRange(asked: AskedRange, today: string): AppliedRange {
  refuseContradiction(asked);
  const start = new Date(Date.parse(today) - SERIES_DAYS * DAY_MS).toISOString().slice(0, 10);
  return { from: asked.from ?? start, to: asked.to ?? today, undated: false };
}

function refuseContradiction({ from, to }: AskedRange): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw new AppError('validation_error', 'published_from: must not be later than published_to');
  }
}
