/**
 * Google's sandbox: the Business Profile APIs of places that one account manages, and the token endpoint. Keys are the numbers of
 * places (cid). Formats follow the documentation (list with page tokens, google.rpc errors), not recordings. `client_secret` and
 * `refresh_token` are valid unless they begin with "wrong".
 */
import {
  behaviourAt,
  commonMisbehaviour,
  truncatedResponse,
  htmlResponse,
  jsonResponse,
  newestFirst,
  pageOf,
  THROTTLED,
} from './sandbox-behaviour';
import type {
  SandboxResponse,
  SandboxContext,
  SandboxListing,
  SandboxPlatform,
  SandboxRequest,
  SandboxReview,
} from './sandbox-platform';
import { SANDBOX_REJECTION } from './sandbox-replies';

const ACCOUNT = 'accounts/100200300';
const PAGE_SIZE = 50;
const STARS = ['STAR_RATING_UNSPECIFIED', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const;

const REVIEWS = new RegExp(`^/v4/${ACCOUNT}/locations/(\\d+)/reviews(?:/([^/]+)(/reply)?)?$`);
const SHORT = /^\/sandbox-(\d+)$/;

type FindListing = (key: string) => SandboxListing | undefined;

export const googleSandbox: SandboxPlatform = {
  slug: 'google',
  hosts: ['google.com', 'goo.gl', 'g.page', 'oauth2.googleapis.com', ...apiHosts()],
  demo: {
    key: '7405212348822094001',
    name: 'Café Schneeglöckchen',
    reviews: 120,
    ratings: [1, 2, 3, 4, 5],
    titles: false,
    replies: true,
    images: true,
  },
  pageUrl: (key) => `https://www.google.com/maps?cid=${key}`,
  reviewId: (serial) => `AbFvOq${serial.toString(36).padStart(12, '0')}`,
  respond(request, listing, context) {
    const { hostname, pathname } = request.url;
    const short = SHORT.exec(pathname)?.[1];
    if (hostname === 'maps.app.goo.gl' && short !== undefined)
      return redirect(`https://www.google.com/maps?cid=${short}`);
    if (hostname === 'oauth2.googleapis.com') return token(request, context);
    if (!hostname.endsWith('.googleapis.com')) return htmlResponse('<!DOCTYPE html><title>Google Maps</title>');
    return context.replies.outage ?? refusal(request, context) ?? respondFromApi(request, listing, context);
  },
};

function apiHosts(): readonly string[] {
  return ['mybusiness', 'mybusinessaccountmanagement', 'mybusinessbusinessinformation'].map(
    (name) => `${name}.googleapis.com`,
  );
}

const redirect = (location: string): SandboxResponse => ({ status: 302, headers: { location }, body: '' });

function token({ body }: SandboxRequest, { replies }: SandboxContext): SandboxResponse {
  const parameters = new URLSearchParams(body);
  const secrets = ['client_id', 'client_secret', 'refresh_token'].map((name) => parameters.get(name) ?? '');
  const issuedToken = parameters.get('grant_type') === 'refresh_token' ? replies.issueToken(secrets) : null;
  if (issuedToken !== null) return jsonResponse({ access_token: issuedToken, expires_in: 3599, token_type: 'Bearer' });
  return jsonResponse({ error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }, 400);
}

function refusal({ headers }: SandboxRequest, { replies }: SandboxContext): SandboxResponse | null {
  if (!replies.acceptsToken(headers['authorization']))
    return rpcError(401, 'UNAUTHENTICATED', 'Request had invalid credentials.');
  if (replies.access === 'foreign') return rpcError(403, 'PERMISSION_DENIED', 'The caller does not have permission');
  return null;
}

function rpcError(code: number, status: string, message: string): SandboxResponse {
  return jsonResponse({ error: { code, message, status } }, code);
}

const notFound = (): SandboxResponse => rpcError(404, 'NOT_FOUND', 'Requested entity was not found.');

function respondFromApi(request: SandboxRequest, listing: FindListing, context: SandboxContext): SandboxResponse {
  const { pathname } = request.url;
  if (pathname === '/v1/accounts') return jsonResponse({ accounts: [{ name: ACCOUNT, type: 'PERSONAL' }] });
  if (pathname === `/v1/${ACCOUNT}/locations`) return jsonResponse({ locations: context.listings().map(location) });
  const requestedPlace = listing(/^\/v1\/locations\/(\d+)$/.exec(pathname)?.[1] ?? '');
  if (requestedPlace === undefined) return respondWithReviews(request, listing, context);
  return behaviourAt(requestedPlace, 1) === 'side_throttled' ? THROTTLED : jsonResponse(location(requestedPlace));
}

function respondWithReviews(request: SandboxRequest, listing: FindListing, context: SandboxContext): SandboxResponse {
  const [, key = '', reviewId, reply] = REVIEWS.exec(request.url.pathname) ?? [];
  const place = listing(key);
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

function location({ key, name }: SandboxListing): object {
  const feature = Buffer.alloc(20);
  feature.write('0a1209', 'hex');
  feature.writeBigUInt64LE(1n, 3);
  feature[11] = 0x11;
  feature.writeBigUInt64LE(BigInt(key), 12);
  return {
    name: `locations/${key}`,
    title: name,
    metadata: { placeId: feature.toString('base64url'), mapsUri: `https://maps.google.com/maps?cid=${key}` },
  };
}

function respondWithList(place: SandboxListing, page: number, context: SandboxContext): SandboxResponse {
  const behaviour = behaviourAt(place, page);
  switch (behaviour) {
    case 'blocked':
      return htmlResponse('<html><head><title>Sorry...</title></head><body>unusual traffic</body></html>', 403);
    case 'gone':
      return notFound();
    case 'changed':
      return jsonResponse({ version: 5, data: { items: [] } });
    case 'broken':
      return truncatedResponse(jsonResponse(list(place, page, context)));
    default:
      return commonMisbehaviour(behaviour) ?? jsonResponse(list(place, page, context));
  }
}

function list(place: SandboxListing, page: number, context: SandboxContext): object {
  const all = newestFirst(place, 'updatedAt');
  const { reviews, hasNext } = pageOf(place, all, page, PAGE_SIZE);
  if (all.length === 0) return {};
  const average = all.reduce((sum, { rating }) => sum + (rating ?? 0), 0) / all.length;
  return {
    ...(reviews.length === 0 ? {} : { reviews: reviews.map((review) => record(place, review, context)) }),
    averageRating: Math.round(average * 10) / 10,
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
