/**
 * A pass over a link's reviews (contract §10.2). It is full or incremental, and ends for one reason. It is complete only if the end
 * of the list was proven and the count agrees. Only complete passes may lead to deletions.
 */

/** Why a pass ended; clients see it as `stop_reason`. Failures end with their `scrape_error` code instead. */
export type StopReason = 'complete' | 'window_limit' | 'known_reached' | 'count_mismatch';

/** Largest share of the platform's own counter by which a pass may differ from it and still lead to deletions. */
const COUNT_TOLERANCE = 0.02;
/** A difference of up to this many reviews is tolerated in every list: counters lag behind lists. */
const COUNT_SLACK = 2;

export interface PageSummary {
  readonly inserted: number;
  readonly changed: number;
  readonly newestDate: string | null;
}

/**
 * Whether a page is quiet: nothing on it is new or changed, and it is no newer than the newest review of the last full pass. A page
 * without dates is not quiet. A quiet page is known ground if also none of its reviews was written since the last pass that ended:
 * reviews that an unfinished pass wrote appear unchanged, but that pass did not see the ones after them.
 */
export function isQuiet(page: PageSummary, fullPassNewest: string | null): boolean {
  if (page.inserted > 0 || page.changed > 0) return false;
  return page.newestDate !== null && fullPassNewest !== null && page.newestDate <= fullPassNewest;
}

/** The largest tolerated difference between our count and the platform's. */
function tolerated(platformCount: number): number {
  return Math.max(COUNT_SLACK, COUNT_TOLERANCE * platformCount);
}

/** The stop reason of a pass that the adapter read to its end. Without a counter, the end alone proves completeness. */
export function judgeEnd(
  end: { readonly coverage: 'all' | 'window' },
  read: number,
  platformCount: number | null,
): StopReason {
  if (end.coverage === 'window') return 'window_limit';
  if (platformCount === null) return 'complete';
  return Math.abs(read - platformCount) <= tolerated(platformCount) ? 'complete' : 'count_mismatch';
}

/** Whether the platform counts more reviews than are stored, beyond the tolerance. */
export function holdsTooFew(held: number, platformCount: number | null): boolean {
  return platformCount !== null && platformCount - held > tolerated(platformCount);
}

/** The facts of a pass that deletions depend on. */
export interface PassProof {
  readonly stop: StopReason;
  readonly read: number;
  readonly platformCount: number | null;
  readonly oldestDate: string | null;
  /** Whether the pages came newest first by review date, as the source declares and the pass saw. */
  readonly newestFirst: boolean;
}

/**
 * The range in which a pass may judge missing reviews: all, after a complete pass whose count agrees within 2 %; reviews newer than
 * its oldest, after a pass that read the window of newest reviews; null after any other. A window that is not ordered by date is a
 * selection ("most helpful"): a review that leaves it is not deleted.
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
 * What a pass that ended proves about the whole list:
 * `proven`    it was read to its end, or to the end of the window that the platform shows, and the count agrees;
 * `disputed`  it was read to its end, and the platform's counter disagrees;
 * `short`     it was read down to known ground, and the platform counts more reviews than are stored;
 * `silent`    it was read down to known ground, and the count does not contradict what is stored.
 */
export type ListVerdict = 'proven' | 'disputed' | 'short' | 'silent';

export function judgeList(
  pass: { readonly stop: StopReason; readonly platformCount: number | null },
  link: { readonly held: number; readonly showsWindow: boolean },
): ListVerdict {
  if (pass.stop === 'count_mismatch') return 'disputed';
  if (pass.stop !== 'known_reached') return 'proven';
  // Where the platform shows only a window, its counter includes reviews that cannot be read.
  return !link.showsWindow && holdsTooFew(link.held, pass.platformCount) ? 'short' : 'silent';
}
