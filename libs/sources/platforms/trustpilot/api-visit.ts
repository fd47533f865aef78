/**
 * Visits a connected business: reads the list of the Business API with the connection's API key, 100 reviews per page, newest first,
 * all languages, reported reviews included, as on the public page.
 *
 * The end is a page without a link to another page; then the coverage is `all`. The API returns the newest 100,000 reviews at most; of
 * a longer list, a visit covers a `window`.
 */
import { CONNECTION_STATUSES } from '../../access/authorized';
import { optionalRequest, unseenReviews, verifyEmptyList } from '../../visiting';
import type { ResultOf } from '../../parsing/parser';
import type { OwnerVisitTools, PlatformObject, Visit } from '../../source';
import { Changed } from '../../source-errors';
import type { SourceResponse } from '../../source-http';
import { publicListUrl, publicUnitUrl } from './business-api';
import { apiPage, businessUnit } from './parsers';

type ApiPage = ResultOf<typeof apiPage>;

/** With 100 reviews per page, the documented limit of 100,000 reviews. */
const MAX_PAGES = 1_000;

export async function* apiVisit(_canonicalUrl: string, tools: OwnerVisitTools): Visit {
  const knownIds = new Set<string>();
  let page = await requestPage(1, tools);
  const object = await optionalRequest(() => requestUnit(tools), tools.signal);
  const count = object?.reviewCount ?? null;
  if (page.reviews.shown === 0)
    await verifyEmptyList(
      'Trustpilot shows no list of reviews, though the business has some',
      { reviewCount: count },
      tools,
    );
  for (let number = 1; ; number += 1) {
    yield { reviews: unseenReviews(page.reviews, knownIds), ...(object === null ? {} : { object }) };
    if (!page.hasNext) return { coverage: 'all' };
    if (number === MAX_PAGES) return { coverage: 'window' };
    page = await requestPage(number + 1, tools);
    if (page.reviews.shown === 0 && page.hasNext) throw new Changed('A page inside the list is empty');
  }
}

async function requestPage(number: number, tools: OwnerVisitTools): Promise<ApiPage> {
  const response = await get(publicListUrl(tools.connection.card, number), tools);
  return tools.parse(apiPage, response.document, { status: response.status });
}

async function requestUnit(tools: OwnerVisitTools): Promise<PlatformObject> {
  const response = await get(publicUnitUrl(tools.connection.card), tools);
  return (await tools.parse(businessUnit, response.document, { status: response.status })).object;
}

function get(url: string, { http, connection }: OwnerVisitTools): Promise<SourceResponse> {
  const headers = { accept: 'application/json', apikey: connection.credentials['api_key'] ?? '' };
  return http.request(url, { accept: CONNECTION_STATUSES, headers });
}
