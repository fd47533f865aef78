/**
 * The sandbox of Wildberries' seller API: the lists of reviews with and without a reply, single reviews, and replies. One seller
 * has all articles. A token is valid unless it begins with "wrong". Formats follow the documentation, not recordings.
 */
import { htmlResponse, jsonResponse, newestFirst, pageOf, respondTo } from './sandbox-behaviour';
import type {
  FindListing,
  SandboxContext,
  SandboxListing,
  SandboxRequest,
  SandboxResponse,
  SandboxReview,
} from './sandbox-platform';

/** The number of the card of an article, which differs from the article's number. */
export const cardNumberOf = (key: string): number => Number(key) + CARD_OFFSET;
export const CARD_OFFSET = 7;

export const SELLER_HOST = 'feedbacks-api.wildberries.ru';
/** The response of the bot protection. */
export const BOT_CHECK = htmlResponse('<html><head><title>Почти готово...</title></head><body></body></html>', 498);

export function respondFromSellerApi(
  request: SandboxRequest,
  findListing: FindListing,
  context: SandboxContext,
): SandboxResponse {
  const { pathname, searchParams } = request.url;
  const refused = context.replies.outage ?? refusal(request, context);
  if (refused !== null) return refused;
  if (pathname === '/api/v1/feedbacks') return list(findListing(searchParams.get('nmId') ?? ''), searchParams, context);
  if (pathname === '/api/v1/feedback') return single(searchParams.get('id') ?? '', context);
  return pathname === '/api/v1/feedbacks/answer' ? answer(request, context) : failed(404);
}

function refusal({ headers }: SandboxRequest, { replies }: SandboxContext): SandboxResponse | null {
  const token = headers['authorization'] ?? '';
  if (token === '' || token.startsWith('wrong') || replies.access === 'revoked')
    return jsonResponse({ title: 'unauthorized', status: 401 }, 401);
  return replies.access === 'foreign' ? jsonResponse({ title: 'access denied', status: 403 }, 403) : null;
}

function list(article: SandboxListing | undefined, query: URLSearchParams, context: SandboxContext): SandboxResponse {
  const take = Number(query.get('take'));
  const page = Number(query.get('skip')) / take + 1;
  const isAnswered = query.get('isAnswered') === 'true';
  return respondTo(article, page, {
    blocked: BOT_CHECK,
    gone: succeeded(listOf([])),
    changed: succeeded({ items: [] }),
    normal: (found) => {
      const all = newestFirst(found).filter(({ reply }) => (reply !== null) === isAnswered);
      const { reviews } = pageOf(found, all, page, take);
      return succeeded(listOf(reviews.map((review) => record(found, review, context))));
    },
  });
}

const listOf = (feedbacks: readonly object[]): object => ({ countUnanswered: 0, countArchive: 0, feedbacks });

function single(id: string, context: SandboxContext): SandboxResponse {
  const found = find(id, context);
  return found === null ? failed(422) : succeeded(record(found.article, found.review, context));
}

function find(id: string, { listings }: SandboxContext): { article: SandboxListing; review: SandboxReview } | null {
  for (const article of listings()) {
    const review = article.reviews.find((candidate) => candidate.id === id);
    if (review !== undefined) return { article, review };
  }
  return null;
}

function record({ key, name }: SandboxListing, review: SandboxReview, { replies }: SandboxContext): object {
  const { id, author, title, text, rating, publishedAt, reply } = review;
  const pending = replies.pending.get(id);
  const state = pending === undefined ? 'wbRu' : pending.state === 'rejected' ? 'rejected' : 'reviewRequired';
  const replyText = pending?.text ?? reply?.text;
  return {
    id,
    text: text ?? '',
    // The sandbox's titles are the advantages, which Wildberries shows beside the text.
    pros: title ?? '',
    cons: '',
    productValuation: rating,
    createdDate: publishedAt.toISOString(),
    answer: replyText === undefined ? null : { text: replyText, state, editable: true },
    state: replyText === undefined ? 'none' : 'wbRu',
    productDetails: { nmId: Number(key), imtId: cardNumberOf(key), productName: name, brandName: 'Sandbox', size: '0' },
    photoLinks: review.images.map((url) => ({ fullSize: url, miniSize: url })),
    video: null,
    wasViewed: true,
    userName: author,
    lastOrderShkId: 123_456_789,
    lastOrderCreatedAt: publishedAt.toISOString(),
    color: 'белый',
    parentFeedbackId: null,
    childFeedbackId: null,
  };
}

/** `POST` publishes, `PATCH` replaces. Like the platform, ignores the id of a review that does not exist. */
function answer({ method, body }: SandboxRequest, context: SandboxContext): SandboxResponse {
  const { id, text } = JSON.parse(body) as { id?: unknown; text?: unknown };
  const done = (): SandboxResponse => ({ status: 204, body: '' });
  const refuse = (): SandboxResponse => jsonResponse({ title: 'Bad request', status: 400 }, 400);
  if (typeof id !== 'string' || typeof text !== 'string' || text.length < 2) return refuse();
  const found = find(id, context);
  if (found === null) return done();
  const hasReply = found.review.reply !== null || context.replies.pending.has(id);
  if (hasReply !== (method === 'PATCH')) return refuse();
  return context.replies.write({ review: found.review, text, successResponse: done, rejectionResponse: refuse });
}

const succeeded = (data: object): SandboxResponse =>
  jsonResponse({ data, error: false, errorText: '', additionalErrors: null });

const failed = (status: number): SandboxResponse =>
  jsonResponse({ data: null, error: true, errorText: 'Не найдено', additionalErrors: null }, status);
