/**
 * Visits a place through the Places API: one request, with at most five reviews that Google selects. The coverage is a `window` without
 * an order, so no review counts as deleted.
 */
import type { OwnerVisitTools, Visit } from '../../source';
import { Unavailable } from '../../source-errors';
import { unseenReviews, verifyEmptyList } from '../../visiting';
import { placeReviews } from './parsers';
import { isPlaceCard, placesHeaders, placeUrl, REVIEWS_MASK } from './places';

/** The statuses that the parser turns into errors: Google refuses an invalid key with 400. */
const REFUSALS: readonly number[] = [400, 401, 403, 404];

export async function* placesVisit(_canonicalUrl: string, tools: OwnerVisitTools): Visit {
  const { card, credentials } = tools.connection;
  if (!isPlaceCard(card)) throw new Unavailable('credentials_rejected', 'The connection has no place of Google');
  const headers = placesHeaders(credentials, REVIEWS_MASK);
  const response = await tools.http.request(placeUrl(card), { accept: REFUSALS, headers });
  const { reviews, object, ratings } = await tools.parse(placeReviews, response.document, { status: response.status });
  if (reviews.shown === 0)
    await verifyEmptyList('Google shows no reviews of the place, though it has some', { reviewCount: ratings }, tools);
  yield { reviews: unseenReviews(reviews, new Set()), object };
  return { coverage: 'window' };
}
