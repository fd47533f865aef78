import { connectionRejected } from '../../access/owner-key';
import { readJsonResponse, refuseChallenge } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { Gone } from '../../source-errors';
import { readLocation, readReviewPage } from './parse';
import { PLATFORM } from './terra-api';

/** What a parser receives beside the text of its response. */
export interface ResponseFacts {
  readonly status: number;
}

export const reviewPage = parser('tripadvisor/reviews', (text, { status }: ResponseFacts) =>
  readReviewPage(contentOf(text, status)),
);

export const location = parser('tripadvisor/location', (text, { status }: ResponseFacts) =>
  readLocation(contentOf(text, status)),
);

/** Returns the content of a response; throws the error of its status. */
function contentOf(text: string, status: number): unknown {
  refuseChallenge(text, PLATFORM);
  if (status === 404) throw new Gone('Tripadvisor has no such location, or the key does not open it');
  if (status === 401 || status === 403) throw connectionRejected(PLATFORM, `status ${status}`);
  return readJsonResponse(text, PLATFORM);
}
