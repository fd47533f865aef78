/** Local times move by an hour when clocks change, and by hours where a platform mixes zones; another order moves them by months. */
const SLACK_MS = 24 * 3_600_000;

/**
 * Whether the dates of a list fall, page after page. An incremental pass stops at a quiet page because everything behind
 * it is older; where a platform ignores the order that it was asked for, that is not so. Reviews without a date are passed
 * over.
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
