/**
 * Visits an app's reviews: pages of 150 by token, newest first. The list ends with a page that has reviews and no token: only then
 * the visit covers `all`. A later page without reviews does not prove the end, because the interface returns the same for an app
 * that it does not know; such a visit covers a `window`.
 *
 * Order: the recorded page of 150 is in order throughout; in the recorded page of 3, two adjacent reviews are not. Passes
 * that stop early check the order themselves (contract §10).
 *
 * The interface returns an empty list for any package name. Without reviews, the page of the app is therefore required: it proves
 * that the app exists, and the list is accepted only if the page shows no review either.
 */
import { optionalRequest } from '../../optional-request';
import { Blocked, Gone } from '../../source-errors';
import type { PlatformObject, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { unseenReviews } from '../../unseen-reviews';
import type { Details } from './details-page';
import { appIdOf } from './match';
import { requestDetails, requestReviewsPage } from './public-pages';

/** 300,000 reviews. Of a longer list, the newest are read. */
const MAX_PAGES = 2_000;

export async function* visit(canonicalUrl: string, tools: VisitTools): AsyncGenerator<SnapshotPage, VisitEnd, void> {
  const appId = appIdOf(new URL(canonicalUrl));
  if (appId === null) throw new Gone('This is not the address of an app');
  const knownIds = new Set<string>();
  let page = await requestReviewsPage(appId, null, tools);
  if (page.reviews.length === 0) {
    const details = await requestDetails(appId, tools);
    await verifyEmptyList(details, tools);
    yield { reviews: [], object: objectOf(details) };
    return { coverage: 'all' };
  }
  const object = objectOf(await optionalRequest(() => requestDetails(appId, tools), tools.signal));
  for (let number = 1; ; number += 1) {
    yield { reviews: unseenReviews(page.reviews, knownIds), object };
    if (page.reviews.length === 0) return { coverage: 'window' };
    if (page.nextToken === null) return { coverage: 'all' };
    if (number === MAX_PAGES) return { coverage: 'window' };
    page = await requestReviewsPage(appId, page.nextToken, tools);
  }
}

/** Throws `Blocked` if the app's page or stored reviews contradict an empty first page. */
async function verifyEmptyList({ showsReviews }: Details, { holdsReviews }: VisitTools): Promise<void> {
  if (!showsReviews && !(await holdsReviews())) return;
  throw new Blocked('Google Play shows no list of reviews, though the app has some');
}

/** The number of ratings on the page is not the number of reviews, so the object has no counter. */
function objectOf(details: Details | null): PlatformObject {
  return {
    name: details?.name ?? null,
    reviewCount: null,
    rating: details?.rating ?? null,
    ratingOriginal: details?.ratingOriginal ?? null,
  };
}
