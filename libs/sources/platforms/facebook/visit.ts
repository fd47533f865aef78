/**
 * Visits a page: the list of its ratings by cursor, until there is no next page. Facebook removes hidden reviews from each page
 * after it was cut, so a page inside the list may be empty. Only the cursor of a response is used, never its addresses.
 *
 * Comments are requested with the list. If the app may not read them, the list is requested without them, and replies are not known.
 */
import { CONNECTION_STATUSES } from '../../access/authorized';
import { ownerKey } from '../../access/owner-key';
import { optionalRequest } from '../../optional-request';
import type { ResultOf } from '../../parsing/parser';
import { Blocked, Changed } from '../../source-errors';
import type { SourceResponse } from '../../source-http';
import type { OwnerVisitTools, PlatformObject, Visit } from '../../source';
import { unseenReviews } from '../../unseen-reviews';
import { pageUrl, PLATFORM, ratingsUrl, tokenHeaders } from './graph-api';
import { pageObject, reviewPage } from './parsers';

type ReviewPage = ResultOf<typeof reviewPage>;

/** 100,000 reviews, more than any page has. */
const MAX_PAGES = 2_000;
const MAX_EMPTY_PAGES = 20;

export async function* visit(_canonicalUrl: string, tools: OwnerVisitTools): Visit {
  const knownIds = new Set<string>();
  const cursors = new Set<string>();
  let withComments = true;
  let page = await requestPage(null, withComments, tools);
  if (page.areCommentsRefused) {
    withComments = false;
    page = await requestPage(null, withComments, tools);
  }
  const object = await optionalRequest(() => requestObject(tools), tools.signal);
  let emptyPages = 0;
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    emptyPages = page.reviews.length === 0 ? emptyPages + 1 : 0;
    yield { reviews: unseenReviews(page.reviews, knownIds), ...(object === null ? {} : { object }) };
    const { after } = page;
    if (after === null) {
      if (knownIds.size === 0) await verifyEmptyList(object, tools);
      return { coverage: 'all' };
    }
    if (cursors.has(after) || emptyPages > MAX_EMPTY_PAGES)
      throw new Changed("Facebook's list of reviews does not end");
    cursors.add(after);
    page = await requestPage(after, withComments, tools);
  }
  throw new Changed(`Facebook's list of reviews does not end after ${MAX_PAGES} pages`);
}

/** Throws `Blocked` if the counter, the rating or stored reviews contradict an empty list; requires the description as proof. */
async function verifyEmptyList(known: PlatformObject | null, tools: OwnerVisitTools): Promise<void> {
  const { reviewCount, rating } = known ?? (await requestObject(tools));
  if ((reviewCount ?? 0) === 0 && rating === null && !(await tools.holdsReviews())) return;
  throw new Blocked('Facebook shows no list of reviews, though the page has some');
}

async function requestPage(after: string | null, withComments: boolean, tools: OwnerVisitTools): Promise<ReviewPage> {
  const pageId = tools.connection.card;
  const { status, document } = await get(ratingsUrl(pageId, after, withComments), tools);
  return tools.parse(reviewPage, document, { status, pageId, withComments });
}

async function requestObject(tools: OwnerVisitTools): Promise<PlatformObject> {
  const { status, document } = await get(pageUrl(tools.connection.card), tools);
  return tools.parse(pageObject, document, { status });
}

function get(url: string, tools: OwnerVisitTools): Promise<SourceResponse> {
  const headers = tokenHeaders(ownerKey(PLATFORM, 'page_access_token', tools));
  return tools.http.request(url, { accept: [400, ...CONNECTION_STATUSES], headers });
}
