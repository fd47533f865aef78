/** The values of an axis at which lines are drawn, ascending. The first and the last bound the axis. */
export type Ticks = readonly number[];

const RATING_STEPS = [0.1, 0.25, 0.5, 1];
const MOST_RATING_LINES = 4;
const COUNT_LINES = 2;

/** Lines for ratings: as close to the values as a round step allows, between 1 and 5. */
export function ratingTicks(ratings: readonly (number | null)[]): Ticks {
  const known = ratings.filter((rating) => rating !== null);
  if (known.length === 0) return [1, 3, 5];
  const least = Math.min(...known);
  const most = Math.max(...known);
  for (const step of RATING_STEPS) {
    const from = Math.max(1, Math.floor(least / step - 1e-9) * step);
    const to = Math.min(5, Math.ceil(most / step + 1e-9) * step);
    const lines = Math.round((to - from) / step);
    if (lines >= 1 && lines <= MOST_RATING_LINES)
      return Array.from({ length: lines + 1 }, (_, n) => round(from + n * step));
  }
  return [1, 2, 3, 4, 5];
}

/** Lines for counts: from zero, in round steps. */
export function countTicks(counts: readonly number[]): Ticks {
  const most = counts.reduce((highest, count) => Math.max(highest, count), 0);
  const step = roundUp(Math.max(1, most / COUNT_LINES));
  return Array.from({ length: COUNT_LINES + 1 }, (_, n) => n * step);
}

/** The indexes of rows that have a label below the chart, evenly spaced, at most `most`. */
export function labelIndexes(rows: number, most: number): readonly number[] {
  if (rows === 0 || most < 1) return [];
  const step = Math.ceil(rows / most);
  return Array.from({ length: Math.ceil(rows / step) }, (_, n) => n * step);
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** 1, 2, 5, 10, 20, 50, … */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= value - 1e-9) ?? 10;
  return factor * power;
}
