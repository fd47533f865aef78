/**
 * Yotpo's sandbox: the API of the widget of one shop. Keys are product numbers. Records of reviews follow a recording of the
 * older address, the envelope follows public clients. Texts have character references, as on the platform.
 */
import { behaviourAt, FORBIDDEN, jsonResponse, newestFirst, pageOf, respondTo } from './sandbox-behaviour';
import { averageOf } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const APP_KEY = 'sandboxAppKeyOfTheShop00';
const LIST = new RegExp(`^/v1/widget/${APP_KEY}/products/([^/]+)/reviews\\.json$`);
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

export const yotpoSandbox: SandboxPlatform = {
  slug: 'yotpo',
  hosts: ['api-cdn.yotpo.com', 'api.yotpo.com'],
  demo: {
    key: '77001',
    name: 'Walnut Kettle',
    reviews: 180,
    ratings: [1, 2, 3, 4, 5],
    titles: true,
    replies: true,
    images: true,
  },
  pageUrl: (key) => `https://api-cdn.yotpo.com/v1/widget/${APP_KEY}/products/${key}/reviews.json`,

  respond({ url }, findListing) {
    const key = LIST.exec(url.pathname)?.[1];
    if (key === undefined) return jsonResponse({ status: { code: 404, message: 'Not Found' }, response: {} }, 404);
    const page = Number(url.searchParams.get('page') ?? '1');
    const size = Number(url.searchParams.get('per_page') ?? '5');
    return respondWithList(findListing(decodeURIComponent(key)), page, size);
  },
};

function respondWithList(product: SandboxListing | undefined, page: number, size: number): SandboxResponse {
  return respondTo(product, page, {
    blocked: FORBIDDEN,
    gone:
      page === 1
        ? jsonResponse(envelope({ page, size, total: 0, score: 0, products: [], reviews: [] }))
        : jsonResponse({ status: { code: 404, message: 'Not Found' }, response: {} }),
    changed: jsonResponse({ status: { code: 200, message: 'OK' }, response: { review_groups: [] } }),
    normal: (found) => jsonResponse(list(found, page, size)),
  });
}

function list(product: SandboxListing, page: number, size: number): object {
  const { reviews } = pageOf(product, newestFirst(product), page, size);
  const all = product.reviews;
  return envelope({
    page,
    size,
    total: behaviourAt(product, page) === 'refused' ? 0 : all.length,
    score: averageOf(all) ?? 0,
    products: [{ id: 1, domain_key: product.key, name: product.name, product_link: 'https://shop.example/products/1' }],
    reviews: reviews.map(recordOf),
  });
}

interface Content {
  readonly page: number;
  readonly size: number;
  readonly total: number;
  readonly score: number;
  readonly products: readonly object[];
  readonly reviews: readonly object[];
}

function envelope({ page, size, total, score, products, reviews }: Content): object {
  return {
    status: { code: 200, message: 'OK' },
    response: {
      pagination: { page, per_page: size, total },
      bottomline: { total_review: total, average_score: score },
      products,
      product_tags: [],
      reviews,
    },
  };
}

function recordOf(review: SandboxReview): object {
  const { reply } = review;
  return {
    id: Number(review.id),
    score: review.rating,
    votes_up: 0,
    votes_down: 0,
    title: encoded(review.title ?? ''),
    content: encoded(review.text ?? ''),
    created_at: review.publishedAt.toISOString(),
    deleted: false,
    verified_buyer: true,
    custom_fields: null,
    images_data: review.images.map((url, id) => ({ id, thumb_url: url, original_url: url })),
    user: { user_id: Number(review.id), display_name: encoded(review.author), social_image: null, user_type: 'User' },
    ...(reply === null ? {} : { comment: { id: 1, content: encoded(reply.text), created_at: reply.at.toISOString() } }),
  };
}

function encoded(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => REFERENCES[mark] ?? mark);
}
