/**
 * The App Store Connect API of the App Store's sandbox: the name of an app, its reviews in all storefronts, and replies. Formats follow
 * the documentation. A token is checked except for its signature, because the sandbox does not have the public key of a key; key ids
 * that begin with "WRONG" are unknown. The refusal of a review that does not exist (409) is an assumption.
 */
import { behaviourAt, FORBIDDEN, jsonResponse, newestFirst, pageOf, respondTo, THROTTLED } from './sandbox-behaviour';
import type {
  SandboxContext,
  SandboxListing,
  SandboxRequest,
  SandboxResponse,
  SandboxReview,
} from './sandbox-platform';

export const CONNECT_HOST = 'api.appstoreconnect.apple.com';
const APP = /^\/v1\/apps\/(\d+)(\/customerReviews)?$/;
const REVIEW = /^\/v1\/customerReviews\/([^/]+)$/;
const RESPONSE = /^\/v1\/customerReviewResponses(?:\/([^/]+))?$/;
const MAX_PAGE = 200;
const MAX_LIFETIME_S = 1_200;

/** The id of a review in the API. */
export function connectIdOf({ id }: Pick<SandboxReview, 'id'>): string {
  return `00000035-0935-9a7f-8a17-${id.padStart(12, '0')}`;
}

/** The id of the reply to a review. */
const responseIdOf = ({ id }: SandboxReview): string => `00000036-0935-9a7f-8a17-${id.padStart(12, '0')}`;

export function respondFromConnect(request: SandboxRequest, context: SandboxContext): SandboxResponse {
  const refusal = context.replies.outage ?? refusalOf(request, context);
  if (refusal !== null) return refusal;
  const { pathname } = request.url;
  const app = APP.exec(pathname);
  if (app !== null) return respondWithApp(app[1] ?? '', app[2] !== undefined, request.url, context);
  const [, reviewId] = REVIEW.exec(pathname) ?? [];
  if (reviewId !== undefined) return respondWithReview(decodeURIComponent(reviewId), context);
  const response = RESPONSE.exec(pathname);
  return response === null ? apiError(404, 'NOT_FOUND') : respondToReply(request, response[1], context);
}

function refusalOf({ headers }: SandboxRequest, { replies }: SandboxContext): SandboxResponse | null {
  if (replies.access === 'revoked' || !isToken(headers['authorization'] ?? '')) return apiError(401, 'NOT_AUTHORIZED');
  return replies.access === 'foreign' ? apiError(403, 'FORBIDDEN_ERROR') : null;
}

const apiError = (status: number, code: string): SandboxResponse =>
  jsonResponse({ errors: [{ id: 'sandbox', status: String(status), code, title: 'Refused by the sandbox' }] }, status);

/** Whether a header has a token that Apple would accept, apart from its signature. */
function isToken(authorization: string): boolean {
  const parts = authorization.replace(/^Bearer /, '').split('.');
  if (parts.length !== 3) return false;
  const [header = '', payload = '', signature = ''] = parts;
  return isHeader(claims(header)) && isPayload(claims(payload)) && Buffer.from(signature, 'base64url').length === 64;
}

const isHeader = ({ alg, kid, typ }: Record<string, unknown>): boolean =>
  alg === 'ES256' && typ === 'JWT' && typeof kid === 'string' && kid !== '' && !kid.startsWith('WRONG');

function isPayload({ iss, iat, exp, aud }: Record<string, unknown>): boolean {
  const now = Date.now() / 1_000;
  const isCurrent = Number(iat) <= now + 60 && Number(exp) > now && Number(exp) - Number(iat) <= MAX_LIFETIME_S;
  return Boolean(iss) && aud === 'appstoreconnect-v1' && isCurrent;
}

const claims = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

/** The listings of an app, one for each storefront. */
function storefrontsOf(appId: string, { listings }: SandboxContext): readonly SandboxListing[] {
  return listings().filter(({ key }) => key.split('-').at(-1) === appId);
}

function respondWithApp(appId: string, isList: boolean, url: URL, context: SandboxContext): SandboxResponse {
  const listings = storefrontsOf(appId, context);
  const [first] = listings;
  if (first === undefined) return apiError(404, 'NOT_FOUND');
  if (isList) return respondWithList(first, listings, url, context);
  if (behaviourAt(first, 1) === 'side_throttled') return THROTTLED;
  return jsonResponse({
    data: { type: 'apps', id: appId, attributes: { name: first.name } },
    links: { self: url.href },
  });
}

/** A page of the reviews of all storefronts, under the behaviour of the first one. */
function respondWithList(
  first: SandboxListing,
  listings: readonly SandboxListing[],
  url: URL,
  context: SandboxContext,
): SandboxResponse {
  return respondTo(first, pageNumberOf(url), {
    blocked: FORBIDDEN,
    gone: apiError(404, 'NOT_FOUND'),
    changed: jsonResponse({ version: 2, items: [] }),
    normal: () => listPage(first, listings, url, context),
  });
}

const pageNumberOf = (url: URL): number => Number(url.searchParams.get('cursor') ?? '1');

function listPage(
  first: SandboxListing,
  listings: readonly SandboxListing[],
  url: URL,
  context: SandboxContext,
): SandboxResponse {
  const page = pageNumberOf(url);
  const size = Math.min(Number(url.searchParams.get('limit') ?? '50'), MAX_PAGE);
  const all = newestFirst({ ...first, reviews: listings.flatMap(({ reviews }) => reviews) });
  const sorted = url.searchParams.get('sort') === '-createdDate' ? all : all.reverse();
  const { reviews, hasNext } = pageOf(first, sorted, page, size);
  const next = new URL(url);
  next.searchParams.set('cursor', String(page + 1));
  return jsonResponse({
    data: reviews.map((review) => resource(review, territoryOf(review, listings), context)),
    included: url.searchParams.get('include') === 'response' ? reviews.flatMap((one) => replyOf(one, context)) : [],
    links: { self: url.href, ...(hasNext ? { next: next.href } : {}) },
    meta: { paging: { total: all.length, limit: size } },
  });
}

/** The storefront of a review, in the three letters of the API. */
function territoryOf(review: SandboxReview, listings: readonly SandboxListing[]): string {
  const key = listings.find(({ reviews }) => reviews.includes(review))?.key ?? '';
  const storefront = key.includes('-') ? (key.split('-')[0] ?? '') : 'us';
  return { us: 'USA', gb: 'GBR', de: 'DEU' }[storefront] ?? storefront.toUpperCase();
}

function resource(review: SandboxReview, territory: string, context: SandboxContext): object {
  const [reply] = replyOf(review, context);
  return {
    type: 'customerReviews',
    id: connectIdOf(review),
    attributes: {
      rating: review.rating,
      title: review.title,
      body: review.text,
      reviewerNickname: review.author,
      createdDate: review.publishedAt.toISOString().replace(/\.\d{3}Z$/, '+00:00'),
      territory,
    },
    relationships: { response: { data: reply === undefined ? null : { type: reply.type, id: reply.id } } },
  };
}

interface ReplyResource {
  readonly type: 'customerReviewResponses';
  readonly id: string;
  readonly attributes: object;
}

/** The reply to a review: the one that is not published yet, else the published one. */
function replyOf(review: SandboxReview, { replies }: SandboxContext): readonly ReplyResource[] {
  const pending = replies.pending.get(review.id);
  const reply = pending ?? review.reply;
  if (reply === null) return [];
  const state = pending === undefined ? 'PUBLISHED' : 'PENDING_PUBLISH';
  const attributes = { responseBody: reply.text, lastModifiedDate: reply.at.toISOString(), state };
  return [{ type: 'customerReviewResponses', id: responseIdOf(review), attributes }];
}

function reviewBy(isWanted: (review: SandboxReview) => boolean, { listings }: SandboxContext) {
  return listings()
    .flatMap(({ reviews }) => reviews)
    .find(isWanted);
}

function respondWithReview(id: string, context: SandboxContext): SandboxResponse {
  const review = reviewBy((one) => connectIdOf(one) === id, context);
  if (review === undefined) return apiError(404, 'NOT_FOUND');
  return jsonResponse({ data: resource(review, 'USA', context), included: replyOf(review, context), links: {} });
}

interface NewReply {
  readonly data?: {
    readonly attributes?: { readonly responseBody?: unknown };
    readonly relationships?: { readonly review?: { readonly data?: { readonly id?: unknown } } };
  };
}

const contentOf = ({ data }: NewReply): { readonly text: unknown; readonly reviewId: unknown } => ({
  text: data?.attributes?.responseBody,
  reviewId: data?.relationships?.review?.data?.id,
});

function respondToReply(
  { method, body }: SandboxRequest,
  responseId: string | undefined,
  context: SandboxContext,
): SandboxResponse {
  if (method === 'DELETE' && responseId !== undefined) return respondToDeletion(responseId, context);
  if (method !== 'POST' || responseId !== undefined) return apiError(405, 'METHOD_NOT_ALLOWED');
  const { text, reviewId } = contentOf(JSON.parse(body) as NewReply);
  const refusal = (): SandboxResponse => apiError(409, 'ENTITY_ERROR.ATTRIBUTE.INVALID');
  if (typeof text !== 'string' || text === '' || text.length > 5_970) return refusal();
  const review = reviewBy((one) => connectIdOf(one) === reviewId, context);
  if (review === undefined) return apiError(409, 'ENTITY_ERROR.RELATIONSHIP.INVALID');
  return context.replies.write({
    review,
    text,
    successResponse: () => jsonResponse({ data: replyOf(review, context)[0], links: {} }, 201),
    rejectionResponse: refusal,
  });
}

function respondToDeletion(responseId: string, context: SandboxContext): SandboxResponse {
  const review = reviewBy((one) => responseIdOf(one) === responseId, context);
  if (review === undefined || replyOf(review, context).length === 0) return apiError(404, 'NOT_FOUND');
  const done = (): SandboxResponse => ({ status: 204, body: '' });
  return context.replies.write({ review, text: null, successResponse: done, rejectionResponse: done });
}
