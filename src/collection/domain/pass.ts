/**
 * One reading of a link's reviews (decisions §5). A pass is either full or incremental, ends for one reason, and is
 * complete only if the end of the list was proven and the count agrees: only complete passes may lead to deletions.
 */

/** Why a pass ended; clients see it as `stop_reason`. Failures end with their `scrape_error` code instead. */
export type StopReason = 'complete' | 'window_limit' | 'known_reached' | 'count_mismatch';

/** Largest disagreement between what was read and the platform's own counter that still counts as the same (D32). */
const COUNT_TOLERANCE = 0.02;

export interface PageSummary {
  readonly inserted: number;
  readonly changed: number;
  readonly newestDate: string | null;
}

/**
 * Whether an incremental pass may stop behind this page: the whole page brought nothing new or changed, and is no newer
 * than what the last full pass had seen. An undated page proves nothing.
 */
export function reachedKnownGround(page: PageSummary, fullPassNewest: string | null): boolean {
  if (page.inserted > 0 || page.changed > 0) return false;
  return page.newestDate !== null && fullPassNewest !== null && page.newestDate <= fullPassNewest;
}

/** How a pass that was read to the adapter's own end turned out. A platform without a counter has only its end to prove. */
export function judgeEnd(
  end: { readonly coverage: 'all' | 'window' },
  read: number,
  platformCount: number | null,
): StopReason {
  if (end.coverage === 'window') return 'window_limit';
  if (platformCount === null) return 'complete';
  return Math.abs(read - platformCount) <= COUNT_TOLERANCE * platformCount ? 'complete' : 'count_mismatch';
}

/**
 * How far a pass may judge what is missing: everything after a complete one; inside the window, above its oldest
 * review, after one that read the newest a platform shows; nothing after any other. A window that is not ordered by date is
 * a selection ("most helpful"): what leaves it is not gone.
 */
export function judgedRange(
  stop: StopReason,
  oldestDate: string | null,
  order: 'newest_first' | 'unordered',
): { readonly from: string | null } | null {
  if (stop === 'complete') return { from: null };
  if (stop === 'window_limit' && oldestDate !== null && order === 'newest_first') return { from: oldestDate };
  return null;
}
