/** When failed deliveries are tried again: the waits in seconds, of which the last repeats, and the number of attempts. */
export interface RetrySchedule {
  readonly retry_waits_s: readonly number[];
  readonly max_attempts: number;
}

/** Seconds from the next attempt of a delivery to its last one; `tries` were made in this series. */
export function secondsToLast(tries: number, { retry_waits_s: waits, max_attempts: most }: RetrySchedule): number {
  let seconds = 0;
  for (let attempt = tries + 1; attempt < most; attempt += 1)
    seconds += waits[Math.min(attempt, waits.length) - 1] ?? 0;
  return seconds;
}
