/**
 * Visits an application's reviews: pages of 100 by cursor, until Steam returns an empty page or a repeated cursor.
 *
 * Order: `filter=updated` lists by the time of the last change, newest first, so reviews that are new or edited since the last
 * visit precede all others. Incremental passes (they end after a page without new or changed reviews, contract §10) depend on this
 * order. `listedAt` decreases from review to review, but `review_date` may not: an old review that was edited today is first. A
 * developer's reply does not move a review, so only full passes find late replies to old reviews.
 */
import type { ResultOf } from '../../parsing/parser';
import { optionalRequest, requestParsed, UNKNOWN_OBJECT, unseenReviews, verifyEmptyList } from '../../visiting';
import { Gone } from '../../source-errors';
import type { PlatformObject, Visit, VisitTools } from '../../source';
import { appIdOf } from './match';
import type { Details } from './parse';
import { details, reviewsPage } from './parsers';

type ReviewsPage = ResultOf<typeof reviewsPage>;

const STORE = 'https://store.steampowered.com';
const PAGE_SIZE = 100;
const FIRST_CURSOR = '*';

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const appId = appIdOf(new URL(canonicalUrl));
  if (appId === null) throw new Gone('This is not the address of an application');
  const knownIds = new Set<string>();
  const cursors = new Set([FIRST_CURSOR]);
  let page = await requestPage(appId, FIRST_CURSOR, tools);
  const object = await requestObject(appId, page, tools);
  // Steam returns an empty page, with a total of zero, also for application ids that do not exist.
  if (page.reviews.shown === 0)
    await verifyEmptyList(
      'Steam shows no list of reviews, though the application has some',
      { reviewCount: object.reviewCount },
      tools,
    );
  for (;;) {
    yield { reviews: unseenReviews(page.reviews, knownIds), object };
    // The list ends with an empty page, without a cursor, or with a repeated cursor.
    if (page.reviews.shown === 0 || page.cursor === null || cursors.has(page.cursor)) return { coverage: 'all' };
    cursors.add(page.cursor);
    page = await requestPage(appId, page.cursor, tools);
  }
}

function requestPage(appId: string, cursor: string, tools: VisitTools): Promise<ReviewsPage> {
  const query = new URLSearchParams({
    json: '1',
    filter: 'updated',
    language: 'all',
    purchase_type: 'all',
    // Include reviews of periods that Steam marks as off-topic.
    filter_offtopic_activity: '0',
    num_per_page: String(PAGE_SIZE),
    cursor,
  });
  return requestParsed(`${STORE}/appreviews/${appId}?${query}`, reviewsPage, { appId }, tools);
}

/**
 * Requests the name of an application. Steam returns an empty list for any application id, so only the store's details prove that an
 * application exists. An application that was removed from the store has no details but keeps its reviews. The details are
 * therefore required only if there are no reviews.
 */
async function requestObject(
  appId: string,
  { reviews, total }: ReviewsPage,
  tools: VisitTools,
): Promise<PlatformObject> {
  const hasReviews = reviews.shown > 0 || (total ?? 0) > 0;
  const request = (): Promise<Details> => requestDetails(appId, tools);
  const found = hasReviews ? await optionalRequest(request, tools.signal) : await request();
  if (found?.exists === false && !hasReviews) throw new Gone('Steam has no such application');
  return { ...UNKNOWN_OBJECT, name: found?.name ?? null, reviewCount: total };
}

function requestDetails(appId: string, tools: VisitTools): Promise<Details> {
  const query = new URLSearchParams({ appids: appId, filters: 'basic' });
  return requestParsed(`${STORE}/api/appdetails?${query}`, details, { appId }, tools);
}
