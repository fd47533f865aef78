import { averageChange } from '../../lib/ratings';
import { analyticsWords } from '../../words/en/analytics';

/** Averages of fewer reviews are not compared. */
export const LEAST_COMPARED = 5;

interface Figures {
  readonly avg_rating: number | null;
  readonly review_count: number;
}

/** The change of an average, or the text that replaces it where one side has too few reviews. */
export function comparison(
  now: Figures,
  before: Figures | null | undefined,
): { readonly value: number | null; readonly nothing: string } {
  const { none, few } = analyticsWords;
  const value = averageChange(now, before);
  if (value === null || !before) return { value: null, nothing: none };
  const isFew = Math.min(now.review_count, before.review_count) < LEAST_COMPARED;
  return isFew ? { value: null, nothing: few } : { value, nothing: none };
}
