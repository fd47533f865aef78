/**
 * Visits a place. Document here which requests are sent and how the end of the list is detected: `all` only if the platform
 * indicates the end, `window` if it shows only its newest reviews.
 */
import type { ResultOf } from '../../parsing/parser';
import { Changed, Gone } from '../../source-errors';
import type { Visit, VisitTools } from '../../source';
import { requestParsed, unseenReviews, verifyByCounter } from '../../visiting';
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
    if (number === 1 && reviews.shown === 0)
      await verifyByCounter('Template shows no list of reviews, though the place has some', object.reviewCount, tools);
    yield { reviews: unseenReviews(reviews, knownIds), object };
    if (!hasNext) return { coverage: 'all' };
  }
  throw new Changed(`Template's list does not end after ${MAX_PAGES} pages`);
}

/** Requests and parses a page. `http.request` throws for an aborted signal and for error statuses. */
function requestPage(placeId: string, number: number, tools: VisitTools): Promise<Page> {
  const url = `https://api.reviews.example/v1/places/${placeId}/reviews?sort=newest&page=${number}`;
  return requestParsed(url, page, { placeId }, tools);
}
