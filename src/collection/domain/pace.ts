/**
 * One account's share of a source's daily requests, and how long a `Retry-After` for one account's page delays all accounts
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

/** The longest delay of all accounts by a page of one account. */
export const HELD_FOR_ONE_ACCOUNT_MS = 30_000;
/** The shortest time between two such delays. */
export const HELD_FOR_ONE_ACCOUNT_EVERY_MS = 10 * 60_000;
/** A `Retry-After` to links of this many accounts counts for all accounts. */
const ACCOUNTS_THAT_HOLD = 2;

/** What is known of `Retry-After` responses since the source last answered a visit. */
export interface RetryAfterState {
  /** Number of accounts that received one. */
  readonly accounts: number;
  /** More than one account has links there. */
  readonly isShared: boolean;
  /** One account's page delayed the source in the last ten minutes. */
  readonly heldLately: boolean;
}

/**
 * How long all accounts wait after a `Retry-After` of `askedMs`. The account of the visit always waits for all of it. Where only this
 * account received one and others have links there, the others wait for a short time only.
 */
export function heldForAllMs(askedMs: number, state: RetryAfterState): number {
  if (state.accounts >= ACCOUNTS_THAT_HOLD || !state.isShared) return askedMs;
  return state.heldLately ? 0 : Math.min(askedMs, HELD_FOR_ONE_ACCOUNT_MS);
}
