/**
 * When a delivery is retried (contract §6.5): never early, without jitter, each wait counted from the end of the previous attempt. The
 * default is 30 attempts with 29 waits of 12 h 3 m 30 s in total.
 */
export interface RetrySchedule {
  /** Milliseconds after the first failed attempt, the second and so on; the last value repeats. At least one. */
  readonly waitsMs: readonly number[];
  /** The total number of attempts. */
  readonly attempts: number;
}

/** Milliseconds from the end of the `attempt`th failed attempt (from 1) to the next one; null if it was the last. */
export function waitAfter(attempt: number, { waitsMs, attempts }: RetrySchedule): number | null {
  if (attempt >= attempts) return null;
  return waitsMs[Math.min(attempt, waitsMs.length) - 1] ?? null;
}
