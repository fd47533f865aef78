/** How long the terms of a platform allow its content to be kept; stated by its adapter (`SourceFacts.contentLimit`). */
export interface ContentLimit {
  /** Days that content may be kept as it was received. 0: not at all. */
  readonly days: number;
  /** What the terms say, as a sentence. */
  readonly reason: string;
  /** Address of the terms. */
  readonly terms: string;
}

/** Content is removed this long before its limit: rounds of removal are minutes apart, and a round takes time. */
const AHEAD_HOURS = 2;
const DAY_HOURS = 24;

/** Content that cannot be removed at once, such as a delivery that waits for its attempts, is kept for a day at most. */
const LEAST_DAYS_IN_USE = 1;

/** The age in hours at which content with a limit of so many days is removed. */
export function removalAge(days: number): number {
  return Math.max(0, days * DAY_HOURS - AHEAD_HOURS);
}

/** The age in hours at which content with these limits is removed that is in use until then; null without a limit. */
export function removalAgeInUse(days: readonly (number | null)[]): number | null {
  const limits = days.flatMap((limit) => (limit === null ? [] : [Math.max(LEAST_DAYS_IN_USE, limit)]));
  return limits.length === 0 ? null : removalAge(Math.min(...limits));
}
