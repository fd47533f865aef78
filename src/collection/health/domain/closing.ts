/**
 * Decides when refusals close a source (contract §10.6): one account's links never close a source for other accounts.
 *
 *   the refused pages belong to
 *   two accounts                                     the source is closed
 *   the only account with links at the source        the source is closed
 *   one account, and others have links at it         the result of a probe decides: a working link of another account is visited at once
 *
 * Five distinct pages must be refused. After a closure, one refused page is enough, until a visit succeeds.
 */

/** The number of distinct pages that must be refused before a source is closed for the first time. */
export const REFUSED_PAGES_TO_CLOSE = 5;
/** A source that refused links of this many accounts is closed without a probe. */
export const REFUSED_ACCOUNTS_TO_CLOSE = 2;
/** The shortest time between two probes. */
export const PROBE_EVERY_MS = 10 * 60_000;

const FIRST_CLOSURE_MS = 10 * 60_000;
const MAX_CLOSURE_MS = 6 * 3_600_000;

/** Refusals of a source since the last successful visit. */
export interface Refusals {
  /** The number of distinct pages that were refused since then, or since the last closure if that is later. */
  readonly pages: number;
  /** The number of accounts that these pages belong to. */
  readonly accounts: number;
  /** How many times the source was closed since then. */
  readonly closures: number;
  /** Whether more than one account has links at the source. */
  readonly isShared: boolean;
}

/** `none`: the source stays open. `probe`: the visit of a link of another account decides. */
export type ClosureDecision = 'none' | 'probe' | { readonly closedForMs: number };

/** Decides whether refusals close the source. */
export function closureFor(refusals: Refusals): ClosureDecision {
  if (!hasEnoughPages(refusals)) return 'none';
  if (refusals.accounts >= REFUSED_ACCOUNTS_TO_CLOSE || !refusals.isShared)
    return { closedForMs: closureMs(refusals.closures) };
  return 'probe';
}

function hasEnoughPages({ pages, closures }: Refusals): boolean {
  return pages >= (closures === 0 ? REFUSED_PAGES_TO_CLOSE : 1);
}

/** How long the source is closed after `closures` closures in a row. Doubles up to six hours. */
export function closureMs(closures: number): number {
  return Math.min(MAX_CLOSURE_MS, FIRST_CLOSURE_MS * 2 ** Math.min(20, closures));
}
