/** The lease and the time limit of a job. */
export interface LeasedJob {
  /** Duration of the lease from each renewal. */
  readonly leaseMs: number;
  /** Extends the lease; returns false if it is lost. */
  renew(): Promise<boolean>;
  /** How long the work may take. */
  readonly limitMs: number;
  /** The abort reason if the work takes longer. */
  readonly tooLong: Error;
}

const SHORTEST_RENEWAL_MS = 50;

/**
 * Runs `work` and renews its lease three times per duration. The signal of `work` is aborted when the lease is lost, when the
 * limit has passed, and when `stop` is aborted. `work` should end soon after that. Resolves and rejects as `work` does.
 *
 * A renewal that fails, for example because the database is unavailable, does not abort the work: the next write
 * compares the lease's token and fails if the lease is no longer valid.
 */
export async function underLease<T>(
  { leaseMs, renew, limitMs, tooLong }: LeasedJob,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const onStop = (): void => abort.abort(stop.reason);
  if (stop.aborted) onStop();
  else stop.addEventListener('abort', onStop, { once: true });
  const renewing = setInterval(
    () =>
      void renew().then(
        (isHeld) => isHeld || abort.abort(new Error('the lease is lost')),
        () => undefined,
      ),
    Math.max(SHORTEST_RENEWAL_MS, leaseMs / 3),
  );
  const limit = setTimeout(() => abort.abort(tooLong), limitMs);
  try {
    return await work(abort.signal);
  } finally {
    clearInterval(renewing);
    clearTimeout(limit);
    stop.removeEventListener('abort', onStop);
  }
}
