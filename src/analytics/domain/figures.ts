/**
 * Figures of a set of reviews (contract §2.8, §4.7), computed from counts by source, period and rating bucket. All inputs are whole
 * numbers, with ratings in hundredths of a star: sums are exact, and an average is rounded once, half up.
 *
 * The buckets are those of contract §6.3: 5 is exactly 5.0, 1 is below 2.0, 0 is unrated. If the filter includes unrated reviews,
 * they count in `reviewCount`, but not in distributions and averages.
 */
import type { CountCell } from '@src/reviews';

/** Counts of the buckets 1 to 5. */
export type Distribution = Readonly<Record<1 | 2 | 3 | 4 | 5, number>>;

export interface Figures {
  readonly reviewCount: number;
  /** 1-5, at most two decimals; null if no review is rated. */
  readonly averageRating: number | null;
  readonly withText: number;
  readonly withImages: number;
  readonly withReply: number;
  /** Reviews of the buckets 1 and 2 without a reply. */
  readonly unansweredNegative: number;
  readonly byRating: Distribution;
  readonly repliesByRating: Distribution;
}

/** Sums the cells. Without cells all counts are 0 and the average is null. */
export function figuresOf(cells: readonly CountCell[]): Figures {
  const byRating = distribution(cells, (cell) => cell.n);
  const repliesByRating = distribution(cells, (cell) => cell.withReply);
  const rated = cells.filter((cell) => cell.bucket !== 0);
  return {
    reviewCount: sum(cells, (cell) => cell.n),
    averageRating: averageRating(
      sum(rated, (cell) => cell.ratingSum),
      sum(rated, (cell) => cell.n),
    ),
    withText: sum(cells, (cell) => cell.withText),
    withImages: sum(cells, (cell) => cell.withImages),
    withReply: sum(cells, (cell) => cell.withReply),
    unansweredNegative: byRating[1] - repliesByRating[1] + byRating[2] - repliesByRating[2],
    byRating,
    repliesByRating,
  };
}

/** The mean of `count` ratings whose hundredths add up to `ratingSum`, rounded half up to two decimals; null for none. */
export function averageRating(ratingSum: number, count: number): number | null {
  if (count === 0) return null;
  const hundredths = Math.floor((2 * ratingSum + count) / (2 * count));
  return hundredths / 100;
}

/** Seconds as hours, rounded half up to one decimal. */
export const hoursOf = (seconds: number): number => Math.round(seconds / 360) / 10;

function sum(cells: readonly CountCell[], part: (cell: CountCell) => number): number {
  return cells.reduce((total, cell) => total + part(cell), 0);
}

function distribution(cells: readonly CountCell[], part: (cell: CountCell) => number): Distribution {
  const counts = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  for (const cell of cells) if (cell.bucket !== 0) counts[cell.bucket] += part(cell);
  return counts;
}
