/**
 * Plans a count: which all-time and monthly counters are added or subtracted, and which edges shorter than a month are counted from
 * rows. The cost does not depend on the number of reviews.
 *
 * A range that contains the usual dates is counted as all reviews minus those outside the range: there are few all-time counters, and
 * few reviews outside (dates before 2000, and platforms whose clocks are ahead of UTC).
 */
import { wholeMonths, type DateRange } from '../../domain/whole-months';
import type { CountedRange } from './counted';

export type CountPart =
  | { readonly from: 'archive'; readonly sign: 1 }
  | { readonly from: 'undated'; readonly sign: -1 }
  /** Dated reviews of the months `[first, end)`. Both are first days of months. */
  | { readonly from: 'months'; readonly sign: 1 | -1; readonly first: string; readonly end: string }
  | { readonly from: 'rows'; readonly sign: 1 | -1; readonly range: DateRange };

/** The parts whose sum is the count; none for an empty range. Undated reviews are counted only in a range that contains `usual`. */
export function countPlan(range: CountedRange, usual: DateRange): readonly CountPart[] {
  if (range.from > range.to) return [];
  const coversNearlyAll = range.from <= usual.from && range.to >= usual.to;
  if (!coversNearlyAll) return datedParts(range, 1);
  return [
    { from: 'archive', sign: 1 },
    ...outside(range).flatMap((part) => datedParts(part, -1)),
    ...(range.undated ? [] : [{ from: 'undated', sign: -1 } as const]),
  ];
}

/** Returns the parts of a range: whole months from their counters, the edges from rows. */
export function datedParts(range: DateRange, sign: 1 | -1): readonly CountPart[] {
  const months = wholeMonths(range);
  if (months === null) return [{ from: 'rows', sign, range: { from: range.from, to: range.to } }];
  const { first, end, edges } = months;
  return [{ from: 'months', sign, first, end }, ...edges.map((edge) => ({ from: 'rows', sign, range: edge }) as const)];
}

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';
const DAY_MS = 86_400_000;

/** The dates before and after a range. Years have four digits on the wire. */
function outside({ from, to }: DateRange): readonly DateRange[] {
  const parts: DateRange[] = [];
  if (from > FIRST_DAY) parts.push({ from: '-infinity', to: dayFrom(from, -1) });
  if (to < LAST_DAY) parts.push({ from: dayFrom(to, 1), to: 'infinity' });
  return parts;
}

const dayFrom = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
