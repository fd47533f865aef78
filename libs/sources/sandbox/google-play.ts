/**
 * Google Play's sandbox: the pages of apps, and the request for reviews (batchexecute), last change first; the API for developers
 * is in google-play-developer.ts. Keys are package names. The token of a page is opaque to clients; here it is the page number in
 * base64.
 *
 * Recorded: the envelope, the array of a review, the response for an unknown app, the JSON-LD of a page. Known from public clients:
 * the body of the request, the token, and that the last page has none. A list that ends early (`short`) still has a token, followed
 * by an empty page.
 */
import { respondFromDeveloperApi, TOKEN_HOST, isAssertion, API_HOST } from './google-play-developer';
import {
  behaviourAt,
  commonMisbehaviour,
  FORBIDDEN,
  htmlResponse,
  newestFirst,
  pageOf,
  respondTo,
  THROTTLED,
} from './sandbox-behaviour';
import { averageOf, scriptJson, unixSeconds } from './sandbox-formats';
import type {
  FindListing,
  SandboxListing,
  SandboxPlatform,
  SandboxRequest,
  SandboxResponse,
  SandboxReview,
} from './sandbox-platform';

const LIST_PATH = '/_/PlayStoreUi/data/batchexecute';
const DETAILS_PATH = '/store/apps/details';
const REVIEWS_REQUEST = 'UsvDTd';
const NOT_FOUND = htmlResponse("<html><head><title>Not Found</title></head><body>We're sorry.</body></html>", 404);
const CONSENT: SandboxResponse = {
  status: 302,
  headers: {
    location: 'https://consent.google.com/m?continue=https://play.google.com/store',
    'content-type': 'text/html',
  },
  body: '<html><body>The document has moved.</body></html>',
};

export const googlePlaySandbox: SandboxPlatform = {
  slug: 'google-play',
  hosts: ['play.google.com', API_HOST, TOKEN_HOST],
  // The other token requests are those of the Business Profile APIs.
  takes: (request) => request.url.hostname !== TOKEN_HOST || isAssertion(request),
  demo: {
    key: 'example.sandbox.lantern',
    name: 'Lantern: Night Walks',
    reviews: 320,
    ratings: [1, 2, 3, 4, 5],
    replies: true,
  },
  reviewId: (serial) => `5a4db0c5-0000-4000-8000-${String(serial).padStart(12, '0')}`,
  pageUrl: (key) => `https://play.google.com${DETAILS_PATH}?id=${key}&hl=en&gl=US`,

  respond(request, findListing, context) {
    const { hostname, pathname, searchParams } = request.url;
    if (hostname === API_HOST || hostname === TOKEN_HOST) return respondFromDeveloperApi(request, findListing, context);
    if (pathname === LIST_PATH) return listResponse(request, findListing);
    return pathname === DETAILS_PATH ? detailsResponse(findListing(searchParams.get('id') ?? '')) : NOT_FOUND;
  },
};

interface ListRequest {
  readonly appId: string;
  readonly size: number;
  readonly page: number;
}

/** Reads the body of a request: `f.req=[[["UsvDTd","[null,null,[2,2,[150,null,token],null,[]],[\"app\",7]]",null,"generic"]]]`. */
function readRequest({ method, url, body }: SandboxRequest): ListRequest | null {
  if (method !== 'POST' || url.searchParams.get('rpcids') !== REVIEWS_REQUEST) return null;
  const [[[request, payload]]] = JSON.parse(new URLSearchParams(body).get('f.req') ?? '') as [[[string, string]]];
  if (request !== REVIEWS_REQUEST) return null;
  const [, , [, , [size, , token]], [appId]] = JSON.parse(payload) as [
    null,
    null,
    [number, number, [number, null, string | null]],
    [string, number],
  ];
  return { appId, size, page: token === null ? 1 : Number(Buffer.from(token, 'base64').toString('latin1')) };
}

function listResponse(request: SandboxRequest, findListing: FindListing): SandboxResponse {
  const parameters = readRequest(request);
  if (parameters === null) return htmlResponse('<html><body>Bad request</body></html>', 400);
  return respondTo(findListing(parameters.appId), parameters.page, {
    blocked: CONSENT,
    refused: FORBIDDEN,
    gone: envelope([]),
    changed: envelope([{ reviews: [], version: 2 }]),
    normal: (app) => envelope(payloadOf(app, parameters)),
  });
}

function payloadOf(app: SandboxListing, { page, size }: ListRequest): unknown[] {
  const { reviews, hasNext } = pageOf(app, newestFirst(app, 'updatedAt'), page, size);
  if (reviews.length === 0) return [];
  const continues = hasNext || behaviourAt(app, page) === 'short';
  return continues ? [reviews.map(reviewArray), [null, tokenOf(page + 1)]] : [reviews.map(reviewArray)];
}

function reviewArray({ id, author, title, text, rating, updatedAt, reply }: SandboxReview): unknown[] {
  const avatar = [null, 2, null, [null, null, 'https://play-lh.googleusercontent.com/a/sandbox=mo']];
  return [
    id,
    [author, avatar],
    rating,
    title,
    text,
    timeOf(updatedAt),
    0,
    reply === null ? null : ['Sandbox Developers', reply.text, timeOf(reply.at)],
    null,
    ['100000000000000000001', author, null, [avatar, true], avatar],
    '1.0.0',
    ...Array<null>(5).fill(null),
    1,
  ];
}

const timeOf = (at: Date): number[] => [unixSeconds(at), 0];
const tokenOf = (page: number): string => Buffer.from(String(page)).toString('base64');

function envelope(payload: unknown[]): SandboxResponse {
  const rows = [
    ['wrb.fr', REVIEWS_REQUEST, JSON.stringify(payload), null, null, null, 'generic'],
    ['di', 54],
    ['af.httprm', 54, '-3123050928369436631', 0],
  ];
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: `)]}'\n\n${JSON.stringify(rows)}`,
  };
}

function detailsResponse(app: SandboxListing | undefined): SandboxResponse {
  const behaviour = app === undefined ? 'gone' : behaviourAt(app, 1);
  if (app === undefined || behaviour === 'gone') return NOT_FOUND;
  return behaviour === 'side_throttled' ? THROTTLED : (commonMisbehaviour(behaviour) ?? detailsPage(app));
}

function detailsPage({ key, name, reviews }: SandboxListing): SandboxResponse {
  const markup = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name,
    url: `https://play.google.com${DETAILS_PATH}/Sandbox?id=${key}&hl=en`,
    ...(reviews.length === 0
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: String(averageOf(reviews)),
            // The number of ratings, most of which have no review.
            ratingCount: String(reviews.length * 20),
          },
        }),
  };
  return htmlResponse(
    `<!doctype html><html><head><script type="application/ld+json" nonce="sandbox">${scriptJson(markup)}</script></head><body>` +
      reviews
        .slice(0, 3)
        .map(({ id }) => `<header data-review-id="${id}"></header>`)
        .join('') +
      '</body></html>',
  );
}
