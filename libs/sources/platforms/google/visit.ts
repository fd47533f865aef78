/**
 * Visits a connected place: reads the list of the Business Profile API, 50 reviews per page, ordered by the last change, newest
 * first. The first pages therefore contain all new, edited and answered reviews. The last page has no page token; the coverage is
 * `all`.
 */
import { CONNECTION_STATUSES, visitCall } from '../../access/authorized';
import type { ResultOf } from '../../parsing/parser';
import type { OwnerVisitTools, Visit } from '../../source';
import { optionalRequest, unseenReviews, verifyEmptyList } from '../../visiting';
import { Changed } from '../../source-errors';
import { BUSINESS_INFORMATION_API, googleTokens, PLATFORM, reviewsUrl, shortName } from './business-profile';
import { location, reviewPage } from './parsers';

type ReviewPage = ResultOf<typeof reviewPage>;

/** 200,000 reviews, more than any place has. */
const MAX_PAGES = 4_000;

export async function* visit(_canonicalUrl: string, tools: OwnerVisitTools): Visit {
  const knownIds = new Set<string>();
  const pageTokens = new Set<string>();
  let page = await requestPage(null, tools);
  if (page.reviews.shown === 0)
    await verifyEmptyList(
      'Google shows no list of reviews, though the place has some',
      { reviewCount: page.object.reviewCount },
      tools,
    );
  const name = await optionalRequest(() => requestName(tools), tools.signal);
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    yield { reviews: unseenReviews(page.reviews, knownIds), object: { ...page.object, name } };
    const { nextPageToken } = page;
    if (nextPageToken === null) return { coverage: 'all' };
    if (pageTokens.has(nextPageToken)) throw new Changed("Google's list of reviews repeats a page");
    pageTokens.add(nextPageToken);
    page = await requestPage(nextPageToken, tools);
    if (page.reviews.shown === 0 && page.nextPageToken !== null) throw new Changed('A page inside the list is empty');
  }
  throw new Changed(`Google's list of reviews does not end after ${MAX_PAGES} pages`);
}

async function requestPage(token: string | null, tools: OwnerVisitTools): Promise<ReviewPage> {
  const response = await visitCall(PLATFORM, googleTokens, tools, reviewsUrl(tools.connection.card, token));
  return tools.parse(reviewPage, response.document, { status: response.status });
}

/** Requests the place's name; null if Google does not return it. */
async function requestName(tools: OwnerVisitTools): Promise<string | null> {
  const url = `${BUSINESS_INFORMATION_API}/${shortName(tools.connection.card)}?readMask=title,name`;
  const response = await visitCall(PLATFORM, googleTokens, tools, url);
  if (CONNECTION_STATUSES.includes(response.status)) return null;
  return (await tools.parse(location, response.document, null)).title;
}
