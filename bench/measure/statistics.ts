/** Medians and their confidence intervals. */
import { mulberry32 } from '../gen/random';

export interface Interval {
  readonly value: number;
  readonly lo: number;
  readonly hi: number;
  readonly min: number;
  readonly max: number;
}

const RESAMPLES = 2_000;
const TAIL = 0.05;

/** NaN for an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Interpolates linearly between neighbors, as spreadsheets do. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] as number;
  const high = sorted[Math.ceil(place)] as number;
  return low + (high - low) * (place - Math.floor(place));
}

/** The median with its bootstrap 90 % interval; the same values always give the same interval. */
export function medianInterval(values: readonly number[]): Interval {
  const random = mulberry32(values.length);
  const medians = Array.from({ length: RESAMPLES }, () =>
    median(values.map(() => values[Math.floor(random() * values.length)] as number)),
  );
  return {
    value: median(values),
    lo: quantile(medians, TAIL),
    hi: quantile(medians, 1 - TAIL),
    min: Math.min(...values),
    max: Math.max(...values),
  };
}
