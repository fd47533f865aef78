/**
 * One visit to an application's reviews: pages of 100 through a cursor until Steam gives an empty page or a cursor again.
 *
 * Order: `filter=updated` lists by the time of the last change, newest first, so whatever is new or was edited since the
 * last visit stands in front of everything that was not. The rule of incremental passes ("until a whole page brought
 * nothing new or changed", contract §10) holds on that order, though `review_date` does not fall evenly down the list: an
 * old review edited today comes first: `listedAt` is what falls. What does not move a review is a developer's reply; late replies to old reviews
 * are found by full passes.
 */
import type { ReadBy } from '../../parsing/parser';
import { sideRequest } from '../../side-request';
import { Blocked, Gone } from '../../source-errors';
import type { PlatformObject, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { unseenReviews } from '../../unseen-reviews';
import { appIdOf } from './match';
import type { Details } from './parse';
import { details, reviewsPage } from './parsers';

type ReviewsPage = ReadBy<typeof reviewsPage>;

const STORE = 'https://store.steampowered.com';
const PAGE_SIZE = 100;
const FIRST_CURSOR = '*';

export async function* visit(canonicalUrl: string, tools: VisitTools): AsyncGenerator<SnapshotPage, VisitEnd, void> {
  const appId = appIdOf(new URL(canonicalUrl));
  if (appId === null) throw new Gone('This address names no application');
  const seen = new Set<string>();
  const cursors = new Set([FIRST_CURSOR]);
  let page = await askPage(appId, FIRST_CURSOR, tools);
  const object = await askObject(appId, page, tools);
  if (page.reviews.length === 0) await refuseUnproven(object, tools);
  for (;;) {
    yield { reviews: unseenReviews(page.reviews, seen), object };
    // Both are Steam's way of saying that nothing follows.
    if (page.reviews.length === 0 || page.cursor === null || cursors.has(page.cursor)) return { coverage: 'all' };
    cursors.add(page.cursor);
    page = await askPage(appId, page.cursor, tools);
  }
}

async function askPage(appId: string, cursor: string, { http, parse }: VisitTools): Promise<ReviewsPage> {
  const query = new URLSearchParams({
    json: '1',
    filter: 'updated',
    language: 'all',
    purchase_type: 'all',
    // Reviews of the periods that Steam calls off-topic are reviews.
    filter_offtopic_activity: '0',
    num_per_page: String(PAGE_SIZE),
    cursor,
  });
  const { document } = await http.request(`${STORE}/appreviews/${appId}?${query}`);
  return parse(reviewsPage, document, { appId });
}

/**
 * Steam answers for any number as if it were an application without reviews; only the shop's details tell. An application
 * that left the shop has none either but keeps its reviews, so details decide only where there are no reviews, and with
 * reviews in hand they are worth no more than the name.
 */
async function askObject(appId: string, { reviews, total }: ReviewsPage, tools: VisitTools): Promise<PlatformObject> {
  const hasReviews = reviews.length > 0 || (total ?? 0) > 0;
  const ask = (): Promise<Details> => askDetails(appId, tools);
  const found = hasReviews ? await sideRequest(ask, tools.signal) : await ask();
  if (found?.known === false && !hasReviews) throw new Gone('Steam has no such application');
  return { name: found?.name ?? null, reviewCount: total, rating: null, ratingOriginal: null };
}

/** An empty first page; Steam writes it, with a counter of zero, for numbers that it does not know, so it proves nothing. */
async function refuseUnproven({ reviewCount }: PlatformObject, { holdsReviews }: VisitTools): Promise<void> {
  if ((reviewCount ?? 0) === 0 && !(await holdsReviews())) return;
  throw new Blocked('Steam shows no list of reviews, though the application has some');
}

async function askDetails(appId: string, { http, parse }: VisitTools): Promise<Details> {
  const query = new URLSearchParams({ appids: appId, filters: 'basic' });
  const { document } = await http.request(`${STORE}/api/appdetails?${query}`);
  return parse(details, document, { appId });
}
