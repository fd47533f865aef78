/** The lease and the time limit of a job. */
export interface LeasedJob {
  /** Duration of the lease from each renewal. */
  readonly leaseMs: number;
  /** Extends the lease; returns false if it is lost. */
  renew(): Promise<boolean>;
  /** How long the work may take, and the abort reason if it takes longer. Without it, the work has a limit of its own. */
  readonly limit?: { readonly ms: number; readonly reason: Error };
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
  { leaseMs, renew, limit }: LeasedJob,
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
  const timer = limit && setTimeout(() => abort.abort(limit.reason), limit.ms);
  try {
    return await work(abort.signal);
  } finally {
    clearInterval(renewing);
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}
