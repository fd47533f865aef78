/**
 * The platform in the sandbox: its real addresses, response format and paging, with reviews that tests change. Document here the
 * meaning of a key, and which parts were recorded and which are known from documentation only.
 */
import { FORBIDDEN, jsonResponse, newestFirst, pageOf, respondTo } from '../../sandbox/sandbox-behaviour';
import { averageOf } from '../../sandbox/sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxReview } from '../../sandbox';

const LIST_PATH = /^\/v1\/places\/(\d+)\/reviews$/;
const PAGE_SIZE = 20;

export const templateSandbox: SandboxPlatform = {
  slug: 'template',
  hosts: ['reviews.example'],
  demo: {
    key: '4711',
    name: 'The Old Mill',
    reviews: 60,
    ratings: [2, 5, 7.5, 9, 10],
    titles: true,
    replies: true,
    images: true,
  },
  pageUrl: (key) => `https://www.reviews.example/place/the-old-mill-${key}`,

  respond({ url }, findListing) {
    const id = url.hostname === 'api.reviews.example' ? LIST_PATH.exec(url.pathname)?.[1] : undefined;
    const page = Number(url.searchParams.get('page') ?? '1');
    return respondTo(id === undefined ? undefined : findListing(id), page, {
      // This platform's refusal, its response for a deleted place, and another layout.
      blocked: FORBIDDEN,
      gone: jsonResponse({ error: 'no such place' }, 404),
      changed: jsonResponse({ version: 2, data: { items: [] } }),
      normal: (place) => jsonResponse(listOf(place, page)),
    });
  },
};

function listOf(place: SandboxListing, page: number): object {
  const all = newestFirst(place);
  const { reviews, hasNext } = pageOf(place, all, page, PAGE_SIZE);
  return {
    place: { name: place.name, review_count: all.length, score: averageOf(all) },
    reviews: reviews.map(recordOf),
    has_next: hasNext,
  };
}

function recordOf(review: SandboxReview): object {
  return {
    id: review.id,
    author: { name: review.author, profile_url: `https://www.reviews.example/users/${review.id}`, avatar: null },
    title: review.title,
    text: review.text,
    score: review.rating,
    created_at: review.publishedAt.toISOString(),
    photos: review.images,
    reply: review.reply === null ? null : { text: review.reply.text, created_at: review.reply.at.toISOString() },
  };
}
