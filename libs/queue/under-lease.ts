/** A lease that is held while work runs. */
export interface HeldJob {
  /** Duration of the lease, from each renewal. */
  readonly leaseMs: number;
  /** Extends the lease; returns false if it is lost. */
  renew(): Promise<boolean>;
  /** How long the work may take, and the reason that its signal is aborted with after that. */
  readonly limitMs: number;
  readonly tooLong: Error;
}

const SHORTEST_RENEWAL_MS = 50;

/**
 * Runs `work` and renews its lease three times per duration. The signal that `work` gets is aborted when the lease is lost, when
 * the limit has passed, and when `stop` is aborted; `work` should end soon after. Resolves and rejects as `work` does.
 *
 * A renewal that fails, as while the database is unavailable, does not abort the work: the token decides at the next write whether
 * the lease is still held.
 */
export async function underLease<T>(
  { leaseMs, renew, limitMs, tooLong }: HeldJob,
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
