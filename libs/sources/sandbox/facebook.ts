/**
 * Facebook's sandbox: pages, their ratings and the comments on them in the Graph API. Keys are numbers of pages. A token ends with
 * the number of its page ("token-100064000000001") and is accepted unless it begins with "wrong". A review with a rating of 1
 * recommends the page, a review with a rating of 0 does not. Formats follow documentation and public clients.
 */
import { htmlResponse, jsonResponse, newestFirst, pageOf, respondTo, THROTTLED } from './sandbox-behaviour';
import type {
  FindListing,
  SandboxContext,
  SandboxListing,
  SandboxPlatform,
  SandboxResponse,
  SandboxReview,
} from './sandbox-platform';

const SHARE_PATH = /^\/share\/(\d+)\/$/;
const PATH = /^\/v\d+\.\d+\/(me|\d+)(\/ratings)?$/;

export const facebookSandbox: SandboxPlatform = {
  slug: 'facebook',
  hosts: ['facebook.com'],
  demo: { key: '100064000000001', name: 'Tea House Seven Herons', reviews: 120, ratings: [0, 1, 1, 1], replies: true },
  reviewId: (serial) => `2000000${serial}`,
  pageUrl: (key) => `https://www.facebook.com/profile.php?id=${key}`,

  respond({ url, headers }, findListing, { replies }) {
    const shared = SHARE_PATH.exec(url.pathname)?.[1];
    // The codes of its short links are the numbers of the pages; like the platform, it shows the login wall with the page in its query.
    if (shared !== undefined) return loginWall(`https://www.facebook.com/people/Page/${shared}/`);
    if (url.hostname !== 'graph.facebook.com')
      return htmlResponse('<html><head><title>Log in to Facebook</title></head><body></body></html>');
    return respondFromApi(url, headers['authorization'] ?? '', { findListing, replies });
  },
};

function loginWall(page: string): SandboxResponse {
  const location = `https://www.facebook.com/login/?next=${encodeURIComponent(page)}`;
  return { status: 302, body: '', headers: { location } };
}

interface Pages {
  readonly findListing: FindListing;
  readonly replies: SandboxContext['replies'];
}

function respondFromApi(url: URL, authorization: string, { findListing, replies }: Pages): SandboxResponse {
  const token = authorization.replace(/^Bearer /, '');
  if (!replies.acceptsKey(token)) return errorResponse(190, 401);
  const own = findListing(token.split('-').at(-1) ?? '');
  const [, node, ratings] = PATH.exec(url.pathname) ?? [];
  // A token opens its own page only.
  if (own === undefined || (node !== 'me' && node !== own.key)) return errorResponse(100, 400, 33);
  return ratings === undefined ? respondWithPage(own) : respondWithList(own, url);
}

function errorResponse(code: number, status: number, subcode?: number): SandboxResponse {
  const error = { message: `(#${code}) An error of the sandbox`, type: 'OAuthException', code, fbtrace_id: 'sandbox' };
  return jsonResponse({ error: { ...error, ...(subcode === undefined ? {} : { error_subcode: subcode }) } }, status);
}

function respondWithPage(page: SandboxListing): SandboxResponse {
  const description = {
    id: page.key,
    name: page.name,
    username: `Page.${page.key}`,
    link: `https://www.facebook.com/Page.${page.key}`,
    overall_star_rating: page.reviews.length === 0 ? 0 : 4.5,
    rating_count: page.reviews.length,
  };
  return respondTo(page, 1, {
    gone: errorResponse(100, 400, 33),
    side_throttled: THROTTLED,
    normal: () => jsonResponse(description),
  });
}

function respondWithList(listing: SandboxListing, url: URL): SandboxResponse {
  const query = url.searchParams;
  const page = pageNumber(query.get('after'));
  const size = Number(query.get('limit') ?? '25');
  const withComments = (query.get('fields') ?? '').includes('comments');
  return respondTo(listing, page, {
    blocked: errorResponse(368, 400),
    gone: errorResponse(100, 400, 33),
    changed: jsonResponse({ ratings: { edges: [] } }),
    normal: () => jsonResponse(list(listing, { page, size, withComments })),
  });
}

interface Requested {
  readonly page: number;
  readonly size: number;
  readonly withComments: boolean;
}

function list(listing: SandboxListing, { page, size, withComments }: Requested): object {
  const { reviews, hasNext } = pageOf(listing, newestFirst(listing), page, size);
  const after = Buffer.from(`page ${page + 1}`).toString('base64url');
  return {
    data: reviews.map((review) => recordOf(listing.key, review, withComments)),
    ...(reviews.length === 0
      ? {}
      : {
          paging: {
            cursors: { before: 'sandbox', after },
            // Has the token, as on the platform, and must not be followed.
            ...(hasNext ? { next: `https://evil.example/ratings?after=${after}&access_token=secret` } : {}),
          },
        }),
  };
}

function recordOf(pageId: string, review: SandboxReview, withComments: boolean): object {
  const { reply } = review;
  const comments =
    reply === null
      ? []
      : [
          { message: 'A comment of a guest.', created_time: time(reply.at), from: { id: '4000000000000004' } },
          { message: reply.text, created_time: time(reply.at), from: { id: pageId } },
        ];
  return {
    created_time: time(review.publishedAt),
    recommendation_type: review.rating === 1 ? 'positive' : 'negative',
    ...(review.text === null ? {} : { review_text: review.text }),
    has_rating: false,
    has_review: review.text !== null,
    reviewer: { name: review.author, id: `30${review.id}` },
    open_graph_story: {
      id: review.id,
      ...(withComments && comments.length > 0 ? { comments: { data: comments } } : {}),
    },
  };
}

const time = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, '+0000');

function pageNumber(after: string | null): number {
  return after === null ? 1 : Number(Buffer.from(after, 'base64url').toString().split(' ').at(-1));
}
