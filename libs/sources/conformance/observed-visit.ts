/** Runs a visit and records its reviews and its end. */
import type { CollectedReview, PlatformObject, Visit, VisitEnd } from '../source';
import { NOTHING_UNREAD, mayHideReviews, sumUnread, type Unread } from '../unread';

export interface ObservedVisit {
  readonly reviews: readonly CollectedReview[];
  readonly pages: number;
  /** The last non-null value of each field. */
  readonly object: PlatformObject;
  /** What the pages show and could not be read. */
  readonly unread: Unread;
  /** Null if the visit threw. */
  readonly end: VisitEnd | null;
  readonly error: unknown;
}

/** More pages than a visit in a test reads. */
const MAX_PAGES = 100;
/** Contract §10: a pass is complete only if the number of reviews is within 2 % of the platform's counter. */
const TOLERANCE = 0.02;

/**
 * Runs a visit to its end. Never rejects: an error is returned in `error`. Calls `afterPage` with the number of pages read so
 * far.
 */
export async function observeVisit(begin: () => Visit, afterPage?: (pages: number) => void): Promise<ObservedVisit> {
  const reviews: CollectedReview[] = [];
  let object: PlatformObject = { name: null, reviewCount: null, rating: null, ratingOriginal: null };
  let pages = 0;
  let unread = NOTHING_UNREAD;
  try {
    const visit = begin();
    for (;;) {
      const step = await visit.next();
      if (step.done === true)
        return { reviews, pages, object, unread: sumUnread(unread, object.unread), end: step.value, error: null };
      pages += 1;
      if (pages > MAX_PAGES) throw new Error(`the visit did not end after ${MAX_PAGES} pages`);
      const page = [...step.value.reviews];
      reviews.push(...page);
      unread = sumUnread(unread, step.value.reviews.unread, ...page.map((review) => review.unread));
      if (step.value.object !== undefined) object = mergeObjects(object, step.value.object);
      afterPage?.(pages);
    }
  } catch (error) {
    return { reviews, pages, object, unread, end: null, error };
  }
}

function mergeObjects(old: PlatformObject, next: PlatformObject): PlatformObject {
  return {
    name: next.name ?? old.name,
    reviewCount: next.reviewCount ?? old.reviewCount,
    rating: next.rating ?? old.rating,
    ratingOriginal: next.ratingOriginal ?? old.ratingOriginal,
    ...(old.unread === undefined && next.unread === undefined ? {} : { unread: old.unread ?? next.unread }),
  };
}

/**
 * Whether reviews that the visit did not return could count as deleted: the visit covers `all`, it has read every review, and the
 * platform's counter does not contradict that.
 */
export function couldDelete({ end, object, reviews, unread }: ObservedVisit): boolean {
  if (end?.coverage !== 'all' || mayHideReviews(unread)) return false;
  if (object.reviewCount === null) return true;
  const distinctCount = new Set(reviews.map((review) => review.externalId ?? review)).size;
  return Math.abs(distinctCount - object.reviewCount) <= object.reviewCount * TOLERANCE;
}
