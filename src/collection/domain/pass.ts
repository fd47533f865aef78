/**
 * A pass over a link's reviews (contract §10.2). It is full or incremental and has one stop reason. It is complete only if the end
 * of the list was proven and the count agrees with the platform's counter, the number of reviews that the platform states.
 */
import {
  isUnreadOfReviews,
  mostUnread,
  NOTHING_UNREAD,
  type PlatformObject,
  type Unread,
  type VisitEnd,
} from '@libs/sources';
import type { FieldCount } from './field-counts';

/** Why a pass ended: `stop_reason` in responses. `window_limit`: the visit ended as `window` (`VisitEnd`). The stop reason of a failed visit is the code of its `scrape_error` instead. */
export type StopReason = 'complete' | 'window_limit' | 'known_reached' | 'count_mismatch' | 'unread';

/** A pass may lead to deletions if its count differs from the platform's counter by at most this share of the counter. */
const COUNT_TOLERANCE = 0.02;
/** A difference of up to this many reviews is tolerated in every list, because platforms update counters later than lists. */
const COUNT_SLACK = 2;

export interface PageSummary {
  readonly inserted: number;
  readonly changed: number;
  readonly newestDate: string | null;
}

/**
 * Whether a page is quiet: nothing on it is new or changed, and it is no newer than the newest review of the last full pass. A page
 * without dates is not quiet. A quiet page is known ground if, in addition, none of its reviews was written since the last pass
 * that ended: reviews that an unfinished pass wrote appear unchanged, but that pass did not read the ones after them.
 */
export function isQuiet(page: PageSummary, knownNewest: string | null): boolean {
  if (page.inserted > 0 || page.changed > 0) return false;
  return page.newestDate !== null && knownNewest !== null && page.newestDate <= knownNewest;
}

/** The largest tolerated difference between a number of reviews and the platform's counter. */
function tolerated(platformCount: number): number {
  return Math.max(COUNT_SLACK, COUNT_TOLERANCE * platformCount);
}

/**
 * The stop reason of a pass that the adapter read to its end. Without a counter, a proven end alone proves completeness. A list that
 * broke off counts as a mismatch, whatever its counter is. A pass that could not read all reviews, or all parts of them, is never
 * complete.
 */
export function stopReasonAtEnd(
  { coverage }: VisitEnd,
  read: number,
  platformCount: number | null,
  unread: Unread,
): StopReason {
  if (coverage === 'window') return 'window_limit';
  if (coverage === 'unproven') return 'count_mismatch';
  const shown = read + (unread.review ?? 0);
  if (platformCount !== null && Math.abs(shown - platformCount) > tolerated(platformCount)) return 'count_mismatch';
  return isUnreadOfReviews(unread) ? 'unread' : 'complete';
}

/** Whether fewer reviews are stored than the platform's counter states, beyond the tolerance. */
export function storesTooFew(stored: number, platformCount: number | null): boolean {
  return platformCount !== null && platformCount - stored > tolerated(platformCount);
}

/** The pages and reviews that a pass has read. */
export interface ReadCounts {
  readonly pages: number;
  readonly reviews: number;
}

export const NOTHING_READ: ReadCounts = { pages: 0, reviews: 0 };

/** The facts of a pass that deletions depend on. */
export interface PassProof {
  readonly stop: StopReason;
  /** The number of reviews of the list that the pass saw; the platform counts those. */
  readonly read: number;
  /** The number of reviews that the platform states; null if it states none. */
  readonly platformCount: number | null;
  readonly oldestDate: string | null;
  /** Whether the source declares the order newest first by review date, and the pages had it. */
  readonly newestFirst: boolean;
  /** Whether its pages may show reviews that it did not recognize, because they, a list or the counter could not be read. */
  readonly mayHide: boolean;
}

/** The result of reading the pages of a visit. */
export interface PassSummary extends Omit<PassProof, 'newestFirst'> {
  readonly beganAt: Date;
  /** Whether the review dates descend over all pages; the source need not declare that order. */
  readonly datesDescend: boolean;
  /** All reviews that the pass saw, also those beside the list. */
  readonly seenIds: readonly number[];
  readonly newestDate: string | null;
  readonly object: PlatformObject | null;
  /** How many of the reviews had each field. */
  readonly fields: readonly FieldCount[];
  /** What the pages show and could not be read. */
  readonly unread: Unread;
}

/**
 * The range of dates in which a pass may mark missing reviews or delete them: all dates, for a complete pass whose count agrees
 * within 2 %; dates after its oldest review, for a pass that read the window that the platform shows; null for any other pass. A
 * window that is not ordered by date is a selection ("most helpful"), which a review may leave without being deleted. A review that
 * could not be read may be a stored one, so a pass with such reviews proves nothing about missing ones.
 */
export function deletionRange(pass: PassProof): { readonly from: string | null } | null {
  const { stop, read, platformCount, oldestDate, newestFirst } = pass;
  if (pass.mayHide) return null;
  if (stop === 'complete' || stop === 'unread') {
    const agrees = platformCount === null || Math.abs(read - platformCount) <= COUNT_TOLERANCE * platformCount;
    return agrees ? { from: null } : null;
  }
  if (stop === 'window_limit' && oldestDate !== null && newestFirst) return { from: oldestDate };
  return null;
}

/**
 * The state of the whole list after a pass that ended:
 * `proven`       it was read to its end, or to the end of the window that the platform shows, and the count agrees;
 * `disputed`     it was read to its end, and that end is unproven, the platform's counter disagrees, or reviews could not be read;
 * `short`        it was read to known ground, and the counter states more reviews than are stored;
 * `undisputed`   it was read to known ground, and the counter agrees with the number of stored reviews or cannot be compared.
 */
export type ListVerdict = 'proven' | 'disputed' | 'short' | 'undisputed';

export function classifyList(
  pass: Pick<PassProof, 'stop' | 'platformCount' | 'mayHide'>,
  link: { readonly stored: number; readonly showsWindow: boolean },
): ListVerdict {
  if (pass.stop === 'count_mismatch') return 'disputed';
  if (pass.stop !== 'known_reached') return pass.mayHide ? 'disputed' : 'proven';
  // If the platform shows only a window, its counter includes reviews that cannot be read.
  return !link.showsWindow && storesTooFew(link.stored, pass.platformCount) ? 'short' : 'undisputed';
}

/**
 * What the link's pages show and could not be read. A pass that stopped at known reviews has not seen the other pages,
 * so it keeps their counts, `before`; it may see what they include, so the larger count applies.
 */
export function unreadAfter(
  before: Unread | null,
  pass: { readonly list: ListVerdict; readonly unread: Unread },
): Unread {
  const readsAll = pass.list === 'proven' || pass.list === 'disputed';
  return readsAll ? pass.unread : mostUnread(before ?? NOTHING_UNREAD, pass.unread);
}
