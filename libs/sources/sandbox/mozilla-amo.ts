/**
 * The sandbox of Mozilla Add-ons: the list of ratings in pages, and the data about an add-on. Keys are slugs. The formats are known
 * from documentation only. Texts are escaped, as on the platform.
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
import type { SandboxResponse, SandboxListing, SandboxPlatform, SandboxReview } from './sandbox-platform';

const HOST = 'addons.mozilla.org';
const LIST_PATH = '/api/v5/ratings/rating/';
const DETAILS_PATH = /^\/api\/v5\/addons\/addon\/([^/]+)\/$/;
const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 50;
const NOT_FOUND = jsonResponse({ detail: 'Not found.' }, 404);
const REFUSAL = htmlResponse('<html><head><title>403 Forbidden</title></head><body></body></html>', 403);

export const mozillaAmoSandbox: SandboxPlatform = {
  slug: 'mozilla-amo',
  hosts: [HOST],
  demo: {
    key: 'tab-lantern',
    name: 'Tab Lantern',
    reviews: 120,
    ratings: [1, 2, 3, 4, 5, 5],
    titles: false,
    replies: true,
    images: false,
  },
  pageUrl: (key) => `https://${HOST}/en-US/firefox/addon/${key}/reviews/`,

  respond({ url }, listing) {
    const key = DETAILS_PATH.exec(url.pathname)?.[1];
    if (key !== undefined) return detailsResponse(listing(decodeURIComponent(key)));
    const addon = url.pathname === LIST_PATH ? listing(url.searchParams.get('addon') ?? '') : undefined;
    return addon === undefined ? NOT_FOUND : listResponse(addon, url.searchParams);
  },
};

function detailsResponse(addon: SandboxListing | undefined): SandboxResponse {
  const behaviour = addon === undefined ? 'gone' : behaviourAt(addon, 1);
  if (addon === undefined || behaviour === 'gone') return NOT_FOUND;
  if (behaviour === 'side_throttled') return THROTTLED;
  return jsonResponse({
    id: 607454,
    slug: addon.key,
    name: { 'en-US': addon.name },
    default_locale: 'en-US',
    ratings: { average: average(addon.reviews), bayesian_average: 0, count: addon.reviews.length, text_count: 0 },
  });
}

function average(reviews: readonly SandboxReview[]): number {
  return reviews.length === 0 ? 0 : reviews.reduce((sum, { rating }) => sum + (rating ?? 0), 0) / reviews.length;
}

function listResponse(addon: SandboxListing, query: URLSearchParams): SandboxResponse {
  const page = Number(query.get('page') ?? '1');
  const size = Math.min(Number(query.get('page_size') ?? DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE);
  const behaviour = behaviourAt(addon, page);
  switch (behaviour) {
    case 'blocked':
    case 'refused':
      return REFUSAL;
    case 'gone':
      return NOT_FOUND;
    case 'changed':
      return jsonResponse({ meta: { total: 3 }, items: [] });
    case 'broken':
      return truncatedResponse(jsonResponse(listOf(addon, page, size)));
    default:
      return commonMisbehaviour(behaviour) ?? jsonResponse(listOf(addon, page, size));
  }
}

function listOf(addon: SandboxListing, page: number, size: number): object {
  const all = newestFirst(addon);
  const { reviews, hasNext } = pageOf(addon, all, page, size);
  const pageUrl = (number: number): string => `https://${HOST}${LIST_PATH}?addon=${addon.key}&page=${number}`;
  return {
    page_size: size,
    page_count: Math.ceil(all.length / size),
    count: all.length,
    next: hasNext ? pageUrl(page + 1) : null,
    previous: page > 1 ? pageUrl(page - 1) : null,
    results: reviews.map((review) => ratingOf(review, addon)),
  };
}

function ratingOf(review: SandboxReview, addon: SandboxListing): object {
  const { reply } = review;
  return {
    ...recordOf(Number(review.id), review.text, review.publishedAt, review.author),
    addon: { id: 607454, name: { 'en-US': addon.name }, icon_url: 'https://images.example/64.png', slug: addon.key },
    score: review.rating,
    reply:
      reply === null
        ? null
        : { ...recordOf(Number(review.id) + 1, reply.text, reply.at, 'Developer'), is_developer_reply: true },
    version: { id: 5_700_000, version: '1.58.0' },
  };
}

/** The fields that a rating and a reply have in common. */
function recordOf(id: number, text: string | null, at: Date, author: string): object {
  return {
    id,
    body: text === null ? null : escaped(text),
    created: `${at.toISOString().slice(0, 19)}Z`,
    flags: [],
    is_deleted: false,
    is_developer_reply: false,
    is_latest: true,
    previous_count: 0,
    user: { id, name: author, url: `https://${HOST}/en-US/firefox/user/${id}/`, username: `anonymous-${id}` },
  };
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
