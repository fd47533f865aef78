/**
 * Visits the reviews of a connected app: first the list of the Google Play Developer API (`isAside`: it is no part of the order of the
 * public list), then the public list without these reviews. The API returns the reviews of the last week that have a text, in all
 * languages, with the ids of the public list. The end and the coverage are those of the public list. If the API returns 404, its list has
 * no pages, and the public list decides whether the app exists.
 */
import { visitCall } from '../../access/authorized';
import type { ResultOf } from '../../parsing/parser';
import type { OwnerVisitTools, Visit } from '../../source';
import { Changed } from '../../source-errors';
import { unseenReviews } from '../../visiting';
import { PLATFORM, playTokens, reviewsUrl } from './developer-api';
import { developerPage } from './parsers';
import { appIdAt, visitList } from './visit';

/** The maximum of the API. */
const PAGE_SIZE = 100;
/** 100,000 reviews of one week. */
const MAX_PAGES = 1_000;

export async function* visitAsDeveloper(canonicalUrl: string, tools: OwnerVisitTools): Visit {
  const appId = appIdAt(canonicalUrl);
  const idsFromApi = new Set<string>();
  for (let token: string | null = null, number = 1; ; number += 1) {
    const page: ResultOf<typeof developerPage> = await requestPage(appId, token, tools);
    const reviews = unseenReviews(page.reviews, idsFromApi);
    if (reviews.shown > 0) yield { reviews, isAside: true };
    token = page.nextToken;
    if (token === null) break;
    if (reviews.shown === 0 || number === MAX_PAGES)
      throw new Changed("Google Play's list of reviews for developers does not end");
  }
  return yield* visitList(appId, tools, idsFromApi);
}

async function requestPage(appId: string, token: string | null, tools: OwnerVisitTools) {
  const response = await visitCall(PLATFORM, playTokens, tools, reviewsUrl(appId, PAGE_SIZE, token));
  return tools.parse(developerPage, response.document, { appId, status: response.status });
}
