/**
 * Visits a business: one response with up to three cut reviews, and the description of the business. The reviews are a selection,
 * so the coverage is always `window`.
 */
import { CONNECTION_STATUSES } from '../../access/authorized';
import { ownerKey } from '../../access/owner-key';
import { optionalRequest, unseenReviews, verifyEmptyList } from '../../visiting';
import type { ResultOf } from '../../parsing/parser';
import { Gone, Unavailable } from '../../source-errors';
import type { SourceResponse } from '../../source-http';
import type { OwnerVisitTools, PlatformObject, Visit } from '../../source';
import { business, reviewPage } from './parsers';
import { businessUrl, keyHeaders, localeFor, PLAN_WITHOUT_REVIEWS, PLATFORM, reviewsUrl } from './places-api';

type ReviewPage = ResultOf<typeof reviewPage>;

export async function* visit(_canonicalUrl: string, tools: OwnerVisitTools): Visit {
  const page = await requestReviews(tools).catch((error: unknown) => explained(error, tools));
  const object = await requestObject(page, tools);
  yield { reviews: unseenReviews(page.reviews, new Set()), ...(object === null ? {} : { object }) };
  return { coverage: 'window' };
}

/** Rethrows the error of the list. To a plan without reviews, Yelp responds as if there were no such business. */
async function explained(error: unknown, tools: OwnerVisitTools): Promise<never> {
  if (!(error instanceof Gone)) throw error;
  await requestBusiness(tools);
  throw new Unavailable('credentials_insufficient', PLAN_WITHOUT_REVIEWS);
}

/** The reviews in English, or if there are none, in the first other language that has some. */
async function requestReviews(tools: OwnerVisitTools): Promise<ReviewPage> {
  const english = await requestPage(null, tools);
  const locale = english.reviews.shown > 0 ? null : localeFor(english.languages);
  return locale === null ? english : requestPage(locale, tools);
}

/** The description is required for an empty list only, as its proof. */
async function requestObject(page: ReviewPage, tools: OwnerVisitTools): Promise<PlatformObject | null> {
  if (page.reviews.shown > 0) return optionalRequest(() => requestBusiness(tools), tools.signal);
  const message = 'Yelp shows no list of reviews, though the business has some';
  await verifyEmptyList(message, { reviewCount: page.total }, tools);
  const object = await requestBusiness(tools);
  await verifyEmptyList(message, { reviewCount: object.reviewCount }, tools);
  return object;
}

/** Requests the description of the business. Throws `Gone` if Yelp has no such business. */
async function requestBusiness(tools: OwnerVisitTools): Promise<PlatformObject> {
  const { status, document } = await get(businessUrl(tools.connection.card), tools);
  return (await tools.parse(business, document, { status })).object;
}

async function requestPage(locale: string | null, tools: OwnerVisitTools): Promise<ReviewPage> {
  const { status, document } = await get(reviewsUrl(tools.connection.card, locale), tools);
  return tools.parse(reviewPage, document, { status });
}

function get(url: string, tools: OwnerVisitTools): Promise<SourceResponse> {
  const headers = keyHeaders(ownerKey(PLATFORM, 'api_key', tools));
  return tools.http.request(url, { accept: [400, ...CONNECTION_STATUSES], headers });
}
