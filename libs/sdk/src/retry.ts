import { HrevConnectionError, HrevError } from './errors';

/** When a failed attempt is repeated. */
export interface RetryPolicy {
  readonly maxRetries: number;
  /** The longest `Retry-After` that is waited for, in milliseconds. */
  readonly maxRetryAfterMs: number;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
const RETRIED_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Milliseconds until the next attempt, or null if there is none. `Retry-After` is a lower bound. Without it the waits double from
 * half a second to 8 seconds. `random` (0 to 1) spreads the attempts of several clients: over the second half of a wait, and over a
 * tenth after a `Retry-After`.
 *
 * @param attempt Number of attempts before this one, from 0.
 */
export function waitBeforeRetry(error: unknown, attempt: number, policy: RetryPolicy, random: number): number | null {
  if (attempt >= policy.maxRetries || !isTemporary(error)) return null;
  const retryAfter = error instanceof HrevError ? error.retryAfter : null;
  if (retryAfter === null)
    return Math.round(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random / 2));
  const waitMs = retryAfter * 1_000;
  return waitMs > policy.maxRetryAfterMs ? null : Math.round(waitMs * (1 + random / 10));
}

/** Whether the same request may succeed later. A request whose first attempt still runs is `idempotency_in_progress`. */
function isTemporary(error: unknown): boolean {
  if (error instanceof HrevConnectionError) return true;
  if (!(error instanceof HrevError)) return false;
  return RETRIED_STATUSES.has(error.status) || error.code === 'idempotency_in_progress';
}
