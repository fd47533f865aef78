/**
 * The sandbox of Mozilla Add-ons: the list of ratings in pages, and the data about an add-on. Keys are slugs. The formats are known
 * from documentation only. Texts are escaped, as on the platform.
 */
import { behaviourAt, FORBIDDEN, jsonResponse, newestFirst, pageOf, respondTo, THROTTLED } from './sandbox-behaviour';
import { averageOf, escapeHtml, isoToTheSecond } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const HOST = 'addons.mozilla.org';
const LIST_PATH = '/api/v5/ratings/rating/';
const DETAILS_PATH = /^\/api\/v5\/addons\/addon\/([^/]+)\/$/;
const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 50;
const NOT_FOUND = jsonResponse({ detail: 'Not found.' }, 404);

export const mozillaAmoSandbox: SandboxPlatform = {
  slug: 'mozilla-amo',
  hosts: [HOST],
  demo: { key: 'tab-lantern', name: 'Tab Lantern', reviews: 120, ratings: [1, 2, 3, 4, 5, 5], replies: true },
  pageUrl: (key) => `https://${HOST}/en-US/firefox/addon/${key}/reviews/`,

  respond({ url }, findListing) {
    const key = DETAILS_PATH.exec(url.pathname)?.[1];
    if (key !== undefined) return detailsResponse(findListing(decodeURIComponent(key)));
    const addon = url.pathname === LIST_PATH ? findListing(url.searchParams.get('addon') ?? '') : undefined;
    return listResponse(addon, url.searchParams);
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
    ratings: {
      average: averageOf(addon.reviews) ?? 0,
      bayesian_average: 0,
      count: addon.reviews.length,
      text_count: 0,
    },
  });
}

function listResponse(addon: SandboxListing | undefined, query: URLSearchParams): SandboxResponse {
  const page = Number(query.get('page') ?? '1');
  const size = Math.min(Number(query.get('page_size') ?? DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE);
  return respondTo(addon, page, {
    blocked: FORBIDDEN,
    refused: FORBIDDEN,
    gone: NOT_FOUND,
    changed: jsonResponse({ meta: { total: 3 }, items: [] }),
    normal: (found) => jsonResponse(listOf(found, page, size)),
  });
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
    created: isoToTheSecond(at),
    flags: [],
    is_deleted: false,
    is_developer_reply: false,
    is_latest: true,
    previous_count: 0,
    user: { id, name: author, url: `https://${HOST}/en-US/firefox/user/${id}/`, username: `anonymous-${id}` },
  };
}

const escaped = (text: string): string => escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;');
