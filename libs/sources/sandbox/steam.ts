/**
 * Steam's sandbox: appreviews (newest update first, with a cursor) and appdetails. Keys are app numbers. A review with a rating
 * of 1 recommends the app, a review with a rating of 0 does not. The cursor is opaque to clients; here it is the page number in
 * base64.
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
import { unixSeconds } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const REVIEWS_PATH = /^\/appreviews\/(\d+)$/;
const NOT_FOUND = htmlResponse('<html><body>Not found</body></html>', 404);

export const steamSandbox: SandboxPlatform = {
  slug: 'steam',
  hosts: ['store.steampowered.com', 'steamcommunity.com'],
  demo: { key: '900100', name: 'Lanternfall', reviews: 240, ratings: [0, 1, 1, 1], replies: true },

  pageUrl: (key: string): string => `https://store.steampowered.com/app/${key}/Sandbox_Game/`,

  respond({ url }, findListing) {
    if (url.host !== 'store.steampowered.com') return NOT_FOUND;
    if (url.pathname === '/api/appdetails') {
      const id = url.searchParams.get('appids') ?? '';
      return respondTo(findListing(id), 1, {
        ...OWN_MISBEHAVIOURS,
        side_throttled: THROTTLED,
        gone: detailsResponse(id, undefined),
        normal: (app) => detailsResponse(id, app),
      });
    }
    const appId = REVIEWS_PATH.exec(url.pathname)?.[1];
    if (appId === undefined) return NOT_FOUND;
    const page = cursorPage(url.searchParams.get('cursor') ?? '*');
    return respondTo(findListing(appId), page, {
      ...OWN_MISBEHAVIOURS,
      gone: reviewsResponse(undefined, page, url),
      normal: (app) => reviewsResponse(app, page, url),
    });
  },
};

const OWN_MISBEHAVIOURS = { blocked: FORBIDDEN, changed: jsonResponse({ response: { review_list: [], version: 2 } }) };

function detailsResponse(id: string, listing: SandboxListing | undefined): SandboxResponse {
  if (listing === undefined) return jsonResponse({ [id]: { success: false } });
  return jsonResponse({ [id]: { success: true, data: { type: 'game', name: listing.name, steam_appid: Number(id) } } });
}

function reviewsResponse(listing: SandboxListing | undefined, page: number, url: URL): SandboxResponse {
  const size = Number(url.searchParams.get('num_per_page') ?? 20);
  // The responses for an unknown app and for an app without reviews are equal; only appdetails distinguishes them.
  const listedReviews =
    listing === undefined ? [] : pageOf(listing, newestFirst(listing, 'updatedAt'), page, size).reviews;
  const isLoop = listing !== undefined && behaviourAt(listing, page) === 'loop';
  return jsonResponse({
    success: 1,
    query_summary:
      page === 1 ? summary(listing?.reviews ?? [], listedReviews.length) : { num_reviews: listedReviews.length },
    reviews: listedReviews.map(reviewItem),
    cursor: listedReviews.length === 0 ? (url.searchParams.get('cursor') ?? '*') : pageCursor(isLoop ? page : page + 1),
  });
}

function summary(reviews: readonly SandboxReview[], listedCount: number): object {
  const positive = reviews.filter((review) => review.rating === 1).length;
  return {
    num_reviews: listedCount,
    review_score: 8,
    review_score_desc: 'Very Positive',
    total_positive: positive,
    total_negative: reviews.length - positive,
    total_reviews: reviews.length,
  };
}

function reviewItem(review: SandboxReview): object {
  return {
    recommendationid: review.id,
    author: {
      steamid: `7656119${review.id.padStart(10, '0')}`,
      num_games_owned: 12,
      num_reviews: 3,
      playtime_forever: 640,
      playtime_last_two_weeks: 0,
      last_played: unixSeconds(review.updatedAt),
    },
    language: 'english',
    review: review.text ?? '',
    timestamp_created: unixSeconds(review.publishedAt),
    timestamp_updated: unixSeconds(review.updatedAt),
    voted_up: review.rating === 1,
    votes_up: 0,
    votes_funny: 0,
    weighted_vote_score: '0.5',
    comment_count: 0,
    steam_purchase: true,
    received_for_free: false,
    written_during_early_access: false,
    ...(review.reply === null
      ? {}
      : { developer_response: review.reply.text, timestamp_dev_responded: unixSeconds(review.reply.at) }),
  };
}

const pageCursor = (page: number): string => Buffer.from(`sandbox+page+${page}`).toString('base64');

function cursorPage(cursor: string): number {
  if (cursor === '*') return 1;
  return Number(/\+(\d+)$/.exec(Buffer.from(cursor, 'base64').toString('latin1'))?.[1] ?? 1);
}
