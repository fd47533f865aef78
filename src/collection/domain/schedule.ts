/**
 * When a link is collected (contract §10.1): once per period, at a moment of the period that a hash of its id decides, so
 * that load is even and never all at midnight. Multiplying by the golden ratio spreads consecutive ids as far apart as
 * any number of points can be.
 */
const GOLDEN = 0.618_033_988_749_894_9;

/** Frozen links are tried once a week (contract §2.2). */
export const FROZEN_EVERY_MS = 7 * 24 * 3_600_000;

/** The link's next moment after `now`, in milliseconds since the epoch. The same for everyone who asks. */
export function nextSlot(linkId: number, now: number, periodMs: number): number {
  const offset = Math.floor(((linkId * GOLDEN) % 1) * periodMs);
  const passed = Math.floor((now - offset) / periodMs);
  return (passed + 1) * periodMs + offset;
}

/** So long a missed review is looked for out of turn; one that nobody could judge by then waits for the weekly full pass. */
export const PROOF_AWAITED_MS = 3 * 24 * 3_600_000;

/**
 * Whether a pass now could prove what an earlier one noted as missing. A note younger than `confirmAfterMs` cannot be
 * proven yet; half a period of grace, because the pass of the right slot begins now a second sooner, now one later. A link
 * whose deletions were held back waits for a person.
 */
export function awaitsProof(
  link: { readonly missedSince: Date | null; readonly warning: string | null },
  now: Date,
  times: { readonly confirmAfterMs: number; readonly everyMs: number },
): boolean {
  if (link.missedSince === null || link.warning === 'many_reviews_missing') return false;
  const age = now.getTime() - link.missedSince.getTime();
  return age <= PROOF_AWAITED_MS && age >= times.confirmAfterMs - times.everyMs / 2;
}

/**
 * How long after a pass with which the platform's counter disagreed the next full one is due, `disputes` in a row behind
 * it: the very next pass after the first, then two periods, four, …, at most `fullEveryMs`. Most disputes end with the next
 * pass; a counter that is simply wrong must not cost a full pass each period. Half a period of grace, because the pass of
 * the right slot begins now a second sooner, now one later.
 */
export function nextFullAfterMs(disputes: number, everyMs: number, fullEveryMs: number): number {
  if (disputes <= 1) return 0;
  return Math.max(0, Math.min(fullEveryMs, everyMs * 2 ** (disputes - 1)) - everyMs / 2);
}

/**
 * Whether this pass must read the whole list: the first, one at least every `fullEveryMs`, one that is due for another reason
 * (the platform's counter disagreed, or a full pass did not end), one that may prove deletions, and where dates do not order.
 */
export function wantsFullPass(
  link: {
    readonly fullPassAt: Date | null;
    /** When a full pass is due for another reason than its age; null where there is none. */
    readonly fullDueAt: Date | null;
    readonly order: 'newest_first' | 'unordered';
    readonly awaitsProof: boolean;
  },
  now: Date,
  fullEveryMs: number,
): boolean {
  if (link.order === 'unordered' || link.awaitsProof) return true;
  if (link.fullDueAt !== null) return now.getTime() >= link.fullDueAt.getTime();
  return link.fullPassAt === null || now.getTime() - link.fullPassAt.getTime() >= fullEveryMs;
}
