/**
 * Visits a connected app: reads the list of the App Store Connect API, 200 reviews per page, newest first, for all storefronts. The last
 * page has no link to another page; the coverage is `all`.
 */
import { optionalRequest, UNKNOWN_OBJECT, unseenReviews, verifyEmptyList } from '../../visiting';
import type { ResultOf } from '../../parsing/parser';
import type { OwnerVisitTools, Visit } from '../../source';
import { Changed, Gone } from '../../source-errors';
import { appUrl, isListUrl, listUrl, visitCall } from './app-store-connect';
import { appOf, type StoreApp } from './match';
import { connectApp, connectReviews } from './parsers';

/** 400,000 reviews. */
const MAX_PAGES = 2_000;

type Page = ResultOf<typeof connectReviews>;

export async function* connectVisit(canonicalUrl: string, tools: OwnerVisitTools): Visit {
  const app = appOf(new URL(canonicalUrl));
  if (app === null) throw new Gone('This is not the address of an app');
  const { card } = tools.connection;
  const knownIds = new Set<string>();
  let page = await requestPage(listUrl(card), app, tools);
  if (page.reviews.shown === 0)
    await verifyEmptyList(
      'App Store Connect shows no list of reviews, though the app has some',
      { reviewCount: page.total },
      tools,
    );
  const name = await optionalRequest(() => requestName(tools), tools.signal);
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const object = { ...UNKNOWN_OBJECT, name, reviewCount: page.total };
    yield { reviews: unseenReviews(page.reviews, knownIds), object };
    if (page.nextPage === null) return { coverage: 'all' };
    // The request contains a token of the connection.
    if (!isListUrl(page.nextPage, card)) throw new Changed('The list has a next page at another place');
    page = await requestPage(page.nextPage, app, tools);
    if (page.reviews.shown === 0 && page.nextPage !== null) throw new Changed('A page inside the list is empty');
  }
  throw new Changed(`App Store Connect's list does not end after ${MAX_PAGES} pages`);
}

async function requestPage(url: string, app: StoreApp, tools: OwnerVisitTools): Promise<Page> {
  const response = await visitCall(tools, url);
  return tools.parse(connectReviews, response.document, { status: response.status, app });
}

async function requestName(tools: OwnerVisitTools): Promise<string | null> {
  const response = await visitCall(tools, appUrl(tools.connection.card));
  return (await tools.parse(connectApp, response.document, { status: response.status })).name;
}
