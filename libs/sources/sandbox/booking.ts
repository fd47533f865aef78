/**
 * Booking.com's sandbox: property pages, their list of cards, and the Guest Review API with its tokens. Keys are
 * `{country}/{name}`. Cards follow recordings; the page and the format of the list follow public clients of 2026; the API follows
 * its documentation. A refused list is an error object with status 200.
 */
import { createHash } from 'node:crypto';
import {
  behaviourAt,
  FORBIDDEN,
  htmlResponse,
  jsonResponse,
  newestFirst,
  pageOf,
  respondTo,
} from './sandbox-behaviour';
import { scriptJson, unixSeconds } from './sandbox-formats';
import type {
  SandboxBehaviour,
  SandboxContext,
  SandboxListing,
  SandboxPlatform,
  SandboxRequest,
  SandboxResponse,
  SandboxReview,
} from './sandbox-platform';

const HOTEL = /^\/hotel\/([a-z]{2}\/[a-z0-9_-]+)(?:\.[a-z]{2}(?:-[a-z]{2})?)?\.html$/;
const API = /^\/review-api\/properties\/(\d+)\/reviews(?:\/([^/]+))?$/;
const CSRF = 'sandbox-csrf-token';
const API_PAGE = 50;
const CITY = -2601889;
/** The score on the page of a property with reviews. */
const SCORE = 8.4;
const SORTERS = ['MOST_RELEVANT', 'NEWEST_FIRST', 'OLDEST_FIRST', 'SCORE_DESC', 'SCORE_ASC'];

export const bookingSandbox: SandboxPlatform = {
  slug: 'booking',
  hosts: ['booking.com'],
  demo: {
    key: 'gb/the-tidewrack-inn',
    name: 'The Tidewrack Inn',
    reviews: 90,
    ratings: [3, 5, 7, 8, 9, 10],
    titles: true,
    replies: true,
    images: true,
  },
  pageUrl: (key) => `https://www.booking.com/hotel/${key}.html`,
  reviewId: (serial) => serial.toString(16).padStart(16, '0'),
  respond(request, findListing, context) {
    const { hostname, pathname } = request.url;
    if (hostname === 'connectivity-authentication.booking.com') return exchange(request, context);
    if (hostname === 'supply-xml.booking.com') return respondFromApi(request, context);
    if (pathname === '/dml/graphql') return respondWithCards(request, context);
    const property = findListing(HOTEL.exec(pathname)?.[1] ?? '');
    if (property === undefined || behaviourAt(property, 1) === 'gone') {
      return htmlResponse('<!DOCTYPE html><html><head><title>Page not found</title></head><body></body></html>', 404);
    }
    return hotelPage(property);
  },
};

/** The number of a property, derived from its key. */
export function propertyIdOf(key: string): string {
  return String(createHash('sha256').update(key).digest().readUInt32BE() % 100_000_000);
}

/** The API's id of a review: 11 characters. */
export function apiIdOf(reviewId: string): string {
  return createHash('sha256').update(reviewId).digest('base64url').slice(0, 11);
}

const propertyOf = (id: string, context: SandboxContext): SandboxListing | undefined =>
  context.listings().find((listing) => propertyIdOf(listing.key) === id);

function hotelPage({ key, name, reviews }: SandboxListing): SandboxResponse {
  const jsonLd = scriptJson({ '@context': 'https://schema.org', '@type': 'Hotel', name });
  return htmlResponse(
    `<!DOCTYPE html><html><head><link rel="canonical" href="https://www.booking.com/hotel/${key}.html"/>` +
      `<script type="application/ld+json">${jsonLd}</script>` +
      `<script>window.booking = { env: { b_hotel_id: '${propertyIdOf(key)}', b_ufi: ${CITY}, b_csrf_token: '${CSRF}' } };</script>` +
      `</head><body><h2>A property</h2>${reviews.length === 0 ? '' : `<div data-review-score="${SCORE}"></div>`}</body></html>`,
  );
}

interface ListInput {
  readonly hotelId: number;
  readonly sorter: string;
  readonly skip: number;
  readonly limit: number;
  readonly ufi?: number;
  readonly hotelScore?: number;
  readonly searchFeatures?: { readonly destId: number; readonly destType: string };
}

/** Whether the input equals the input of the page's request. */
function isPageInput({ ufi, hotelScore, searchFeatures }: ListInput, { reviews }: SandboxListing): boolean {
  const hasCity = ufi === CITY && searchFeatures?.destId === CITY && searchFeatures.destType === 'CITY';
  return hasCity && hotelScore === (reviews.length === 0 ? undefined : SCORE);
}

const frontendError = (statusCode: number, message: string): SandboxResponse =>
  jsonResponse({ data: { reviewListFrontend: { __typename: 'ReviewsFrontendError', statusCode, message } } });

function respondWithCards({ headers, body }: SandboxRequest, context: SandboxContext): SandboxResponse {
  const { input } = (JSON.parse(body) as { variables: { input: ListInput } }).variables;
  const property = propertyOf(String(input.hotelId), context);
  if (property === undefined || headers['x-booking-csrf-token'] !== CSRF)
    return jsonResponse({ errors: [{ message: 'no' }] }, 400);
  if (!isPageInput(input, property)) return frontendError(400, 'Invalid input');
  const page = Math.floor(input.skip / input.limit) + 1;
  return respondTo(property, page, {
    blocked: FORBIDDEN,
    refused: frontendError(403, 'Forbidden'),
    gone: jsonResponse({ errors: [{ message: 'not found' }] }, 404),
    changed: jsonResponse({ data: { feed: [] } }),
    normal: () => cardList(property, input, behaviourAt(property, page)),
  });
}

function cardList(
  property: SandboxListing,
  { skip, limit, sorter }: ListInput,
  behaviour: SandboxBehaviour,
): SandboxResponse {
  const all = sorter === 'NEWEST_FIRST' ? newestFirst(property) : [...property.reviews];
  const begin = (property.behaviourFromPage - 1) * limit;
  const page = all.slice(behaviour === 'loop' ? begin : skip, (behaviour === 'loop' ? begin : skip) + limit);
  const half = skip === begin ? page.slice(0, Math.floor(page.length / 2)) : [];
  const listedReviews = behaviour === 'empty' ? [] : behaviour === 'short' ? half : page;
  const reviewsCount = behaviour === 'loop' ? all.length * 10 : all.length;
  const sorters = SORTERS.map((value) => ({ name: value.toLowerCase().replace('_', ' '), value }));
  const list = { __typename: 'ReviewListFrontendResult', reviewsCount, sorters, reviewCard: listedReviews.map(cardOf) };
  return jsonResponse({ data: { reviewListFrontend: list } });
}

/** The card of a review in the page's list. */
export function cardOf(review: SandboxReview): Record<string, unknown> {
  const photos = review.images.map((url) => ({
    urls: [
      { size: 'square80', url: url.replace('.example/', '.example/square80/') },
      { size: 'square160', url: url.replace('.example/', '.example/square160/') },
      { size: 'max1280x900', url: url.replace('.example/', '.example/max1280x900/') },
    ],
  }));
  return {
    __typename: 'ReviewCard',
    reviewUrl: review.id,
    reviewScore: review.rating,
    reviewedDate: unixSeconds(review.publishedAt),
    isApproved: true,
    helpfulVotesCount: 0,
    guestDetails: {
      username: review.author,
      anonymous: false,
      countryCode: 'pl',
      guestTypeTranslation: 'Couple',
      avatarUrl: 'https://xx.bstatic.com/static/img/review/avatars/ava-s.png',
    },
    bookingDetails: {
      customerType: 'COUPLES',
      numNights: 2,
      checkinDate: '2026-05-01',
      roomType: { id: '1', name: 'Room' },
    },
    textDetails: { title: review.title, positiveText: review.text, negativeText: null, lang: 'en' },
    partnerReply: review.reply === null ? null : { reply: review.reply.text },
    photos: photos.length === 0 ? null : photos,
  };
}

function exchange({ body }: SandboxRequest, { replies }: SandboxContext): SandboxResponse {
  const credentials = JSON.parse(body) as { client_id?: string; client_secret?: string };
  const jwt = replies.issueToken([credentials.client_id ?? '', credentials.client_secret ?? '']);
  return jwt === null ? apiResponse(null, 401, ['INVALID_CREDENTIALS']) : jsonResponse({ jwt, ruid: 'c2FuZGJveA==' });
}

function apiResponse(
  data: object | null,
  status = 200,
  errors: readonly string[] = [],
  nextPage?: string,
): SandboxResponse {
  const meta = { ruid: 'c2FuZGJveA==', ...(nextPage === undefined ? {} : { next_page: nextPage }) };
  return jsonResponse(
    { errors: errors.map((code) => ({ code })), warnings: [], meta, ...(data === null ? {} : { data }) },
    status,
  );
}

function isAuthorized(authorization: string, { replies }: SandboxContext): boolean {
  if (!authorization.startsWith('Basic ')) return replies.acceptsToken(authorization);
  const [name = '', password = ''] = Buffer.from(authorization.slice(6), 'base64').toString().split(':');
  return replies.access !== 'revoked' && name !== '' && password !== '' && !password.startsWith('wrong');
}

function respondFromApi(request: SandboxRequest, context: SandboxContext): SandboxResponse {
  const { replies } = context;
  if (replies.outage !== null) return replies.outage;
  if (!isAuthorized(request.headers['authorization'] ?? '', context)) return apiResponse(null, 401, ['UNAUTHORIZED']);
  if (replies.access === 'foreign') return apiResponse(null, 403, ['FORBIDDEN']);
  const [, propertyId = '', reviewId] = API.exec(request.url.pathname) ?? [];
  const property = propertyOf(propertyId, context);
  if (property === undefined) return apiResponse(null, 404, ['NOT_FOUND']);
  return reviewId === undefined
    ? respondWithList(property, request.url)
    : respondWithReview(request, property, reviewId, context);
}

function respondWithReview(
  request: SandboxRequest,
  property: SandboxListing,
  apiId: string,
  context: SandboxContext,
): SandboxResponse {
  const review = property.reviews.find(({ id }) => apiIdOf(id) === decodeURIComponent(apiId));
  if (review === undefined) return apiResponse(null, 404, ['NOT_FOUND']);
  return request.method === 'POST' ? respondToReply(request, review, context) : apiResponse(record(review));
}

/** The list of the API under the property's behaviour. */
function respondWithList(property: SandboxListing, url: URL): SandboxResponse {
  const limit = Math.min(Number(url.searchParams.get('limit') ?? '10'), API_PAGE);
  const page = Number(url.searchParams.get('cursor') ?? '1');
  return respondTo(property, page, {
    blocked: FORBIDDEN,
    gone: apiResponse(null, 404, ['NOT_FOUND']),
    changed: apiResponse({ feed: [] }),
    normal: () => listRecords(property, url, { page, limit }),
  });
}

/** Oldest first, as documented; the last page is empty. A list that ends early (`short`) has no next page. */
function listRecords(
  property: SandboxListing,
  url: URL,
  { page, limit }: { readonly page: number; readonly limit: number },
): SandboxResponse {
  const from = Date.parse(url.searchParams.get('from_date') ?? '1970-01-01');
  const all = newestFirst(property)
    .reverse()
    .filter(({ publishedAt }) => publishedAt.getTime() >= from);
  const { reviews } = pageOf(property, all, page, limit);
  const next = new URL(url);
  next.searchParams.set('cursor', String(reviews.length === 0 ? page : page + 1));
  const hasNext = behaviourAt(property, page) !== 'short';
  return apiResponse({ reviews: reviews.map(record) }, 200, [], hasNext ? next.href : undefined);
}

const timestamp = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

function record(review: SandboxReview): object {
  const { reply } = review;
  return {
    review_id: apiIdOf(review.id),
    created_timestamp: timestamp(review.publishedAt),
    last_change_timestamp: timestamp(review.updatedAt),
    reservation_id: 1_000_000_000,
    reviewer: { name: review.author, country_code: 'pl' },
    content: { language_code: 'en', headline: review.title, positive: review.text, negative: null },
    scoring: { review_score: review.rating },
    reply: reply === null ? null : { text: reply.text, last_change_timestamp: timestamp(reply.at) },
  };
}

function respondToReply({ body }: SandboxRequest, review: SandboxReview, { replies }: SandboxContext): SandboxResponse {
  const { reply } = JSON.parse(body) as { reply?: unknown };
  const refusal = (): SandboxResponse => apiResponse(null, 400, ['INVALID_REPLY']);
  if (typeof reply !== 'string' || reply === '' || review.text === null) return refusal();
  if (review.reply !== null || replies.pending.has(review.id)) return apiResponse(null, 409, ['ALREADY_REPLIED']);
  return replies.write({
    review,
    text: reply,
    moderated: true,
    successResponse: () => apiResponse(null),
    rejectionResponse: refusal,
  });
}
