/**
 * The Business API of Trustpilot's sandbox: tokens, the search for a business, its data and its public list by API key, its private
 * reviews, replies. The statuses of replies (201, 204) are assumptions, because only the requests are documented. A second reply is
 * refused (409).
 */
import { createHash } from 'node:crypto';
import {
  behaviourAt,
  htmlResponse,
  jsonResponse,
  newestFirst,
  pageOf,
  respondTo,
  THROTTLED,
} from './sandbox-behaviour';
import { roundedAverage } from './sandbox-formats';
import type {
  SandboxContext,
  SandboxListing,
  SandboxRequest,
  SandboxResponse,
  SandboxReview,
} from './sandbox-platform';

const TOKEN = /^\/v1\/oauth\/oauth-business-users-for-applications\/(accesstoken|refresh)$/;
const PUBLIC_UNIT = /^\/v1\/business-units\/([0-9a-f]{24})(\/reviews)?$/;
const UNIT_REVIEWS = /^\/v1\/private\/business-units\/([0-9a-f]{24})\/reviews$/;
const REVIEW = /^\/v1\/private\/reviews\/([^/]+)(\/reply)?$/;
const WRONG = /^wrong/;
const NO_BUSINESS = jsonResponse({ message: 'Business unit not found' }, 404);

/** The id of a business, derived from its name. */
export function unitIdOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 24);
}

export function respondFromBusinessApi(request: SandboxRequest, context: SandboxContext): SandboxResponse {
  const { pathname, searchParams } = request.url;
  const { replies } = context;
  const endpoint = TOKEN.exec(pathname)?.[1];
  if (endpoint !== undefined) return token(request, context);
  if (replies.outage !== null) return replies.outage;
  if (PUBLIC_UNIT.test(pathname)) return respondWithPublicData(request, context);
  if (pathname === '/v1/business-units/find') return find(request, searchParams.get('name') ?? '', context);
  if (!replies.acceptsToken(request.headers['authorization']))
    return jsonResponse({ fault: { faultstring: 'Invalid Access Token' } }, 401);
  if (replies.access === 'foreign') return jsonResponse({ message: 'Forbidden' }, 403);
  return respondWithPrivateData(request, context);
}

function token({ headers, body }: SandboxRequest, { replies }: SandboxContext): SandboxResponse {
  const basic = Buffer.from((headers['authorization'] ?? '').replace(/^Basic /, ''), 'base64').toString();
  const parameters = new URLSearchParams(body);
  const refresh = parameters.get('grant_type') === 'refresh_token' ? [parameters.get('refresh_token') ?? ''] : [];
  const issuedToken = replies.issueToken([...basic.split(':'), ...refresh]);
  if (issuedToken === null) return jsonResponse({ error: 'invalid_client' }, 401);
  const next = refresh.length === 0 ? {} : { refresh_token: `next-of-${replies.tokensIssued}` };
  // Like the real API, returns the lifetime as a text.
  return jsonResponse({ access_token: issuedToken, expires_in: '359999', ...next });
}

function find({ headers }: SandboxRequest, name: string, context: SandboxContext): SandboxResponse {
  const refusal = keyRefusal(headers);
  if (refusal !== null) return refusal;
  const business = context.listings().find((listing) => listing.key === name);
  if (business === undefined) return NO_BUSINESS;
  return jsonResponse({
    id: unitIdOf(name),
    displayName: business.name,
    name: { identifying: name, referring: [name] },
  });
}

function keyRefusal(headers: SandboxRequest['headers']): SandboxResponse | null {
  const key = headers['apikey'] ?? '';
  return key === '' || WRONG.test(key) ? jsonResponse({ fault: { faultstring: 'Invalid ApiKey' } }, 401) : null;
}

/** The data that an API key opens: the business, or a page of its reviews. */
function respondWithPublicData({ url, headers }: SandboxRequest, context: SandboxContext): SandboxResponse {
  const refusal = context.replies.access === 'revoked' ? jsonResponse({}, 401) : keyRefusal(headers);
  if (refusal !== null) return refusal;
  const [, unitId, list] = PUBLIC_UNIT.exec(url.pathname) ?? [];
  const business = context.listings().find(({ key }) => unitIdOf(key) === unitId);
  if (business === undefined) return NO_BUSINESS;
  if (list !== undefined) return publicList(business, url);
  return behaviourAt(business, 1) === 'side_throttled' ? THROTTLED : jsonResponse(unit(business));
}

function unit(business: SandboxListing): object {
  const total = business.reviews.length;
  const trustScore = roundedAverage(business.reviews);
  return {
    id: unitIdOf(business.key),
    displayName: business.name,
    name: { identifying: business.key, referring: [business.key] },
    numberOfReviews: { total, usedForTrustScoreCalculation: total },
    score: { stars: Math.round(trustScore * 2) / 2, trustScore },
    status: 'active',
  };
}

function publicList(business: SandboxListing, url: URL): SandboxResponse {
  const page = Number(url.searchParams.get('page') ?? '1');
  const size = Math.min(Number(url.searchParams.get('perPage') ?? '20'), 100);
  const sorted = url.searchParams.get('orderBy') === 'createdat.desc' ? newestFirst(business) : business.reviews;
  const { reviews, hasNext } = pageOf(business, sorted, page, size);
  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  const links = hasNext ? [{ href: next.href, method: 'GET', rel: 'next-page' }] : [];
  return respondTo(business, page, {
    blocked: INTERSTITIAL,
    gone: NO_BUSINESS,
    changed: jsonResponse({ version: 3, items: [] }),
    normal: () => jsonResponse({ links, reviews: reviews.map((review) => record(business, review)) }),
  });
}

function respondWithPrivateData(request: SandboxRequest, context: SandboxContext): SandboxResponse {
  const unitId = UNIT_REVIEWS.exec(request.url.pathname)?.[1];
  const business = context.listings().find((listing) => unitIdOf(listing.key) === unitId);
  if (business !== undefined) {
    if (behaviourAt(business, 1) === 'gone') return NO_BUSINESS;
    return jsonResponse({ links: [], reviews: business.reviews.slice(0, 1).map((review) => record(business, review)) });
  }
  const [, reviewId, reply] = REVIEW.exec(request.url.pathname) ?? [];
  for (const listing of context.listings()) {
    const review = listing.reviews.find(({ id }) => id === reviewId);
    if (review === undefined) continue;
    return reply === undefined ? jsonResponse(record(listing, review)) : respondToReply(request, review, context);
  }
  return jsonResponse({ message: 'Review not found' }, 404);
}

function record(business: SandboxListing, review: SandboxReview): object {
  const { reply } = review;
  return {
    links: [],
    id: review.id,
    consumer: { links: [], id: '591dfad40000ff000a99e38b', displayName: review.author },
    businessUnit: { links: [], id: unitIdOf(business.key), identifyingName: business.key, displayName: business.name },
    stars: review.rating,
    title: titleOf(review),
    text: review.text,
    language: 'en',
    createdAt: review.publishedAt.toISOString(),
    companyReply: reply === null ? null : { text: reply.text, createdAt: reply.at.toISOString(), updatedAt: null },
  };
}

function respondToReply(
  { method, body }: SandboxRequest,
  review: SandboxReview,
  { replies }: SandboxContext,
): SandboxResponse {
  if (method === 'DELETE') {
    if (review.reply === null) return jsonResponse({ message: 'Reply not found' }, 404);
    const done = (): SandboxResponse => ({ status: 204, body: '' });
    return replies.write({ review, text: null, successResponse: done, rejectionResponse: done });
  }
  if (method !== 'POST') return jsonResponse({ message: 'Method not allowed' }, 405);
  const reply = JSON.parse(body) as { message?: unknown; authorBusinessUserId?: unknown };
  const refusal = (): SandboxResponse => jsonResponse({ message: `Invalid reply: ${String(reply.message)}` }, 400);
  if (typeof reply.message !== 'string' || reply.message === '' || !reply.authorBusinessUserId) return refusal();
  if (review.reply !== null) return jsonResponse({ message: 'The review has a reply' }, 409);
  return replies.write({
    review,
    text: reply.message,
    successResponse: () => ({ status: 201, body: '' }),
    rejectionResponse: refusal,
  });
}

/** The title of a review; for a review without one, Trustpilot generates it from the beginning of the text. */
export function titleOf({ title, text }: SandboxReview): string {
  if (title !== null) return title;
  const words = (text ?? '').split(/\s+/).filter((word) => word !== '');
  return words.length <= 8 ? words.join(' ') : `${words.slice(0, 8).join(' ')}…`;
}

/** AWS WAF returns 202 until the browser has passed its check; in the sandbox no browser passes it. */
export const INTERSTITIAL = htmlResponse(
  '<!doctype html><html lang="en"><head><title>Verifying Connection</title></head>' +
    '<body><h1>Verifying your connection...</h1><p id="error-message">Verification failed. Please try again.</p></body></html>',
  202,
);
