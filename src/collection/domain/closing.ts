/**
 * When refusals close a source (contract §10.6): one account's links never close a source for other accounts.
 *
 *   refused pages of two accounts          the source is closed
 *   of one account, the only one there     the source is closed
 *   of one account, others have links      a working link of another account is visited at once (a probe) and decides
 *
 * It takes five different pages; after a closure one is enough until the source answers a visit.
 */

/** Different pages that must be refused before a source is closed for the first time. */
export const PAGES_THAT_CLOSE = 5;
/** Refusals of links of this many accounts count for all accounts. */
export const ACCOUNTS_THAT_CLOSE = 2;
/** A link that is due within this time may be used as a probe. */
export const PROBE_AHEAD_MS = 3_600_000;
/** The shortest time between two probes. */
export const PROBE_EVERY_MS = 10 * 60_000;

const FIRST_CLOSURE_MS = 10 * 60_000;
const LONGEST_CLOSURE_MS = 6 * 3_600_000;

/** Refusals of a source since it last answered a visit. */
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

/** `none`: the source stays open. `probe`: a link of another account decides. */
export type Closing = 'none' | 'probe' | { readonly closedForMs: number };

/** Decides whether refusals close the source. */
export function judgeRefusals(refusals: Refusals): Closing {
  if (!areEnoughPages(refusals)) return 'none';
  if (refusals.accounts >= ACCOUNTS_THAT_CLOSE || !refusals.isShared)
    return { closedForMs: closureMs(refusals.closures) };
  return 'probe';
}

/** Whether enough pages were refused, of any account. */
function areEnoughPages({ pages, closures }: Refusals): boolean {
  return pages >= (closures === 0 ? PAGES_THAT_CLOSE : 1);
}

/** How long the source is closed after `closures` closures in a row. Doubles up to six hours. */
export function closureMs(closures: number): number {
  return Math.min(LONGEST_CLOSURE_MS, FIRST_CLOSURE_MS * 2 ** Math.min(20, closures));
}
