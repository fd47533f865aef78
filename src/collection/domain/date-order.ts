/** Tolerance for changes of the clock and for platforms that mix time zones. */
const SLACK_MS = 24 * 3_600_000;

/**
 * Checks whether the dates of a list descend over all pages. An incremental pass stops at a quiet page because the reviews after it
 * are older. If a platform ignores the requested order, they may be newer. Skips reviews without a date.
 */
export class DateOrder {
  private lowest = Infinity;
  private hasDescended = true;

  /** Adds the next dates of the list, `YYYY-MM-DDTHH:MM:SS`. */
  add(dates: Iterable<string | null>): void {
    for (const date of dates) {
      const time = date === null ? NaN : Date.parse(`${date}Z`);
      if (Number.isNaN(time)) continue;
      if (time > this.lowest + SLACK_MS) this.hasDescended = false;
      this.lowest = Math.min(this.lowest, time);
    }
  }

  get isDescending(): boolean {
    return this.hasDescended;
  }
}
