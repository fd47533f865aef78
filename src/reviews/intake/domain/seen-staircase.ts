/**
 * Updates `last_seen_at` without writing the rows of reviews. Passes read the newest reviews first, so the reviews that a pass saw are
 * those dated at or after a `floor`. For each link, the passes are stored as a list of steps (floor, seenAt) in which both values
 * ascend. If the row of a review was written after the step, the time in the row applies.
 *
 *   seenAt
 *     │            ┌──── pass 3 (read one page)
 *     │      ┌─────┘     pass 2 (read two pages)
 *     │──────┘           pass 1 (read everything)
 *     └───────────────── review_date
 *
 * Measured: 5 to 7 bytes of write-ahead log per unchanged review of an ordinary link (docs/benchmarks, R14), compared with 1,200-4,400 bytes
 * if each row is written.
 */
export interface Step {
  /** The pass saw every review dated at or after this; `-infinity` includes undated reviews. */
  readonly floor: string;
  readonly seenAt: Date;
}

export const EVERYTHING = '-infinity';
/** Below every date and above `-infinity`: all dated reviews were seen, but not all undated ones. */
export const EVERYTHING_DATED = '0001-01-01T00:00:00';

const MAX_STEPS = 64;

/**
 * The steps after one more pass. The new step replaces all steps whose floor is at or above its floor. If a list is never read to its
 * end, the steps would grow without limit. Beyond 64 steps, the second oldest is therefore merged into the oldest. The last-seen time of
 * its reviews is then one pass too early, and never too late.
 */
export function addStep(steps: readonly Step[], step: Step): readonly Step[] {
  const remaining = [...steps.filter((older) => compareFloors(older.floor, step.floor) < 0), step];
  return remaining.length > MAX_STEPS ? [remaining[0] as Step, ...remaining.slice(2)] : remaining;
}

/** Negative if `a` is below `b`. ISO texts of the same format have the order of their times. */
export function compareFloors(a: string, b: string): number {
  if (a === b) return 0;
  if (a === EVERYTHING) return -1;
  if (b === EVERYTHING) return 1;
  return a < b ? -1 : 1;
}

/**
 * The floor of a pass, computed from the newest review of the link that it did not see: one second above its date (dates are whole
 * seconds), or `EVERYTHING` if it saw all reviews.
 */
export function floorAbove(newestUnseen: { readonly reviewDate: string | null } | null): string {
  if (newestUnseen === null) return EVERYTHING;
  if (newestUnseen.reviewDate === null) return EVERYTHING_DATED;
  const next = new Date(`${newestUnseen.reviewDate}Z`);
  next.setUTCSeconds(next.getUTCSeconds() + 1);
  return next.toISOString().slice(0, 19);
}
