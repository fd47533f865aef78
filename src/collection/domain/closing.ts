/**
 * When refusals close a source (contract §10.6): one account's links never decide about a platform for others.
 *
 *   refused pages of two accounts          the source is closed
 *   of one account, the only one there     the source is closed
 *   of one account, others have links      a good link of another account is visited at once and decides
 *
 * It takes five different pages; after a closure one is enough, because the source was found closed and has not answered since.
 */

/** Different pages that must be refused before a source is closed for the first time. */
export const PAGES_THAT_CLOSE = 5;
/** Refusals seen through this many accounts are the platform's answer to everybody. */
export const ACCOUNTS_THAT_CLOSE = 2;
/** A link of another account that is due within this time may be visited at once. */
export const ASKED_AHEAD_MS = 3_600_000;
/** No other link is asked within this time of the last one. */
export const ASKED_EVERY_MS = 10 * 60_000;

const FIRST_CLOSURE_MS = 10 * 60_000;
const LONGEST_CLOSURE_MS = 6 * 3_600_000;

/** What is known of a source since it last answered a visit. */
export interface Refusals {
  /** Different pages that it refused since then, or since it was last closed. */
  readonly pages: number;
  /** Accounts whose links those pages are. */
  readonly accounts: number;
  /** How often it was closed since then. */
  readonly closures: number;
  /** More than one account has links there. */
  readonly isShared: boolean;
}

/** `none`: only the link rests. `ask`: a link of another account decides. */
export type Closing = 'none' | 'ask' | { readonly closedForMs: number };

/** What the refusals say of the source. */
export function judgeRefusals(refusals: Refusals): Closing {
  if (!areEnoughPages(refusals)) return 'none';
  if (refusals.accounts >= ACCOUNTS_THAT_CLOSE || !refusals.isShared)
    return { closedForMs: closureMs(refusals.closures) };
  return 'ask';
}

/** Whether the refused pages are enough to decide, whosever they are. */
function areEnoughPages({ pages, closures }: Refusals): boolean {
  return pages >= (closures === 0 ? PAGES_THAT_CLOSE : 1);
}

/** How long a source rests that was closed `closures` times in a row before. Doubles up to six hours. */
export function closureMs(closures: number): number {
  return Math.min(LONGEST_CLOSURE_MS, FIRST_CLOSURE_MS * 2 ** Math.min(20, closures));
}
