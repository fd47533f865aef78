/**
 * Wildberries' sandbox: the description of an article on a static host ("basket"), the card with its counters, and the list of reviews.
 * There are two hosts of lists, and each list is on one of them. Keys are numbers of articles. A title is the positive part of a
 * review. All baskets have all articles.
 *
 * Recorded: the records of the list. Known from public clients: the description, the card, the two hosts, and the status 498 of the bot
 * protection. How lists are distributed among the hosts is invented: odd numbers are on the second host.
 */
import { BOT_CHECK, CARD_OFFSET, cardNumberOf, respondFromSellerApi, SELLER_HOST } from './wildberries-seller';
import {
  behaviourAt,
  commonMisbehaviour,
  htmlResponse,
  jsonResponse,
  newestFirst,
  respondTo,
  wholeList,
} from './sandbox-behaviour';
import { roundedAverage, isoToTheSecond } from './sandbox-formats';
import type { FindListing, SandboxListing, SandboxPlatform, SandboxResponse, SandboxReview } from './sandbox-platform';

const CARD_HOST = 'card.wb.ru';
const ROUTES_PATH = '/api/v3/upstreams';
const DESCRIPTION_PATH = /^\/vol\d+\/part\d+\/(\d+)\/info\/ru\/card\.json$/;
const LIST_HOSTS = ['feedbacks1.wb.ru', 'feedbacks2.wb.ru'] as const;
const CARD_PATH = '/cards/v4/detail';
const LIST_PATH = /^\/feedbacks\/v2\/(\d+)$/;
/** Maximum number of reviews in a list. */
const WINDOW = 1_000;
const NOT_FOUND = htmlResponse('<html><body>404 Not Found</body></html>', 404);

export const wildberriesSandbox: SandboxPlatform = {
  slug: 'wildberries',
  hosts: ['wildberries.ru', 'wb.ru', 'wbbasket.ru'],
  demo: { key: '900300400', name: 'Фонарь штормовой «Маяк»', reviews: 180, ratings: [1, 2, 3, 4, 5], replies: true },
  reviewId: (serial) => `sandbox${String(serial).padStart(13, '0')}`,
  pageUrl: (key) => `https://www.wildberries.ru/catalog/${key}/detail.aspx?size=1`,

  respond(request, findListing, context) {
    const { url } = request;
    if (url.hostname === SELLER_HOST) return respondFromSellerApi(request, findListing, context);
    if (url.hostname.endsWith('.wbbasket.ru')) return respondFromBasket(url, findListing);
    if (url.hostname === CARD_HOST && url.pathname === CARD_PATH) {
      return cardResponse(findListing(url.searchParams.get('nm') ?? ''));
    }
    return respondFromListHost(url, findListing);
  },
};

function respondFromListHost(url: URL, findListing: FindListing): SandboxResponse {
  const host = LIST_HOSTS.findIndex((name) => name === url.hostname);
  const imtId = LIST_PATH.exec(url.pathname)?.[1];
  if (host < 0 || imtId === undefined) return NOT_FOUND;
  const article = findListing(String(Number(imtId) - CARD_OFFSET));
  return article === undefined || Number(imtId) % 2 !== host ? noList() : listResponse(article);
}

function respondFromBasket({ pathname }: URL, findListing: FindListing): SandboxResponse {
  if (pathname === ROUTES_PATH) return jsonResponse(routes());
  const article = findListing(DESCRIPTION_PATH.exec(pathname)?.[1] ?? '');
  if (article === undefined || behaviourAt(article, 1) === 'gone') return NOT_FOUND;
  const { key, name } = article;
  return jsonResponse({
    imt_id: cardNumberOf(key),
    nm_id: Number(key),
    imt_name: name,
    subj_name: 'Фонари',
    vendor_code: 'sandbox',
  });
}

/** The list of hosts: one for all volumes. */
function routes(): object {
  const hosts = [{ vol_range_from: 0, vol_range_to: 99_999, host: 'basket-01.wbbasket.ru' }];
  return { origin: { mediabasket_route_map: [{ method: 'range', hosts }] }, recommend: {} };
}

function cardResponse(article: SandboxListing | undefined): SandboxResponse {
  const behaviour = article === undefined ? 'gone' : behaviourAt(article, 1);
  if (article === undefined || behaviour === 'gone') return jsonResponse({ products: [] });
  if (behaviour === 'blocked') return BOT_CHECK;
  return commonMisbehaviour(behaviour) ?? jsonResponse({ products: [productOf(article)] });
}

function productOf({ key, name, reviews }: SandboxListing): object {
  const rating = roundedAverage(reviews);
  return {
    id: Number(key),
    root: cardNumberOf(key),
    brand: 'Sandbox',
    name,
    rating: Math.round(rating),
    reviewRating: rating,
    nmReviewRating: rating,
    feedbacks: reviews.length,
    nmFeedbacks: reviews.length,
  };
}

/** The response of the host that does not have the list. */
function noList(): SandboxResponse {
  return jsonResponse({ valuation: '', feedbackCount: 0, feedbackCountWithText: 0, feedbacks: null });
}

function listResponse(article: SandboxListing): SandboxResponse {
  return respondTo(article, 1, {
    blocked: BOT_CHECK,
    refused: noList(),
    gone: noList(),
    changed: jsonResponse({ version: 3, data: { items: [] } }),
    normal: () => jsonResponse(listOf(article, wholeList(article, newestFirst(article).slice(0, WINDOW)))),
  });
}

function listOf({ key, reviews }: SandboxListing, shown: readonly SandboxReview[]): object {
  return {
    valuation: reviews.length === 0 ? '' : roundedAverage(reviews).toFixed(1),
    feedbackCount: reviews.length,
    feedbackCountWithText: reviews.filter(({ text }) => text !== null).length,
    feedbacks: shown.map((review, index) => feedbackOf(review, Number(key), WINDOW - index)),
  };
}

function feedbackOf(review: SandboxReview, nmId: number, rank: number): object {
  const { id, author, title, text, rating, publishedAt, updatedAt, reply } = review;
  return {
    id,
    globalUserId: `sandbox/${id}=`,
    wbUserId: 0,
    wbUserDetails: { country: 'ru', name: author, hasPhoto: false },
    nmId,
    text: text ?? '',
    pros: title ?? '',
    cons: '',
    productValuation: rating,
    color: 'белый',
    size: '0',
    createdDate: isoToTheSecond(publishedAt),
    // In nanoseconds, as recorded.
    updatedDate: updatedAt.toISOString().replace('Z', '478436Z'),
    answer:
      reply === null
        ? null
        : {
            text: reply.text,
            state: 'wbRu',
            lastUpdate: null,
            createDate: isoToTheSecond(reply.at),
            rejectReason: null,
          },
    video: null,
    votes: { pluses: 0, minuses: 0 },
    rank,
    statusId: 16,
    excludedFromRating: { isExcluded: false, reasons: [] },
  };
}
