/**
 * Visits a location: pages of 20 reviews by number, newest first, up to the number of reviews that the key opens. The description
 * of the location states how many it has: if all of them were read, the coverage is `all`, otherwise `window`. If the list ends before
 * that number, the rest is counted as unread, and the end is `unproven`.
 */
import { CONNECTION_STATUSES } from '../../access/authorized';
import { ownerKey } from '../../access/owner-key';
import { optionalRequest, UNKNOWN_OBJECT, unseenReviews, verifyEmptyList } from '../../visiting';
import type { ResultOf } from '../../parsing/parser';
import { unreadReviews } from '../../review-list';
import { Changed, Gone } from '../../source-errors';
import type { SourceResponse } from '../../source-http';
import type { OwnerVisitTools, PlatformObject, Visit, VisitEnd } from '../../source';
import { locationIdOf } from './match';
import { location, reviewPage } from './parsers';
import { keyHeaders, locationUrl, PAGE_SIZE, PLATFORM, reviewsUrl } from './terra-api';

type ReviewPage = ResultOf<typeof reviewPage>;

/** 200,000 reviews, more than any location has. */
const MAX_PAGES = 10_000;

export async function* visit(canonicalUrl: string, tools: OwnerVisitTools): Visit {
  const id = locationIdOf(new URL(canonicalUrl));
  if (id === null) throw new Gone('This is not the address of a location');
  const knownIds = new Set<string>();
  let shown = 0;
  let page = await requestPage(id, 1, tools);
  const object = await requestObject(id, page, tools);
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    yield { reviews: unseenReviews(page.reviews, knownIds), object };
    shown += page.reviews.shown;
    if (number * (page.pageSize ?? PAGE_SIZE) >= page.total) return { coverage: coverageOf(knownIds.size, object) };
    page = await requestPage(id, number + 1, tools);
    if (page.reviews.shown > 0) continue;
    yield { reviews: unreadReviews(Math.max(1, page.total - shown)) };
    return { coverage: 'unproven' };
  }
  throw new Changed(`Tripadvisor's list of reviews does not end after ${MAX_PAGES} pages`);
}

/** The description is required for an empty list only, as its proof. */
async function requestObject(id: string, page: ReviewPage, tools: OwnerVisitTools): Promise<PlatformObject> {
  const request = async (): Promise<PlatformObject> => {
    const { status, document } = await get(locationUrl(id), tools);
    return tools.parse(location, document, { status });
  };
  if (page.reviews.shown > 0) return (await optionalRequest(request, tools.signal)) ?? UNKNOWN_OBJECT;
  const message = 'Tripadvisor shows no list of reviews, though the location has some';
  await verifyEmptyList(message, { reviewCount: page.total }, tools);
  const object = await request();
  await verifyEmptyList(message, { reviewCount: object.reviewCount }, tools);
  return object;
}

function coverageOf(readCount: number, { reviewCount }: PlatformObject): VisitEnd['coverage'] {
  return reviewCount !== null && readCount >= reviewCount ? 'all' : 'window';
}

async function requestPage(id: string, number: number, tools: OwnerVisitTools): Promise<ReviewPage> {
  const { status, document } = await get(reviewsUrl(id, number), tools);
  return tools.parse(reviewPage, document, { status });
}

function get(url: string, tools: OwnerVisitTools): Promise<SourceResponse> {
  const headers = keyHeaders(ownerKey(PLATFORM, 'api_key', tools));
  return tools.http.request(url, { accept: CONNECTION_STATUSES, headers });
}
