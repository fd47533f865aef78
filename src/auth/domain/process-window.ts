const SLOT_MS = 1_000;
/** The 60 seconds of the window and the current second, so that no request expires early. */
const SLOTS = 61;

/**
 * Counts the requests with one key that this process admitted during the last 60 to 61 seconds. Times are milliseconds of a
 * monotonic clock.
 */
export class ProcessWindow {
  private readonly counts = new Uint32Array(SLOTS);
  private newest = 0;
  private total = 0;

  add(now: number): void {
    this.expireBefore(now);
    this.counts[this.newest % SLOTS] = (this.counts[this.newest % SLOTS] ?? 0) + 1;
    this.total += 1;
  }

  /** Number of requests in the window. */
  used(now: number): number {
    this.expireBefore(now);
    return this.total;
  }

  /** Milliseconds until the oldest request leaves the window; 0 if the window is empty. */
  freesInMs(now: number): number {
    this.expireBefore(now);
    if (this.total === 0) return 0;
    let oldest = this.newest - SLOTS + 1;
    while ((this.counts[(oldest + SLOTS) % SLOTS] ?? 0) === 0) oldest += 1;
    return (oldest + SLOTS) * SLOT_MS - now;
  }

  private expireBefore(now: number): void {
    const current = Math.floor(now / SLOT_MS);
    if (current - this.newest >= SLOTS) {
      this.counts.fill(0);
      this.total = 0;
      this.newest = current;
    }
    while (this.newest < current) {
      this.newest += 1;
      this.total -= this.counts[this.newest % SLOTS] ?? 0;
      this.counts[this.newest % SLOTS] = 0;
    }
  }
}
