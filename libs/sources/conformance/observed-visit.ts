/** One visit, watched: what it brought, how it ended, and whether that end could make the service delete something. */
import type { Parse } from '../parsing/parser';
import type { SourceConnection } from '../publisher';
import type { SourceHttp } from '../source-http';
import type { SourceBrowser } from '../source-browser';
import type { CollectedReview, PlatformObject, PlatformSource, VisitEnd } from '../source';

export interface ObservedVisit {
  readonly reviews: readonly CollectedReview[];
  readonly pages: number;
  /** The last non-null answer for each field. */
  readonly object: PlatformObject;
  /** Null where the visit threw. */
  readonly end: VisitEnd | null;
  readonly error: unknown;
}

export interface VisitWays {
  readonly http: SourceHttp;
  readonly browser: SourceBrowser;
  readonly parse: Parse;
  /** Without it the object is not connected. */
  readonly connection?: SourceConnection;
  readonly holdsReviews: () => Promise<boolean>;
  readonly signal: AbortSignal;
  readonly now: Date;
}

/** No visit of a test has more pages; a visit that passes this does not end. */
const MAX_PAGES = 100;
/** Contract §10: a pass is complete only where the number read agrees with the platform's counter by 2 %. */
const TOLERANCE = 0.02;

/** Reads to the end; what ends it early is in `error`. `afterPage` is called with the number of pages read. Never rejects. */
export async function observeVisit(
  source: PlatformSource,
  canonicalUrl: string,
  ways: VisitWays,
  afterPage?: (pages: number) => void,
): Promise<ObservedVisit> {
  const reviews: CollectedReview[] = [];
  let object: PlatformObject = { name: null, reviewCount: null, rating: null, ratingOriginal: null };
  let pages = 0;
  try {
    const visit = source.visit(canonicalUrl, { ...ways, connection: ways.connection ?? null });
    for (;;) {
      const step = await visit.next();
      if (step.done === true) return { reviews, pages, object, end: step.value, error: null };
      pages += 1;
      if (pages > MAX_PAGES) throw new Error(`the visit did not end after ${MAX_PAGES} pages`);
      reviews.push(...step.value.reviews);
      if (step.value.object !== undefined) object = merged(object, step.value.object);
      afterPage?.(pages);
    }
  } catch (error) {
    return { reviews, pages, object, end: null, error };
  }
}

function merged(old: PlatformObject, next: PlatformObject): PlatformObject {
  return {
    name: next.name ?? old.name,
    reviewCount: next.reviewCount ?? old.reviewCount,
    rating: next.rating ?? old.rating,
    ratingOriginal: next.ratingOriginal ?? old.ratingOriginal,
  };
}

/**
 * Whether reviews that this visit missed could count as deleted: it claims the whole list, and no counter of the platform
 * contradicts it. A `window` says nothing about what lies behind it.
 */
export function couldDelete({ end, object, reviews }: ObservedVisit): boolean {
  if (end?.coverage !== 'all') return false;
  if (object.reviewCount === null) return true;
  const read = new Set(reviews.map((review) => review.externalId ?? review)).size;
  return Math.abs(read - object.reviewCount) <= object.reviewCount * TOLERANCE;
}
