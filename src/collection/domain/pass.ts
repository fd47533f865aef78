/**
 * One reading of a link's reviews (contract §10.2). A pass is either full or incremental, ends for one reason, and is
 * complete only if the end of the list was proven and the count agrees: only complete passes may lead to deletions.
 */

/** Why a pass ended; clients see it as `stop_reason`. Failures end with their `scrape_error` code instead. */
export type StopReason = 'complete' | 'window_limit' | 'known_reached' | 'count_mismatch';

/** Largest share of the platform's own counter by which a pass may differ from it and still lead to deletions. */
const COUNT_TOLERANCE = 0.02;
/** So many reviews are no disagreement, however short the list: counters lag behind lists. */
const COUNT_SLACK = 2;

export interface PageSummary {
  readonly inserted: number;
  readonly changed: number;
  readonly newestDate: string | null;
}

/**
 * Whether a page may be known ground: the whole page brought nothing new or changed, and is no newer than what the last
 * full pass had seen. An undated page proves nothing. It is known ground only if, beyond this, nothing on it was written
 * since the last pass that ended: what a broken pass wrote shows as unchanged, though the pass never saw what lies behind.
 */
export function isQuiet(page: PageSummary, fullPassNewest: string | null): boolean {
  if (page.inserted > 0 || page.changed > 0) return false;
  return page.newestDate !== null && fullPassNewest !== null && page.newestDate <= fullPassNewest;
}

/** The largest difference between a count of ours and the platform's counter that still counts as the same. */
function tolerated(platformCount: number): number {
  return Math.max(COUNT_SLACK, COUNT_TOLERANCE * platformCount);
}

/** How a pass that was read to the adapter's own end turned out. A platform without a counter has only its end to prove. */
export function judgeEnd(
  end: { readonly coverage: 'all' | 'window' },
  read: number,
  platformCount: number | null,
): StopReason {
  if (end.coverage === 'window') return 'window_limit';
  if (platformCount === null) return 'complete';
  return Math.abs(read - platformCount) <= tolerated(platformCount) ? 'complete' : 'count_mismatch';
}

/** Whether the platform counts more reviews than are held here, by more than its counter may be off. */
export function holdsTooFew(held: number, platformCount: number | null): boolean {
  return platformCount !== null && platformCount - held > tolerated(platformCount);
}

/** What a pass proved, as far as deletions depend on it. */
export interface PassProof {
  readonly stop: StopReason;
  readonly read: number;
  readonly platformCount: number | null;
  readonly oldestDate: string | null;
  /** Whether the pages came newest first by review date, as the source declares and the pass saw. */
  readonly newestFirst: boolean;
}

/**
 * How far a pass may judge what is missing: everything after a complete one whose count agrees within 2 %; inside the
 * window, above its oldest review, after one that read the newest a platform shows; nothing after any other. A window that
 * is not ordered by date is a selection ("most helpful"): what leaves it is not gone.
 */
export function judgedRange(pass: PassProof): { readonly from: string | null } | null {
  const { stop, read, platformCount, oldestDate, newestFirst } = pass;
  if (stop === 'complete') {
    const agrees = platformCount === null || Math.abs(read - platformCount) <= COUNT_TOLERANCE * platformCount;
    return agrees ? { from: null } : null;
  }
  if (stop === 'window_limit' && oldestDate !== null && newestFirst) return { from: oldestDate };
  return null;
}

/**
 * What a pass that ended says of the whole list:
 * `proven`    it was read to its end, or to the end of the window that the platform shows, and the count agrees;
 * `disputed`  it was read to its end, and the platform's counter disagrees;
 * `short`     it was read down to known ground, and the platform counts more than is held here;
 * `silent`    it was read down to known ground, and nothing speaks against what is held.
 */
export type ListVerdict = 'proven' | 'disputed' | 'short' | 'silent';

export function judgeList(
  pass: { readonly stop: StopReason; readonly platformCount: number | null },
  link: { readonly held: number; readonly showsWindow: boolean },
): ListVerdict {
  if (pass.stop === 'count_mismatch') return 'disputed';
  if (pass.stop !== 'known_reached') return 'proven';
  // Of a platform that shows a window the counter counts what nobody can read.
  return !link.showsWindow && holdsTooFew(link.held, pass.platformCount) ? 'short' : 'silent';
}
