import { connectionJson, connectionRejected } from '../../access/owner-key';
import { readJsonResponse, readShape } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { Changed } from '../../source-errors';
import { locationShape, PLATFORM } from './business-profile';
import { isInvalidKey } from './failures';
import { readReviewPage } from './parse';
import { readPlace } from './places-reviews';

const GONE = 'Google no longer has the connected place';

/** Parses a page of the list; throws the error of the response's status. */
export const reviewPage = parser('google/reviews', (text, { status }: { readonly status: number }) =>
  readReviewPage(connectionJson(text, status, PLATFORM, GONE)),
);

export const location = parser('google/location', (text) => ({
  title: readShape(locationShape, readJsonResponse(text, PLATFORM), "Google's description of the place").title ?? null,
}));

/** Parses a place of the Places API; throws the error of the response's status. */
export const placeReviews = parser('google/place', (text, { status }: { readonly status: number }) => {
  const content = connectionJson(text, status, PLATFORM, GONE);
  if (status === 400 && isInvalidKey(text)) throw connectionRejected(PLATFORM, 'the key is invalid');
  if (status === 400) throw new Changed('Google refuses the request for the place');
  return readPlace(content);
});
