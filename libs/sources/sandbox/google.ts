/**
 * Google's sandbox: the Business Profile APIs of places, the Places API (google-places.ts), and the sign-in (google-consent.ts). One account manages all places; further
 * accounts manage some of them too. Keys are the numbers of places (cid). Formats follow the documentation (lists with page tokens,
 * google.rpc errors), not recordings. `client_secret` and `refresh_token` are valid unless they begin with "wrong".
 */
import { GOOGLE_PAGES, respondAtAccounts, token } from './google-consent';
import { placeIdOf, PLACES_HOST, respondFromPlaces, UNUSUAL_TRAFFIC } from './google-places';
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
  FindListing,
  SandboxContext,
  SandboxListing,
  SandboxPlatform,
  SandboxRequest,
  SandboxResponse,
  SandboxReview,
} from './sandbox-platform';
import { SANDBOX_REJECTION } from './sandbox-replies';

const ACCOUNT = 'accounts/100200300';
const PAGE_SIZE = 50;
const STARS = ['STAR_RATING_UNSPECIFIED', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const;

const REVIEWS = new RegExp(`^/v4/${ACCOUNT}/locations/(\\d+)/reviews(?:/([^/]+)(/reply)?)?$`);
const SHORT = /^\/sandbox-(\d+)$/;

export const googleSandbox: SandboxPlatform = {
  slug: 'google',
  hosts: ['google.com', 'goo.gl', 'g.page', 'oauth2.googleapis.com', PLACES_HOST, ...apiHosts()],
  pages: GOOGLE_PAGES,
  demo: {
    key: '7405212348822094001',
    name: 'Café Schneeglöckchen',
    reviews: 120,
    ratings: [1, 2, 3, 4, 5],
    replies: true,
    images: true,
  },
  pageUrl: (key) => `https://www.google.com/maps?cid=${key}`,
  reviewId: (serial) => `AbFvOq${serial.toString(36).padStart(12, '0')}`,
  respond(request, findListing, context) {
    const { hostname, pathname } = request.url;
    const short = SHORT.exec(pathname)?.[1];
    if (hostname === 'maps.app.goo.gl' && short !== undefined)
      return redirect(`https://www.google.com/maps?cid=${short}`);
    if (hostname === GOOGLE_PAGES.host) return respondAtAccounts(request, context);
    if (hostname === 'oauth2.googleapis.com') return token(request, context);
    if (hostname === PLACES_HOST) return respondFromPlaces(request, context);
    if (!hostname.endsWith('.googleapis.com')) return htmlResponse('<!DOCTYPE html><title>Google Maps</title>');
    return context.replies.outage ?? refusal(request, context) ?? respondFromApi(request, findListing, context);
  },
};

function apiHosts(): readonly string[] {
  return ['mybusiness', 'mybusinessaccountmanagement', 'mybusinessbusinessinformation'].map(
    (name) => `${name}.googleapis.com`,
  );
}

const redirect = (location: string): SandboxResponse => ({ status: 302, headers: { location }, body: '' });

function refusal({ headers }: SandboxRequest, { replies, consents }: SandboxContext): SandboxResponse | null {
  if (!replies.acceptsToken(headers['authorization']))
    return rpcError(401, 'UNAUTHENTICATED', 'Request had invalid credentials.');
  if (consents.interface === 'disabled')
    return rpcError(403, 'PERMISSION_DENIED', 'The API has not been used in project 1 before or it is disabled.', {
      reason: 'SERVICE_DISABLED',
    });
  if (consents.interface === 'quota_zero')
    return rpcError(429, 'RESOURCE_EXHAUSTED', "Quota exceeded for quota metric 'Requests'", {
      reason: 'RATE_LIMIT_EXCEEDED',
      metadata: { quota_limit: 'DefaultRequestsPerMinutePerProject', quota_limit_value: '0' },
    });
  if (replies.access === 'foreign') return rpcError(403, 'PERMISSION_DENIED', 'The caller does not have permission');
  return null;
}

function rpcError(code: number, status: string, message: string, info?: object): SandboxResponse {
  const details = info && [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', domain: 'googleapis.com', ...info }];
  return jsonResponse({ error: { code, message, status, ...(details && { details }) } }, code);
}

const notFound = (): SandboxResponse => rpcError(404, 'NOT_FOUND', 'Requested entity was not found.');

function respondFromApi(request: SandboxRequest, findListing: FindListing, context: SandboxContext): SandboxResponse {
  const { pathname } = request.url;
  const query = request.url.searchParams;
  if (pathname === '/v1/accounts') return jsonResponse(pageOfList('accounts', accounts(context), query, context));
  const account = accounts(context).findIndex(({ name }) => pathname === `/v1/${name}/locations`);
  if (account >= 0) {
    const places = context.listings().filter((_, index) => account === 0 || index % account === 0);
    return jsonResponse(pageOfList('locations', places.map(location), query, context));
  }
  const requestedPlace = findListing(/^\/v1\/locations\/(\d+)$/.exec(pathname)?.[1] ?? '');
  if (requestedPlace === undefined) return respondWithReviews(request, findListing, context);
  return behaviourAt(requestedPlace, 1) === 'side_throttled' ? THROTTLED : jsonResponse(location(requestedPlace));
}

function respondWithReviews(
  request: SandboxRequest,
  findListing: FindListing,
  context: SandboxContext,
): SandboxResponse {
  const [, key = '', reviewId, reply] = REVIEWS.exec(request.url.pathname) ?? [];
  const place = findListing(key);
  if (place === undefined) return notFound();
  if (reviewId !== undefined)
    return respondWithReview(request, { place, reviewId, isReply: reply !== undefined }, context);
  return respondWithList(place, Number(request.url.searchParams.get('pageToken') ?? '1'), context);
}

interface RequestedReview {
  readonly place: SandboxListing;
  readonly reviewId: string;
  readonly isReply: boolean;
}

function respondWithReview(
  request: SandboxRequest,
  { place, reviewId, isReply }: RequestedReview,
  context: SandboxContext,
): SandboxResponse {
  const review = place.reviews.find(({ id }) => id === decodeURIComponent(reviewId));
  if (review === undefined) return notFound();
  return isReply ? respondToReply(request, review, context) : jsonResponse(record(place, review, context));
}

/** The person's own account, and groups of places. */
function accounts({ consents }: SandboxContext): readonly { readonly name: string; readonly type: string }[] {
  return Array.from({ length: consents.accounts }, (_, index) =>
    index === 0
      ? { name: ACCOUNT, type: 'PERSONAL' }
      : { name: `accounts/${100_200_300 + index}`, type: 'LOCATION_GROUP' },
  );
}

function pageOfList(
  field: string,
  all: readonly object[],
  query: URLSearchParams,
  { consents }: SandboxContext,
): object {
  const size = Math.min(Number(query.get('pageSize') ?? '10'), consents.pageSize ?? Infinity);
  const start = Number(query.get('pageToken') ?? '0');
  const items = all.slice(start, start + size);
  return {
    ...(items.length === 0 ? {} : { [field]: items }),
    ...(start + size < all.length ? { nextPageToken: String(start + size) } : {}),
  };
}

function location({ key, name, address }: SandboxListing): object {
  return {
    name: `locations/${key}`,
    title: name,
    ...(address.length === 0 ? {} : { storefrontAddress: { addressLines: address, regionCode: 'PT' } }),
    metadata: { placeId: placeIdOf(key), mapsUri: `https://maps.google.com/maps?cid=${key}` },
  };
}

function respondWithList(place: SandboxListing, page: number, context: SandboxContext): SandboxResponse {
  return respondTo(place, page, {
    blocked: UNUSUAL_TRAFFIC,
    gone: notFound(),
    changed: jsonResponse({ version: 5, data: { items: [] } }),
    normal: () => jsonResponse(list(place, page, context)),
  });
}

function list(place: SandboxListing, page: number, context: SandboxContext): object {
  const all = newestFirst(place, 'updatedAt');
  const { reviews, hasNext } = pageOf(place, all, page, PAGE_SIZE);
  if (all.length === 0) return {};
  return {
    ...(reviews.length === 0 ? {} : { reviews: reviews.map((review) => record(place, review, context)) }),
    averageRating: roundedAverage(all),
    totalReviewCount: all.length,
    ...(hasNext ? { nextPageToken: String(page + 1) } : {}),
  };
}

function record(place: SandboxListing, review: SandboxReview, context: SandboxContext): object {
  const media = review.images.map((thumbnailUrl) => ({ thumbnailUrl }));
  return {
    name: `${ACCOUNT}/locations/${place.key}/reviews/${review.id}`,
    reviewId: review.id,
    reviewer: { profilePhotoUrl: 'https://lh3.googleusercontent.com/a/sandbox', displayName: review.author },
    starRating: STARS[review.rating ?? 0] ?? STARS[0],
    ...(review.text === null ? {} : { comment: review.text }),
    createTime: review.publishedAt.toISOString(),
    updateTime: review.updatedAt.toISOString(),
    ...replyOf(review, context),
    ...(media.length === 0 ? {} : { reviewMediaItems: media }),
  };
}

function replyOf(review: SandboxReview, { replies }: SandboxContext): object {
  const pending = replies.pending.get(review.id);
  if (pending !== undefined) {
    const state = pending.state === 'pending' ? 'PENDING' : 'REJECTED';
    const violation = pending.reason === null ? {} : { policyViolation: pending.reason };
    return {
      reviewReply: {
        comment: pending.text,
        updateTime: pending.at.toISOString(),
        reviewReplyState: state,
        ...violation,
      },
    };
  }
  if (review.reply === null) return {};
  const { text, at } = review.reply;
  return { reviewReply: { comment: text, updateTime: at.toISOString(), reviewReplyState: 'APPROVED' } };
}

function respondToReply(request: SandboxRequest, review: SandboxReview, context: SandboxContext): SandboxResponse {
  const { method, body } = request;
  if (method !== 'PUT' && method !== 'DELETE') return rpcError(405, 'UNIMPLEMENTED', 'Method not allowed');
  const text = method === 'DELETE' ? null : commentOf(body);
  if (text === undefined || Buffer.byteLength(text ?? '') > 4096) {
    return rpcError(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
  }
  return context.replies.write({
    review,
    text,
    successResponse: () =>
      jsonResponse(text === null ? {} : (replyOf(review, context) as { reviewReply: object }).reviewReply),
    rejectionResponse: () =>
      jsonResponse({ comment: text, reviewReplyState: 'REJECTED', policyViolation: SANDBOX_REJECTION }),
  });
}

function commentOf(body: string): string | undefined {
  const { comment } = JSON.parse(body) as { comment?: unknown };
  return typeof comment === 'string' && comment !== '' ? comment : undefined;
}
