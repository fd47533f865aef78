/**
 * Visits a place. Document here which requests are sent and how the end of the list is detected: `all` only if the platform
 * indicates the end, `window` if it shows only its newest reviews.
 */
import type { ResultOf } from '../../parsing/parser';
import { Blocked, Changed, Gone } from '../../source-errors';
import type { PlatformObject, Visit, VisitTools } from '../../source';
import { requestParsed, unseenReviews } from '../../visiting';
import { placeIdOf } from './match';
import { page } from './parsers';

type Page = ResultOf<typeof page>;

/** Pages of the longest accepted list; no place has more. */
const MAX_PAGES = 2_000;

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const placeId = placeIdOf(new URL(canonicalUrl));
  if (placeId === null) throw new Gone('This is not the address of a place');
  const knownIds = new Set<string>();
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const { reviews, object, hasNext } = await requestPage(placeId, number, tools);
    if (number === 1 && reviews.shown === 0) await verifyEmptyList(object, tools);
    yield { reviews: unseenReviews(reviews, knownIds), object };
    if (!hasNext) return { coverage: 'all' };
  }
  throw new Changed(`Template's list does not end after ${MAX_PAGES} pages`);
}

/** Throws `Blocked` if other data contradicts an empty first page. */
async function verifyEmptyList({ reviewCount }: PlatformObject, { hasStoredReviews }: VisitTools): Promise<void> {
  const hasReviews = reviewCount === null ? await hasStoredReviews() : reviewCount > 0;
  if (hasReviews) throw new Blocked('Template shows no list of reviews, though the place has some');
}

/** Requests and parses a page. `http.request` throws for an aborted signal and for error statuses. */
function requestPage(placeId: string, number: number, tools: VisitTools): Promise<Page> {
  const url = `https://api.reviews.example/v1/places/${placeId}/reviews?sort=newest&page=${number}`;
  return requestParsed(url, page, { placeId }, tools);
}
