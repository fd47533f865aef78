/** Parsers of the Graph API. They throw the error that a response contains. */
import { connectionRejected } from '../../access/owner-key';
import { readJsonResponse, refuseChallenge } from '../../read-shape';
import { parser } from '../../parsing/parser';
import { Blocked, Changed, Gone, Temporary, Throttled, type SourceError } from '../../source-errors';
import { errorIn, PLATFORM, type GraphError } from './graph-api';
import { readComments } from './comments';
import { readObject, readReviewPage, type ListFacts } from './parse';

interface ResponseFacts {
  readonly status: number;
}

/** `areCommentsRefused`: the app may not read comments, or they do not exist; the list must be requested without them. */
export const reviewPage = parser('facebook/reviews', (text, { status, ...list }: ResponseFacts & ListFacts) => {
  const content = readContent(text);
  const error = errorIn(content);
  if (error !== null && list.withComments && REFUSED_FIELDS.has(error.kind))
    return { reviews: [], after: null, knownStars: {}, unfinished: [], areCommentsRefused: true };
  refuseError(error, status);
  return { ...readReviewPage(content, list), areCommentsRefused: false };
});

export const commentPage = parser(
  'facebook/comments',
  (text, { status, pageId }: ResponseFacts & { pageId: string }) => {
    const content = readContent(text);
    refuseError(errorIn(content), status);
    return readComments(content, pageId);
  },
);

export const pageObject = parser('facebook/page', (text, { status }: ResponseFacts) => {
  const content = readContent(text);
  refuseError(errorIn(content), status);
  return readObject(content);
});

const REFUSED_FIELDS: ReadonlySet<GraphError['kind']> = new Set([
  'fields_refused',
  'permission_missing',
  'version_ended',
]);

function readContent(text: string): unknown {
  refuseChallenge(text, PLATFORM);
  return readJsonResponse(text, PLATFORM);
}

function refuseError(error: GraphError | null, status: number): void {
  if (error !== null) throw errorOf(error);
  if (status === 404) throw new Gone('Facebook has no such page');
  if (status === 401 || status === 403) throw connectionRejected(PLATFORM, `status ${status}`);
  if (status >= 400) throw new Changed(`Facebook answered ${status} without an error`);
}

function errorOf({ kind, code }: GraphError): SourceError {
  const message = `Facebook answered with the error ${code}`;
  switch (kind) {
    case 'token_refused':
      return connectionRejected(PLATFORM, `error ${code}`);
    case 'permission_missing':
      return connectionRejected(PLATFORM, `error ${code}: a permission is missing`);
    case 'too_many_requests':
      return new Throttled(message);
    case 'blocked':
      return new Blocked(message);
    case 'failure':
      return new Temporary('network', message);
    case 'not_found':
      return new Gone('Facebook has no such page, or the token does not open it');
    case 'version_ended':
      return new Changed('Facebook no longer returns recommendations in this version of its API');
    case 'fields_refused':
    case 'other':
      return new Changed(message);
  }
}
