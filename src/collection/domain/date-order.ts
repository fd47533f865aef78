/** Tolerance for changes of the clock and for platforms that mix time zones. */
const SLACK_MS = 24 * 3_600_000;

/**
 * Checks that the dates of a list descend over all pages. An incremental pass stops at a quiet page because all later reviews are
 * older; that is wrong where a platform ignores the requested order. Skips reviews without a date.
 */
export class FallingDates {
  private lowest = Infinity;
  private areFalling = true;

  /** The next dates of the list, `YYYY-MM-DDTHH:MM:SS`. */
  take(dates: Iterable<string | null>): void {
    for (const date of dates) {
      const time = date === null ? NaN : Date.parse(`${date}Z`);
      if (Number.isNaN(time)) continue;
      if (time > this.lowest + SLACK_MS) this.areFalling = false;
      this.lowest = Math.min(this.lowest, time);
    }
  }

  get fall(): boolean {
    return this.areFalling;
  }
}
