/**
 * Where the counts of a range of dates come from, so that the cost does not follow the number of reviews: from the
 * counters of all time and by month, and row by row only at edges shorter than a month.
 *
 * A range that reaches from the default start to today is counted backwards: everything, less what lies outside. That
 * is next to nothing (dates before 2000, and clocks that run ahead of UTC), and the counters of all time are few.
 */
import { wholeMonths, type DateRange } from '@src/reviews';
import { SUMMARY_START, type AppliedRange } from '../domain/applied-range';

export type CountPart =
  | { readonly from: 'archive'; readonly sign: 1 }
  | { readonly from: 'undated'; readonly sign: -1 }
  /** First days of months, `[first, behind)`; dated reviews only. */
  | { readonly from: 'months'; readonly sign: 1 | -1; readonly first: string; readonly behind: string }
  | { readonly from: 'rows'; readonly sign: 1 | -1; readonly range: DateRange };

/** The parts whose sum is the count of the range; none for an empty one. Only the default range can hold the undated. */
export function countPlan(range: AppliedRange, today: string): readonly CountPart[] {
  if (range.from > range.to) return [];
  const coversNearlyAll = range.from <= SUMMARY_START && range.to >= today;
  if (!coversNearlyAll) return datedParts(range, 1);
  return [
    { from: 'archive', sign: 1 },
    ...outside(range).flatMap((part) => datedParts(part, -1)),
    ...(range.undated ? [] : [{ from: 'undated', sign: -1 } as const]),
  ];
}

/** Whole months from their counters, edges by rows. */
export function datedParts(range: DateRange, sign: 1 | -1): readonly CountPart[] {
  const months = wholeMonths(range);
  if (months === null) return [{ from: 'rows', sign, range: { from: range.from, to: range.to } }];
  const { first, behind, edges } = months;
  return [
    { from: 'months', sign, first, behind },
    ...edges.map((edge) => ({ from: 'rows', sign, range: edge }) as const),
  ];
}

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';
const DAY_MS = 86_400_000;

/** The dates before and behind a range. Years have four digits on the wire, so there is nothing beyond them. */
function outside({ from, to }: DateRange): readonly DateRange[] {
  const parts: DateRange[] = [];
  if (from > FIRST_DAY) parts.push({ from: '-infinity', to: shifted(from, -1) });
  if (to < LAST_DAY) parts.push({ from: shifted(to, 1), to: 'infinity' });
  return parts;
}

const shifted = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
