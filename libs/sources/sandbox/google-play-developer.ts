/**
 * The Google Play Developer API of Google Play's sandbox: tokens for signed assertions, the reviews of the last week that have a text,
 * and replies. The week ends at the newest review, so that the content does not depend on the clock. Signatures are not verified;
 * the address of a service account is valid unless it begins with "wrong". Formats follow the documentation, not recordings.
 */
import { behaviourAt, jsonResponse, newestFirst } from './sandbox-behaviour';
import { unixSeconds } from './sandbox-formats';
import type {
  FindListing,
  SandboxContext,
  SandboxListing,
  SandboxRequest,
  SandboxResponse,
  SandboxReview,
} from './sandbox-platform';

export const API_HOST = 'androidpublisher.googleapis.com';
export const TOKEN_HOST = 'oauth2.googleapis.com';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const SCOPE = 'https://www.googleapis.com/auth/androidpublisher';
const REVIEWS = /^\/androidpublisher\/v3\/applications\/([^/]+)\/reviews(?:\/([^/]+?)(:reply)?)?$/;
const WEEK_MS = 7 * 86_400_000;
const MAX_REPLY = 350;

export function isAssertion({ body }: SandboxRequest): boolean {
  return new URLSearchParams(body).get('grant_type') === GRANT_TYPE;
}

export function respondFromDeveloperApi(
  request: SandboxRequest,
  findListing: FindListing,
  context: SandboxContext,
): SandboxResponse {
  if (request.url.hostname === TOKEN_HOST) return token(request, context);
  return context.replies.outage ?? refusal(request, context) ?? respondForApp(request, findListing, context);
}

function refusal({ headers }: SandboxRequest, { replies }: SandboxContext): SandboxResponse | null {
  if (!replies.acceptsToken(headers['authorization'])) return rpcError(401, 'UNAUTHENTICATED');
  return replies.access === 'foreign' ? rpcError(403, 'PERMISSION_DENIED') : null;
}

function respondForApp(request: SandboxRequest, findListing: FindListing, context: SandboxContext): SandboxResponse {
  const [, key = '', reviewId, reply] = REVIEWS.exec(request.url.pathname) ?? [];
  const app = findListing(decodeURIComponent(key));
  if (app === undefined || behaviourAt(app, 1) === 'gone') return rpcError(404, 'NOT_FOUND');
  if (reviewId === undefined) return list(app, request.url.searchParams);
  const review = recent(app).find(({ id }) => id === decodeURIComponent(reviewId));
  if (review === undefined) return rpcError(404, 'NOT_FOUND');
  return reply === undefined ? jsonResponse(record(review)) : respondToReply(request, review, context);
}

function token({ body }: SandboxRequest, { replies }: SandboxContext): SandboxResponse {
  const [header, claims, signature = ''] = (new URLSearchParams(body).get('assertion') ?? '').split('.');
  const { iss } = decoded(claims);
  const isValid = decoded(header)['alg'] === 'RS256' && isTimely(decoded(claims));
  const issued = isValid && typeof iss === 'string' ? replies.issueToken([iss, signature]) : null;
  if (issued === null)
    return jsonResponse({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, 400);
  return jsonResponse({ access_token: issued, expires_in: 3599, token_type: 'Bearer' });
}

/** Whether the claims are for this API, and valid now for at most an hour. */
function isTimely({ scope, aud, iat, exp }: Record<string, unknown>): boolean {
  const now = Date.now() / 1000;
  const isNow = Number(iat) <= now + 60 && Number(exp) > now && Number(exp) - Number(iat) <= 3_600;
  return isNow && scope === SCOPE && aud === `https://${TOKEN_HOST}/token`;
}

function decoded(part = ''): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString() || '{}') as Record<string, unknown>;
}

function list(app: SandboxListing, query: URLSearchParams): SandboxResponse {
  const size = Number(query.get('maxResults') ?? '10');
  const start = Number(query.get('token') ?? '0');
  const reviews = ['empty', 'refused'].includes(behaviourAt(app, 1)) ? [] : recent(app);
  const page = reviews.slice(start, start + size);
  if (page.length === 0) return jsonResponse({});
  const next = start + size;
  return jsonResponse({
    reviews: page.map(record),
    ...(next < reviews.length ? { tokenPagination: { nextPageToken: String(next) } } : {}),
  });
}

/** The reviews of the last week that have a text. */
function recent(app: SandboxListing): SandboxReview[] {
  const reviews = newestFirst(app, 'updatedAt');
  const since = (reviews[0]?.updatedAt.getTime() ?? 0) - WEEK_MS;
  return reviews.filter(({ text, updatedAt }) => (text ?? '').trim() !== '' && updatedAt.getTime() > since);
}

function record({ id, author, title, text, rating, updatedAt, reply }: SandboxReview): object {
  const userComment = {
    // Google writes a tab before the text, also without a title.
    text: `${title ?? ''}\t${text ?? ''}`,
    lastModified: timeOf(updatedAt),
    starRating: rating,
    reviewerLanguage: 'en',
    device: 'lantern',
    androidOsVersion: 35,
    appVersionName: '1.0.0',
    thumbsUpCount: 0,
    thumbsDownCount: 0,
    deviceMetadata: { productName: 'lantern (Lantern 9)', manufacturer: 'Sandbox' },
  };
  const comments: object[] = [{ userComment }];
  if (reply !== null) comments.push({ developerComment: { text: reply.text, lastModified: timeOf(reply.at) } });
  return { reviewId: id, authorName: author, comments };
}

const timeOf = (at: Date): object => ({ seconds: String(unixSeconds(at)), nanos: 0 });

function respondToReply(
  { method, body }: SandboxRequest,
  review: SandboxReview,
  { replies }: SandboxContext,
): SandboxResponse {
  if (method !== 'POST') return rpcError(404, 'NOT_FOUND');
  const { replyText } = JSON.parse(body) as { replyText?: unknown };
  const refusal = (): SandboxResponse => rpcError(400, 'INVALID_ARGUMENT');
  if (typeof replyText !== 'string' || replyText === '' || [...replyText].length > MAX_REPLY) return refusal();
  return replies.write({
    review,
    text: replyText,
    successResponse: () => jsonResponse({ result: { replyText, lastEdited: timeOf(new Date()) } }),
    rejectionResponse: refusal,
  });
}

function rpcError(code: number, status: string): SandboxResponse {
  return jsonResponse({ error: { code, message: 'The request was refused by the sandbox.', status } }, code);
}
