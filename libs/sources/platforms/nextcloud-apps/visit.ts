/**
 * Visits an app's ratings: one response with all ratings of all apps, of which those of the app are kept. It is one document,
 * so the coverage is `all`. The list of all apps is never empty; an empty one is `Blocked`.
 *
 * The list does not contain apps without ratings. The page of the app proves that such an app exists; with ratings, the page is
 * requested for the name only, and may fail.
 */
import { optionalRequest } from '../../optional-request';
import type { ResultOf } from '../../parsing/parser';
import { Blocked, Gone } from '../../source-errors';
import type { SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { unseenReviews } from '../../unseen-reviews';
import { appIdOf, appUrl } from './match';
import type { AppName } from './parse';
import { appPage, ratings } from './parsers';

const RATINGS = 'https://apps.nextcloud.com/api/v1/ratings.json';

export async function* visit(canonicalUrl: string, tools: VisitTools): AsyncGenerator<SnapshotPage, VisitEnd, void> {
  const appId = appIdOf(new URL(canonicalUrl));
  if (appId === null) throw new Gone('This is not the address of an app');
  const { reviews, allCount } = await requestRatings(appId, tools);
  if (allCount === 0) throw new Blocked('Nextcloud shows no ratings of any app');
  const request = (): Promise<AppName> => requestName(appId, tools);
  const page = reviews.shown > 0 ? await optionalRequest(request, tools.signal) : await request();
  yield {
    reviews: unseenReviews(reviews, new Set()),
    object: { name: page?.name ?? null, reviewCount: null, rating: null, ratingOriginal: null, unread: page?.unread },
  };
  return { coverage: 'all' };
}

async function requestRatings(appId: string, { http, parse }: VisitTools): Promise<ResultOf<typeof ratings>> {
  const { document } = await http.request(RATINGS);
  return parse(ratings, document, { appId });
}

/** Throws `Gone` if the app does not exist. */
async function requestName(appId: string, { http, parse }: VisitTools): Promise<AppName> {
  const { document } = await http.request(appUrl(appId), { headers: { 'accept-language': 'en' } });
  return parse(appPage, document, {});
}
