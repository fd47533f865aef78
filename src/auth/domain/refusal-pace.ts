/** Refusals of a caller in a minute that are answered at once: a client that obeys `Retry-After` receives a few. */
const AT_ONCE = 60;
/** Each further refusal within a minute is answered this much later than the one before it, up to the limit. */
const STEP_MS = 2;
export const LONGEST_DELAY_MS = 2_000;
/** Callers that are counted in a minute; further ones are answered at once. */
const MAX_CALLERS = 10_000;
const MINUTE_MS = 60_000;

/**
 * When a refusal is answered. A caller that continues to send in spite of its refusals is answered ever later, by what it was refused within
 * about a minute. Times are milliseconds of a monotonic clock.
 */
export class RefusalPace {
  private minute = -1;
  private current = new Map<string, number>();
  private before = new Map<string, number>();

  /** Counts a refusal. Returns by how many milliseconds its answer is delayed. */
  delayMs(caller: string, now: number): number {
    this.moveTo(Math.floor(now / MINUTE_MS));
    const earlier = this.current.get(caller);
    if (earlier === undefined && this.current.size >= MAX_CALLERS) return 0;
    const count = (earlier ?? 0) + 1;
    this.current.set(caller, count);
    // A minute starts with the part of the minute before it that is less than a minute ago.
    const shareBefore = 1 - (now % MINUTE_MS) / MINUTE_MS;
    const refused = count + Math.floor((this.before.get(caller) ?? 0) * shareBefore);
    return Math.min(LONGEST_DELAY_MS, STEP_MS * Math.max(0, refused - AT_ONCE));
  }

  private moveTo(minute: number): void {
    if (minute === this.minute) return;
    this.before = minute === this.minute + 1 ? this.current : new Map();
    this.current = new Map();
    this.minute = minute;
  }
}
