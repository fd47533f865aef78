/**
 * Which attempts are stored with their headers and answers: of each webhook and minute the first ten successes and the first sixty
 * failures. A burst of deliveries then costs no more than a few rows, and a webhook does not use up the budget of another one.
 */
const PER_MINUTE = { success: 10, failure: 60 } as const;
const MINUTE_MS = 60_000;

export class ExchangeBudget {
  private minute = -1;
  private readonly used = new Map<string, number>();

  /** Returns whether an attempt of this webhook is stored, and counts it. `now`: milliseconds of a monotonic clock. */
  take(webhookId: number, isSuccess: boolean, now: number): boolean {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.minute) {
      this.minute = minute;
      this.used.clear();
    }
    const kind = isSuccess ? 'success' : 'failure';
    const key = `${kind} ${webhookId}`;
    const used = this.used.get(key) ?? 0;
    if (used >= PER_MINUTE[kind]) return false;
    this.used.set(key, used + 1);
    return true;
  }
}
