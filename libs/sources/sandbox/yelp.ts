/**
 * Yelp's sandbox: businesses and three of their reviews in the Places API. Keys are aliases; the id of a business is derived from its
 * alias. Formats follow the documentation. Texts are cut after 160 characters. A key is accepted unless it begins with "wrong".
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
  THROTTLED,
} from './sandbox-behaviour';
import { averageOf } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const PATH = /^\/v3\/businesses\/([^/]+)(\/reviews)?$/;
const SHOWN = 3;
const TEXT_LIMIT = 160;

export const yelpSandbox: SandboxPlatform = {
  slug: 'yelp',
  hosts: ['yelp.com', 'yelp.to'],
  demo: { key: 'sandpiper-bakery-lisboa', name: 'Sandpiper Bakery', reviews: 60, ratings: [1, 3, 5] },
  reviewId: (serial) => `xAG4O7l-t1ubb${serial}`,
  pageUrl: (key) => `https://www.yelp.com/biz/${key}?osq=bakery`,

  respond({ url, headers }, findListing, { replies, listings }) {
    if (url.hostname !== 'api.yelp.com') return respondToPage(url);
    const key = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1];
    if (!replies.acceptsKey(key)) return errorResponse(401, 'TOKEN_INVALID');
    const [, encoded = '', reviews] = PATH.exec(url.pathname) ?? [];
    const name = decodeURIComponent(encoded);
    const found = findListing(name) ?? listings().find((candidate) => businessIdOf(candidate.key) === name);
    if (found === undefined) return errorResponse(404, 'BUSINESS_NOT_FOUND');
    return reviews === undefined ? respondWithBusiness(found) : respondWithList(found);
  },
};

/** The site has a bot check. The codes of its short links are the keys of the businesses. */
function respondToPage({ hostname, pathname }: URL): SandboxResponse {
  if (hostname !== 'yelp.to')
    return htmlResponse('<html><script src="https://ct.captcha-delivery.com/c.js"></script></html>', 403);
  return { status: 302, body: '', headers: { location: `https://www.yelp.com/biz${pathname}?utm_source=ashare` } };
}

/** The id of a business, derived from its alias. */
export function businessIdOf(alias: string): string {
  return createHash('sha256').update(alias).digest('base64url').slice(0, 22);
}

function errorResponse(status: number, code: string): SandboxResponse {
  return jsonResponse({ error: { code, description: 'An error of the sandbox' } }, status);
}

function respondWithBusiness(listing: SandboxListing): SandboxResponse {
  return respondTo(listing, 1, {
    gone: errorResponse(404, 'BUSINESS_NOT_FOUND'),
    side_throttled: THROTTLED,
    normal: () => jsonResponse(businessRecord(listing)),
  });
}

function businessRecord({ key, name, reviews }: SandboxListing): object {
  return {
    id: businessIdOf(key),
    alias: key,
    name,
    url: `https://www.yelp.com/biz/${encodeURIComponent(key)}`,
    review_count: reviews.length,
    rating: Math.round((averageOf(reviews) ?? 0) * 2) / 2,
  };
}

function respondWithList(listing: SandboxListing): SandboxResponse {
  return respondTo(listing, 1, {
    blocked: FORBIDDEN,
    gone: errorResponse(404, 'BUSINESS_NOT_FOUND'),
    changed: jsonResponse({ businesses: [], total: 0 }),
    normal: () => jsonResponse(list(listing)),
  });
}

function list(listing: SandboxListing): object {
  const { reviews } = pageOf(listing, newestFirst(listing), 1, SHOWN);
  return {
    reviews: reviews.map((review) => recordOf(listing.key, review)),
    total: behaviourAt(listing, 1) === 'refused' ? 0 : listing.reviews.length,
    possible_languages: ['en'],
  };
}

function recordOf(alias: string, review: SandboxReview): object {
  return {
    id: review.id,
    url: `https://www.yelp.com/biz/${encodeURIComponent(alias)}?hrid=${review.id}&adjust_creative=sandbox&utm_source=app`,
    text: cut(review.text ?? ''),
    rating: review.rating,
    time_created: review.publishedAt.toISOString().slice(0, 19).replace('T', ' '),
    user: {
      id: `user-${review.id}`,
      profile_url: `https://www.yelp.com/user_details?userid=user-${review.id}`,
      image_url: 'https://photos.example/o.jpg',
      name: review.author,
    },
  };
}

function cut(text: string): string {
  return text.length <= TEXT_LIMIT ? text : `${text.slice(0, TEXT_LIMIT - 3)}...`;
}
