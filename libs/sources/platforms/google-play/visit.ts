/**
 * Visits an app's reviews: pages of 150 by token, newest first. The list ends with a page that has reviews and no token: only then
 * the visit covers `all`. A later page without reviews does not prove the end, because the server returns the same for an app
 * that does not exist; the end is then `unproven`.
 *
 * Order: the recorded page of 150 is in order throughout; in the recorded page of 3, two adjacent reviews are not. Passes
 * that stop early check the order themselves (contract §10).
 *
 * The server returns an empty list for any package name. Without reviews, the page of the app is therefore required: it proves
 * that the app exists, and the list is accepted only if the page shows no review either.
 *
 * On the road of a developer (visit-as-developer.ts) the list follows that of the Google Play Developer API and omits its reviews.
 */
import { optionalRequest, UNKNOWN_OBJECT, unseenReviews } from '../../visiting';
import { Blocked, Gone } from '../../source-errors';
import type { PlatformObject, Visit, VisitEnd, VisitTools } from '../../source';
import type { Details } from './details-page';
import { appIdOf } from './match';
import { requestDetails, requestReviewsPage } from './public-pages';

/** 300,000 reviews. Of a longer list, the newest are read. */
const MAX_PAGES = 2_000;

export function visit(canonicalUrl: string, tools: VisitTools): Visit {
  return visitList(appIdAt(canonicalUrl), tools, null);
}

/** Throws `Gone` if the address is not the page of an app. */
export function appIdAt(canonicalUrl: string): string {
  const appId = appIdOf(new URL(canonicalUrl));
  if (appId === null) throw new Gone('This is not the address of an app');
  return appId;
}

/** Visits the list. `idsFromApi`: the ids of the reviews that the Google Play Developer API has returned; null on the public road. */
export async function* visitList(appId: string, tools: VisitTools, idsFromApi: ReadonlySet<string> | null): Visit {
  const knownIds = new Set<string>();
  let page = await requestReviewsPage(appId, null, tools);
  if (page.reviews.shown === 0) {
    const details = await requestDetails(appId, tools);
    const coverage = await verifyEmptyList(details, tools, idsFromApi !== null);
    yield { reviews: [], object: objectOf(details) };
    return { coverage };
  }
  const object = objectOf(await optionalRequest(() => requestDetails(appId, tools), tools.signal));
  for (let number = 1; ; number += 1) {
    const reviews = unseenReviews(page.reviews, knownIds);
    yield { reviews: idsFromApi === null ? reviews : reviews.filter((id) => !idsFromApi.has(id ?? '')), object };
    if (page.reviews.shown === 0) return { coverage: 'unproven' };
    if (page.nextToken === null) return { coverage: 'all' };
    if (number === MAX_PAGES) return { coverage: 'window' };
    page = await requestReviewsPage(appId, page.nextToken, tools);
  }
}

/**
 * The coverage of an empty first page. Throws `Blocked` if the app's page or stored reviews contradict it. The Google
 * Play Developer API returns reviews in all languages, so on its road, stored reviews are no contradiction; the coverage is then a window.
 */
async function verifyEmptyList(
  { showsReviews }: Details,
  { hasStoredReviews }: VisitTools,
  isDeveloper: boolean,
): Promise<VisitEnd['coverage']> {
  if (!showsReviews) {
    if (!(await hasStoredReviews())) return 'all';
    if (isDeveloper) return 'window';
  }
  throw new Blocked('Google Play shows no list of reviews, though the app has some');
}

/** The number of ratings on the page is not the number of reviews, so the object has no counter. */
function objectOf(details: Details | null): PlatformObject {
  if (details === null) return UNKNOWN_OBJECT;
  const { showsReviews: _shows, ...object } = details;
  return { ...object, reviewCount: null };
}
