/**
 * One account's share of a source's daily requests, and how long a `Retry-After` to one account delays all accounts
 * (contract §10.5, §10.7).
 */

/** The share of the ceiling that is reserved for first collections. */
const KEPT_FOR_FIRST = 0.1;
/** The share that one account may use while others wait. */
const OF_ONE_ACCOUNT = 0.5;

/** Limits of requests per day for a visit. */
export interface DayShare {
  /** Limit for all requests of the day, of all accounts. */
  readonly ceiling: number;
  /** Limit for the account's requests, while others wait. */
  readonly ofAccount: number;
}

/** The share of a source's daily ceiling that a visit may use. */
export function dayShare(dailyRequests: number, isFirst: boolean): DayShare {
  const kept = isFirst ? 0 : Math.floor(dailyRequests * KEPT_FOR_FIRST);
  return { ceiling: dailyRequests - kept, ofAccount: Math.max(1, Math.floor(dailyRequests * OF_ONE_ACCOUNT)) };
}

/** The longest delay of all accounts by a `Retry-After` to one account. */
export const HELD_FOR_ONE_ACCOUNT_MS = 30_000;
/** The shortest time between two such delays. */
export const HELD_FOR_ONE_ACCOUNT_EVERY_MS = 10 * 60_000;
/** A `Retry-After` that this many accounts received delays all accounts for all of it. */
const ACCOUNTS_TO_DELAY_ALL = 2;

/** The `Retry-After` responses of a source since it last answered a visit. */
export interface RetryAfterState {
  /** Number of accounts that received one. */
  readonly accounts: number;
  /** Whether more than one account has links at the source. */
  readonly isShared: boolean;
  /** Whether a `Retry-After` to one account delayed all accounts in the last ten minutes. */
  readonly wasDelayedRecently: boolean;
}

/**
 * How long all accounts wait after a `Retry-After` of `retryAfterMs`. The account of the visit always waits for all of it. Where only this
 * account received one and others have links at the source, the others wait for a short time only.
 */
export function delayForAllMs(retryAfterMs: number, state: RetryAfterState): number {
  if (state.accounts >= ACCOUNTS_TO_DELAY_ALL || !state.isShared) return retryAfterMs;
  return state.wasDelayedRecently ? 0 : Math.min(retryAfterMs, HELD_FOR_ONE_ACCOUNT_MS);
}
