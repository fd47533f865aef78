/** Which reviews are near enough to now that the times of all their replies can be read (contract §4.7). */
import type { DateRange } from '../../domain/whole-months';

export interface AnsweredMonth {
  /** Its first day. */
  readonly month: string;
  readonly answered: number;
}

/**
 * The first day of the newest months of the range that have together at most `most` answered reviews, and of the newest one alone if it has
 * more; null if that is the whole range. `months` are those with answered reviews that the range touches, newest first.
 */
export function readableMonths(months: readonly AnsweredMonth[], range: DateRange, most: number): string | null {
  let answered = 0;
  const beyond = months.findIndex((month) => (answered += month.answered) > most);
  const first = beyond === -1 ? undefined : months[Math.max(beyond - 1, 0)]?.month;
  return first !== undefined && first > range.from ? first : null;
}
