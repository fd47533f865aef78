import { readJsonResponse, readShape, refuseChallenge } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { Changed, Gone, Unavailable } from '../../source-errors';
import { locationShape, PLATFORM } from './business-profile';
import { isInvalidKey } from './failures';
import { readReviewPage } from './parse';
import { readPlace } from './places-reviews';

/** Parses a page of the list; throws the error of the response's status. */
export const reviewPage = parser('google/reviews', (text, { status }: { readonly status: number }) => {
  refuseChallenge(text, PLATFORM);
  if (status === 404) throw new Gone('Google no longer has the connected place');
  if (status === 401 || status === 403) {
    throw new Unavailable('credentials_rejected', `Google no longer lets the connection read this place (${status})`);
  }
  return readReviewPage(readJsonResponse(text, PLATFORM));
});

export const location = parser('google/location', (text) => ({
  title: readShape(locationShape, readJsonResponse(text, PLATFORM), "Google's description of the place").title ?? null,
}));

/** Parses a place of the Places API; throws the error of the response's status. */
export const placeReviews = parser('google/place', (text, { status }: { readonly status: number }) => {
  refuseChallenge(text, PLATFORM);
  if (status === 404) throw new Gone('Google no longer has the connected place');
  if (status === 401 || status === 403 || (status === 400 && isInvalidKey(text)))
    throw new Unavailable('credentials_rejected', `Google no longer accepts the key of the Places API (${status})`);
  if (status === 400) throw new Changed('Google refuses the request for the place');
  return readPlace(readJsonResponse(text, PLATFORM));
});
