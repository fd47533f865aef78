/**
 * Visits an app's ratings: one response with all ratings of all apps, of which those of the app are kept. It is one document,
 * so the coverage is `all`. The list of all apps is never empty; an empty one is `Blocked`.
 *
 * The list does not contain apps without ratings. The page of the app proves that such an app exists; with ratings, the page is
 * requested for the name only, and may fail.
 */
import { optionalRequest, requestParsed, UNKNOWN_OBJECT, unseenReviews } from '../../visiting';
import { Blocked, Gone } from '../../source-errors';
import type { Visit, VisitTools } from '../../source';
import { appIdOf, appUrl } from './match';
import type { AppName } from './parse';
import { appPage, ratings } from './parsers';

const RATINGS = 'https://apps.nextcloud.com/api/v1/ratings.json';
const IN_ENGLISH = { headers: { 'accept-language': 'en' } };

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const appId = appIdOf(new URL(canonicalUrl));
  if (appId === null) throw new Gone('This is not the address of an app');
  const { reviews, allCount } = await requestParsed(RATINGS, ratings, { appId }, tools);
  if (allCount === 0) throw new Blocked('Nextcloud shows no ratings of any app');
  // Throws `Gone` if the app does not exist.
  const request = (): Promise<AppName> => requestParsed(appUrl(appId), appPage, {}, tools, IN_ENGLISH);
  const page = reviews.shown > 0 ? await optionalRequest(request, tools.signal) : await request();
  yield {
    reviews: unseenReviews(reviews, new Set()),
    object: { ...UNKNOWN_OBJECT, ...page },
  };
  return { coverage: 'all' };
}
