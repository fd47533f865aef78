/**
 * One account's share of a source's daily requests, and how long a `Retry-After` to one account delays all accounts
 * (contract §10.5, §10.7).
 */

/** The share of the daily ceiling that is reserved for first collections. */
const RESERVED_FOR_FIRST = 0.1;
/** The share of the daily ceiling that one account may use while other accounts wait. */
const MAX_ACCOUNT_SHARE = 0.5;

/** Limits of requests per day for a visit. */
export interface DayShare {
  /** Limit of the requests of all accounts. */
  readonly ceiling: number;
  /** Limit of the requests of one account while other accounts wait. */
  readonly accountLimit: number;
}

/** The share of a source's daily ceiling that a visit may use. */
export function dayShare(dailyRequests: number, isFirst: boolean): DayShare {
  const reserved = isFirst ? 0 : Math.floor(dailyRequests * RESERVED_FOR_FIRST);
  return {
    ceiling: dailyRequests - reserved,
    accountLimit: Math.max(1, Math.floor(dailyRequests * MAX_ACCOUNT_SHARE)),
  };
}

/** Limits of a source for all workers together. */
export interface SourceLimit {
  readonly sourceId: number;
  /** How many links of the source may be collected concurrently. */
  readonly concurrency: number;
  /** Requests per day that one account may make while other accounts wait. */
  readonly accountLimit: number;
}

/** How long a `Retry-After` to one account delays the other accounts at most. */
export const DELAY_FOR_ONE_ACCOUNT_MS = 30_000;
/** The shortest time between two such delays. */
export const DELAY_FOR_ONE_ACCOUNT_EVERY_MS = 10 * 60_000;
/** If this many accounts received a `Retry-After`, it delays all accounts for its full duration. */
const ACCOUNTS_TO_DELAY_ALL = 2;

/** The `Retry-After` responses of a source since the last successful visit. */
export interface RetryAfterState {
  /** The number of accounts that received a `Retry-After`. */
  readonly accounts: number;
  /** Whether more than one account has links at the source. */
  readonly isShared: boolean;
  /** Whether a `Retry-After` to one account delayed all accounts in the last ten minutes. */
  readonly wasDelayedRecently: boolean;
}

/**
 * How long all accounts wait after a `Retry-After` of `retryAfterMs`. The account of the visit always waits for the full duration.
 * If only this account received one and other accounts have links at the source, those wait for a short time only.
 */
export function delayForAllMs(retryAfterMs: number, state: RetryAfterState): number {
  if (state.accounts >= ACCOUNTS_TO_DELAY_ALL || !state.isShared) return retryAfterMs;
  return state.wasDelayedRecently ? 0 : Math.min(retryAfterMs, DELAY_FOR_ONE_ACCOUNT_MS);
}
