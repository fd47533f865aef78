/**
 * Bazaarvoice's sandbox: the lists of reviews and products of one shop. Keys are product numbers. The list of reviews follows a
 * recording; the list of products and the errors follow documentation. A passkey is accepted unless it begins with "wrong".
 */
import { behaviourAt, FORBIDDEN, jsonResponse, newestFirst, pageOf, respondTo } from './sandbox-behaviour';
import { averageOf } from './sandbox-formats';
import type { SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const NO_RESULTS = { HasErrors: false, Errors: [], Offset: 0, TotalResults: 0, Locale: 'en_US', Results: [] };

export const bazaarvoiceSandbox: SandboxPlatform = {
  slug: 'bazaarvoice',
  hosts: ['api.bazaarvoice.com'],
  demo: {
    key: 'lantern-7',
    name: 'Storm Lantern No. 7',
    reviews: 130,
    ratings: [1, 2, 3, 4, 5],
    titles: true,
    replies: true,
    images: true,
  },
  pageUrl: (key) => `https://api.bazaarvoice.com/data/reviews.json?Filter=ProductId:${key}`,

  respond({ url }, findListing, { replies }) {
    const query = url.searchParams;
    if (!replies.acceptsKey(query.get('passkey')))
      return errorResponse('ERROR_PARAM_INVALID_API_KEY', 'The passKey provided is invalid.');
    const [attribute = '', key = ''] = (query.get('Filter') ?? '').split(':');
    const product = findListing(key);
    if (url.pathname === '/data/products.json' && attribute === 'Id') return respondWithProduct(product);
    if (url.pathname !== '/data/reviews.json' || attribute !== 'ProductId')
      return errorResponse('ERROR_PARAM_INVALID_FILTER_ATTRIBUTE', 'The filter is invalid.');
    return respondWithList(product, Number(query.get('Offset')), Number(query.get('Limit')));
  },
};

function errorResponse(Code: string, Message: string): SandboxResponse {
  return jsonResponse({ ...NO_RESULTS, HasErrors: true, Errors: [{ Code, Message }] });
}

function respondWithProduct(product: SandboxListing | undefined): SandboxResponse {
  // A product that disappears while its list is read loses its record, too.
  return respondTo(product?.behaviour === 'gone' ? undefined : product, 1, {
    gone: jsonResponse({ ...NO_RESULTS, Limit: 10 }),
    normal: (found) => jsonResponse({ ...NO_RESULTS, Limit: 10, TotalResults: 1, Results: [record(found)] }),
  });
}

function respondWithList(product: SandboxListing | undefined, offset: number, limit: number): SandboxResponse {
  const page = Math.floor(offset / limit) + 1;
  return respondTo(product, page, {
    blocked: FORBIDDEN,
    gone: jsonResponse({ ...NO_RESULTS, Limit: limit, Includes: {} }),
    changed: jsonResponse({ response: { reviews: [] }, version: 6 }),
    normal: (found) => jsonResponse(list(found, { offset, limit, page })),
  });
}

interface Requested {
  readonly offset: number;
  readonly limit: number;
  readonly page: number;
}

function list(product: SandboxListing, { offset, limit, page }: Requested): object {
  const { reviews } = pageOf(product, newestFirst(product), page, limit);
  const isRefused = behaviourAt(product, page) === 'refused';
  return {
    ...NO_RESULTS,
    Limit: limit,
    Offset: offset,
    TotalResults: isRefused ? 0 : product.reviews.length,
    Results: reviews.map((review) => reviewRecord(product.key, review)),
    Includes:
      reviews.length === 0 ? {} : { Products: { [product.key]: record(product) }, ProductsOrder: [product.key] },
  };
}

function record({ key, name, reviews }: SandboxListing): object {
  return {
    Id: key,
    Name: name,
    ProductPageUrl: `https://shop.example/products/${key}`,
    ReviewStatistics: {
      TotalReviewCount: reviews.length,
      AverageOverallRating: averageOf(reviews),
      OverallRatingRange: 5,
    },
  };
}

function reviewRecord(productId: string, review: SandboxReview): object {
  return {
    Id: review.id,
    ProductId: productId,
    AuthorId: `author${review.id}`,
    UserNickname: review.author,
    UserLocation: 'Lisbon',
    Title: review.title,
    ReviewText: review.text,
    Pros: null,
    Cons: null,
    TagDimensions: {},
    Rating: review.rating,
    RatingRange: 5,
    IsRecommended: (review.rating ?? 0) > 3,
    IsRatingsOnly: review.text === null,
    IsSyndicated: false,
    ModerationStatus: 'APPROVED',
    SubmissionTime: time(review.publishedAt),
    LastModificationTime: time(review.updatedAt),
    ContextDataValues: { Age: { Id: 'Age', Value: '35to44' } },
    ClientResponses:
      review.reply === null
        ? []
        : [{ Name: 'Shop', Department: 'Service', Response: review.reply.text, Date: time(review.reply.at) }],
    Photos: review.images.map((Url, index) => ({ Id: String(index), Sizes: { normal: { Url }, thumbnail: { Url } } })),
    Videos: [],
  };
}

/** Times have milliseconds and the offset of UTC. */
const time = (at: Date): string => at.toISOString().replace('Z', '+00:00');
