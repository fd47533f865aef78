/**
 * How `last_seen_at` moves without writing a review's row. Passes read newest first, so what a pass found unchanged is
 * "everything dated from `floor` on". Per link the newest sightings are kept as a staircase of (floor, seenAt), both
 * ascending; the row of a review has a later sighting where it was written later.
 *
 *   seenAt
 *     │            ┌──── pass 3 (read one page)
 *     │      ┌─────┘     pass 2 (read two pages)
 *     │──────┘           pass 1 (read everything)
 *     └───────────────── review_date
 *
 * Measured: 9 bytes of log for each review and run this way, 1,200-4,400 when each row is touched.
 */
export interface Step {
  /** Every review dated at or after this was seen; `-infinity` covers undated ones as well. */
  readonly floor: string;
  readonly seenAt: Date;
}

export const EVERYTHING = '-infinity';
/** Below every date and above `-infinity`: all dated reviews were seen, some undated one was not. */
export const EVERYTHING_DATED = '0001-01-01T00:00:00';

const MAX_STEPS = 64;

/**
 * The staircase after one more pass: the new step covers all steps that begin at or above its floor. A source that is
 * never read to its end would let it grow without limit, so beyond 64 steps the two oldest become one, which understates the
 * last sighting of the very oldest reviews by one pass and never overstates it.
 */
export function addStep(steps: readonly Step[], step: Step): readonly Step[] {
  const kept = [...steps.filter((older) => compareFloors(older.floor, step.floor) < 0), step];
  return kept.length > MAX_STEPS ? [kept[0] as Step, ...kept.slice(2)] : kept;
}

/** Negative if `a` is below `b`. ISO texts of one format sort like their times. */
export function compareFloors(a: string, b: string): number {
  if (a === b) return 0;
  if (a === EVERYTHING) return -1;
  if (b === EVERYTHING) return 1;
  return a < b ? -1 : 1;
}

/**
 * The floor of a pass, from the newest review of the link that it did not see: one second above it (dates are whole
 * seconds), or everything where it saw all.
 */
export function floorAbove(newestUnseen: { readonly reviewDate: string | null } | null): string {
  if (newestUnseen === null) return EVERYTHING;
  if (newestUnseen.reviewDate === null) return EVERYTHING_DATED;
  const next = new Date(`${newestUnseen.reviewDate}Z`);
  next.setUTCSeconds(next.getUTCSeconds() + 1);
  return next.toISOString().slice(0, 19);
}
