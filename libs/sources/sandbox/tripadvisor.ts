/**
 * Tripadvisor's sandbox: locations and their reviews in the Terra API. Keys are numbers of locations. Formats follow the published
 * OpenAPI description. A key is accepted unless it begins with "wrong"; it opens all listings.
 */
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
import { roundedAverage } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const PATH = /^\/api\/locations\/(\d+)(\/reviews)?$/;
const NOT_FOUND = jsonResponse({ status: 404, title: 'Not Found', message: 'Not Found' }, 404);

export const tripadvisorSandbox: SandboxPlatform = {
  slug: 'tripadvisor',
  hosts: ['tripadvisor.com'],
  demo: {
    key: '4071234',
    name: 'Pension Kranichsee',
    reviews: 60,
    ratings: [1, 2, 3, 4, 5],
    titles: true,
    replies: true,
    images: true,
  },
  pageUrl: (key) => `https://www.tripadvisor.com/Hotel_Review-g187323-d${key}-Reviews-Sandbox-Berlin.html`,

  respond({ url, headers }, findListing, { replies }) {
    if (url.hostname !== 'terra.tripadvisor.com')
      return htmlResponse('<html><script src="https://ct.captcha-delivery.com/c.js"></script></html>', 403);
    if (!replies.acceptsKey(headers['x-api-key'])) return jsonResponse({ Message: 'Forbidden' }, 403);
    const [, key = '', reviews] = PATH.exec(url.pathname) ?? [];
    const found = findListing(key);
    if (found === undefined) return NOT_FOUND;
    if (reviews === undefined) return respondWithLocation(found);
    const size = Math.min(Number(url.searchParams.get('size') ?? '20'), 20);
    return respondWithList(found, Number(url.searchParams.get('page') ?? '1'), size);
  },
};

function respondWithLocation(listing: SandboxListing): SandboxResponse {
  return respondTo(listing, 1, {
    gone: NOT_FOUND,
    side_throttled: THROTTLED,
    normal: () => jsonResponse(locationOf(listing)),
  });
}

function locationOf({ key, name, reviews }: SandboxListing): object {
  const overall = { rating: roundedAverage(reviews), count: reviews.length };
  return {
    id: Number(key),
    geo_id: 187323,
    geo: 'Berlin',
    names: [
      { language: 'en-US', value: `${name} (translated)` },
      { language: 'de-DE', value: name, primary: true },
    ],
    status: { value: 'OPEN' },
    ...(reviews.length === 0 ? {} : { traveler_ratings: { overall, breakdowns: [], subratings: [] } }),
  };
}

function respondWithList(listing: SandboxListing, page: number, size: number): SandboxResponse {
  return respondTo(listing, page, {
    blocked: FORBIDDEN,
    gone: NOT_FOUND,
    changed: jsonResponse({ reviews: [], paging: { total_results: 0 } }),
    normal: () => jsonResponse(list(listing, page, size)),
  });
}

function list(listing: SandboxListing, page: number, size: number): object {
  const { reviews } = pageOf(listing, newestFirst(listing), page, size);
  const total = behaviourAt(listing, page) === 'refused' ? 0 : listing.reviews.length;
  return {
    data: reviews.map((review) => recordOf(listing.key, review)),
    pagination: { page, size, total_pages: Math.ceil(total / size), total_elements: total },
  };
}

function recordOf(key: string, review: SandboxReview): object {
  const { reply } = review;
  return {
    id: Number(review.id),
    publish_ts: review.publishedAt.toISOString(),
    rating: review.rating,
    rating_icon_url: { key: 'icon', url: 'https://www.tripadvisor.com/img/5.svg' },
    subratings: [],
    title: translations(review.title),
    text: translations(review.text),
    travel_date: '2026-05',
    trip_type: 'COUPLES',
    url: `https://www.tripadvisor.com/ShowUserReviews-g187323-d${key}-r${review.id}-Sandbox.html`,
    user: {
      username: review.author,
      geo: 'Lisbon',
      geo_id: 189158,
      avatar_url: { key: 'avatar', url: 'https://media.example/avatars/1.jpg' },
    },
    photos: review.images.map((url) => ({ key: url, media_type: 'image/jpeg', original_size_url: url })),
    ...(reply === null
      ? {}
      : {
          owner_response: {
            id: 77,
            username: 'manager',
            text: translations(reply.text),
            publish_date: reply.at.toISOString(),
          },
        }),
  };
}

function translations(value: string | null): readonly object[] {
  return value === null ? [] : [{ language: 'de', value, primary: true }];
}
