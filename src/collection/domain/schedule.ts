/**
 * When a link is collected (contract §10.1): once per period, at an offset that a hash of its page determines. Load is even, and the links
 * of all accounts to one page are due at the same time, so that one visit serves them.
 */
const GOLDEN = 0.618_033_988_749_894_9;

/** The period of frozen links (contract §2.2). */
export const FROZEN_EVERY_MS = 7 * 24 * 3_600_000;

/** The next due time of a link after `now`, in milliseconds since the epoch. */
export function nextSlot(pageKey: number, now: number, periodMs: number): number {
  const offset = Math.floor(((pageKey * GOLDEN) % 1) * periodMs);
  const passed = Math.floor((now - offset) / periodMs);
  return (passed + 1) * periodMs + offset;
}

/** How long a missing review causes extra full passes. Later, only the weekly full pass can confirm its deletion. */
export const PROOF_AWAITED_MS = 3 * 24 * 3_600_000;

/**
 * Whether a full pass that starts now could confirm that missing reviews were deleted. True from `confirmAfterMs` minus half a
 * period until `PROOF_AWAITED_MS` after they were first missed; half a period earlier, because the start of a scheduled pass varies
 * by seconds. False for a link with the warning `many_reviews_missing`, which an operator must check.
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
 * How long after a full pass the next one is due, if the platform's counter disagreed with `disputes` full passes in a row: at once
 * after one, then after two periods, four, …, at most `fullEveryMs`. A counter that is always wrong must not cause a full pass each
 * period. The result is reduced by half a period, because the start of a scheduled pass varies by seconds.
 */
export function nextFullAfterMs(disputes: number, everyMs: number, fullEveryMs: number): number {
  if (disputes <= 1) return 0;
  return Math.max(0, Math.min(fullEveryMs, everyMs * 2 ** (disputes - 1)) - everyMs / 2);
}

/**
 * Whether this pass must read the whole list: it is the first, or the last full one is older than `fullEveryMs`, or one is due for
 * another reason (the platform's counter disagreed, or a full pass did not end), or it could confirm deletions, or the list is
 * unordered.
 */
export function wantsFullPass(
  link: {
    readonly fullPassAt: Date | null;
    /** When a full pass is due for another reason than the age of the last one; null if there is none. */
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

/** How long after its due time a link may be read and still count as read on time: a tenth of the period, and at least a minute. */
export function onTimeMs(everyMs: number): number {
  return Math.max(60_000, everyMs / 10);
}
