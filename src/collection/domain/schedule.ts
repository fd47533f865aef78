/**
 * When a link is collected (decisions §5): once per period, at a moment of the period that a hash of its id decides, so
 * that load is even and never all at midnight. Multiplying by the golden ratio spreads consecutive ids as far apart as
 * any number of points can be.
 */
const GOLDEN = 0.618_033_988_749_894_9;

/** Frozen links are tried once a week (decisions §4). */
export const FROZEN_EVERY_MS = 7 * 24 * 3_600_000;

/** The link's next moment after `now`, in milliseconds since the epoch. The same for everyone who asks. */
export function nextSlot(linkId: number, now: number, periodMs: number): number {
  const offset = Math.floor(((linkId * GOLDEN) % 1) * periodMs);
  const passed = Math.floor((now - offset) / periodMs);
  return (passed + 1) * periodMs + offset;
}

/** Whether this pass must read the whole list: the first, one at least every `fullEveryMs`, and where dates do not order. */
export function wantsFullPass(
  link: { readonly fullPassAt: Date | null; readonly order: 'newest_first' | 'unordered' },
  now: Date,
  fullEveryMs: number,
): boolean {
  if (link.fullPassAt === null || link.order === 'unordered') return true;
  return now.getTime() - link.fullPassAt.getTime() >= fullEveryMs;
}
