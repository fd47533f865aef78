/** Parsers of the Conversations API. They throw the error that a response contains. */
import { connectionRejected } from '../../access/owner-key';
import { readJsonResponse, readShape, refuseChallenge } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { Changed, Gone, Temporary, Throttled, type SourceError } from '../../source-errors';
import { errorIn, errorsShape, isOverLimit, PLATFORM, type ApiError } from './conversations-api';
import { readProduct, readReviewPage } from './parse';

/** What a parser receives beside the text of its response. */
export interface ResponseFacts {
  readonly status: number;
  readonly productId: string;
}

export const reviewPage = parser('bazaarvoice/reviews', (text, { status, productId }: ResponseFacts) =>
  readReviewPage(contentOf(text, status), productId),
);

export const product = parser('bazaarvoice/product', (text, { status, productId }: ResponseFacts) => ({
  object: readProduct(contentOf(text, status), productId),
}));

/** Returns the content of a response without errors; throws the error of its status or its content. */
function contentOf(text: string, status: number): unknown {
  refuseChallenge(text, PLATFORM);
  refuseStatus(text, status);
  const content = readJsonResponse(text, PLATFORM);
  const error = errorIn(readShape(errorsShape, content, 'The response of Bazaarvoice'));
  if (error !== null) throw errorOf(error);
  return content;
}

function refuseStatus(text: string, status: number): void {
  if (status === 404) throw new Gone('Bazaarvoice has no such interface');
  if (status === 403 && isOverLimit(text)) throw new Throttled('Bazaarvoice answered 403: too many requests');
  if (status === 401 || status === 403) throw connectionRejected(PLATFORM, `status ${status}`);
}

function errorOf({ code, kind }: ApiError): SourceError {
  switch (kind) {
    case 'key_refused':
      return connectionRejected(PLATFORM, code);
    case 'too_many_requests':
      return new Throttled(`Bazaarvoice answered ${code}`);
    case 'failure':
      return new Temporary('network', `Bazaarvoice answered ${code}`);
    case 'other':
      return new Changed(`Bazaarvoice answered ${code}`);
  }
}
