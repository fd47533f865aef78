import { connectionRejected } from '../../access/owner-key';
import { readJsonResponse, refuseChallenge } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { Changed, Gone } from '../../source-errors';
import { readBusiness, readReviewPage } from './parse';
import { errorCodeIn, MALFORMED_KEY, PLATFORM, UNAVAILABLE } from './places-api';

/** What a parser receives beside the text of its response. */
export interface ResponseFacts {
  readonly status: number;
}

export const reviewPage = parser('yelp/reviews', (text, { status }: ResponseFacts) =>
  readReviewPage(contentOf(text, status)),
);

export const business = parser('yelp/business', (text, { status }: ResponseFacts) =>
  readBusiness(contentOf(text, status)),
);

/** Returns the content of a response; throws the error of its status. */
function contentOf(text: string, status: number): unknown {
  refuseChallenge(text, PLATFORM);
  if (status >= 400) throw errorOf(status, errorCodeIn(text));
  return readJsonResponse(text, PLATFORM);
}

function errorOf(status: number, code: string | null): Error {
  if (status === 404) return new Gone('Yelp has no such business');
  if (status === 403 && code === UNAVAILABLE) return new Gone('Yelp does not show this business through its API');
  if (status === 400 && code !== MALFORMED_KEY) return new Changed(`Yelp answered 400: ${code ?? 'no code'}`);
  return connectionRejected(PLATFORM, code ?? `status ${status}`);
}
