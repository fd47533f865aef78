/**
 * What of a source's day one account may have, and how long one account's page may keep the source waiting (contract §10.5,
 * §10.7).
 */

/** A tenth of the ceiling is kept for first collections. */
const KEPT_FOR_FIRST = 0.1;
/** One account takes at most half of it while others wait. */
const OF_ONE_ACCOUNT = 0.5;

/** Requests of a day that a visit may count on. */
export interface DayShare {
  /** All that are made on the day, whosever they are, up to which the visit may make another. */
  readonly ceiling: number;
  /** The account's own, up to which it may make another while others wait. */
  readonly ofAccount: number;
}

/** The share of a source's daily ceiling that a visit may use. */
export function dayShare(dailyRequests: number, isFirst: boolean): DayShare {
  const kept = isFirst ? 0 : Math.floor(dailyRequests * KEPT_FOR_FIRST);
  return { ceiling: dailyRequests - kept, ofAccount: Math.max(1, Math.floor(dailyRequests * OF_ONE_ACCOUNT)) };
}

/** As long a page of one account holds up all others, however much patience its platform asks for. */
export const HELD_FOR_ONE_ACCOUNT_MS = 30_000;
/** … and no more often than this. */
export const HELD_FOR_ONE_ACCOUNT_EVERY_MS = 10 * 60_000;
/** Seen through links of this many accounts, the platform asks everybody for patience. */
const ACCOUNTS_THAT_HOLD = 2;

/** Who has been asked for patience since the source last answered a visit. */
export interface Patience {
  /** Accounts whose links were. */
  readonly accounts: number;
  /** More than one account has links there. */
  readonly isShared: boolean;
  /** One account's page held the source up in the last ten minutes. */
  readonly heldLately: boolean;
}

/**
 * How long the whole source waits after the platform asked a visit for `askedMs` of patience. The account of the visit waits for
 * all of it in any case. Where it alone was asked, and others have links there, the others wait for a moment and find out for
 * themselves.
 */
export function heldForAllMs(askedMs: number, patience: Patience): number {
  if (patience.accounts >= ACCOUNTS_THAT_HOLD || !patience.isShared) return askedMs;
  return patience.heldLately ? 0 : Math.min(askedMs, HELD_FOR_ONE_ACCOUNT_MS);
}
