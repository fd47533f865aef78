import { jsonAnswer, refuseChallenge } from '../../json-answer';
import { parser } from '../../parsing/parser';
import { readShape } from '../../read-shape';
import { Gone, Unavailable } from '../../source-errors';
import { locationShape, PLATFORM } from './business-profile';
import { readReviewPage } from './parse';

/** A page of the list, or what its status means. */
export const reviewPage = parser('google/reviews', (text, { status }: { readonly status: number }) => {
  refuseChallenge(text, PLATFORM);
  if (status === 404) throw new Gone('Google no longer knows the connected place');
  if (status === 401 || status === 403) {
    throw new Unavailable('credentials_rejected', `Google no longer lets the connection read this place (${status})`);
  }
  return readReviewPage(jsonAnswer(text, PLATFORM));
});

export const location = parser('google/location', (text) => ({
  title: readShape(locationShape, jsonAnswer(text, PLATFORM), "Google's description of the place").title ?? null,
}));
