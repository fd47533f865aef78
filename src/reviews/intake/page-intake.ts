/** What a caller of the intake passes for a page, and what it gets back. */
import type { Incoming, RecordRule } from './page-decision';
import type { PassIds } from './persistence/review-identity';
import type { IntakeRoad } from './persistence/review-road.store';
import type { IntakeLink } from './persistence/review-row';

export interface IntakeTarget extends IntakeLink, RecordRule {
  readonly runId: number;
  /**
   * True if the link has no reviews and only the caller inserts them: none are looked up. If a review exists, the slice
   * is repeated.
   */
  readonly isEmpty?: boolean;
  /** True if the link had no reviews when the pass began: then no stored review can be one of its reviews under another id. */
  readonly beganEmpty?: boolean;
  /**
   * The road that reads the reviews, if more than one road reads the link. A pass then deletes only reviews that this
   * road has read.
   */
  readonly road?: IntakeRoad | undefined;
  /** True if the ids of the platform may be missing or change (`idStability: weak`). */
  readonly hasWeakIds?: boolean;
  /** The ids of the reviews of a pass of several pages. Without them, the page is the whole pass. */
  readonly passIds?: PassIds;
}

/** The result of a page, or of a slice of it. */
export interface PageIntake {
  /** The stored ids of all reviews on the page. */
  readonly seenIds: readonly number[];
  readonly inserted: number;
  readonly changed: number;
  /** The reviews that may be stored under another id. They are stored at the end of the pass: see `decideWaiting`. */
  readonly waiting: readonly Incoming[];
  /** The date of the newest and of the oldest review; null if none is dated. */
  readonly newestDate: string | null;
  readonly oldestDate: string | null;
}

/** The result of several slices. */
export function sumOfSlices(parts: readonly PageIntake[]): PageIntake {
  return {
    seenIds: parts.flatMap((part) => part.seenIds),
    inserted: parts.reduce((sum, part) => sum + part.inserted, 0),
    changed: parts.reduce((sum, part) => sum + part.changed, 0),
    waiting: parts.flatMap((part) => part.waiting),
    ...dateRange(parts.flatMap((part) => [part.newestDate, part.oldestDate])),
  };
}

export function dateRange(dates: readonly (string | null)[]): Pick<PageIntake, 'newestDate' | 'oldestDate'> {
  let [newestDate, oldestDate]: [string | null, string | null] = [null, null];
  for (const date of dates) {
    if (date === null) continue;
    if (newestDate === null || date > newestDate) newestDate = date;
    if (oldestDate === null || date < oldestDate) oldestDate = date;
  }
  return { newestDate, oldestDate };
}
