/**
 * Visits a connected property: reads the list of the Guest Review API, oldest first, and follows `meta.next_page` until a page is
 * empty, as documented. A review that changes during the visit is listed once more at the end, so a later page may have only known
 * reviews. The next visit reads the change.
 *
 * The API states no number of reviews, so an empty page at the end does not differ from a list that ended too early. A visit therefore covers a
 * `window`, and in an unordered window no review counts as deleted.
 */
import type { ResultOf } from '../../parsing/parser';
import type { OwnerVisitTools, Visit } from '../../source';
import { Changed } from '../../source-errors';
import { verifyEmptyList, withoutKnown } from '../../visiting';
import { isListUrl, listUrl, visitList } from './guest-review-api';
import { apiPage } from './parsers';

/** Earlier than every review of the platform. */
const FIRST_DAY = '2000-01-01';
/** 100,000 reviews with the default page size of 10, more than any property has. */
const MAX_PAGES = 10_000;
/** Successive pages with only known reviews; a list with more of them repeats itself. */
const MAX_KNOWN_PAGES = 5;

export async function* apiVisit(_canonicalUrl: string, tools: OwnerVisitTools): Visit {
  const knownIds = new Set<string>();
  let knownPages = 0;
  let page = await requestPage(listUrl(tools.connection.card, FIRST_DAY), tools);
  if (page.reviews.shown === 0)
    await verifyEmptyList('Booking.com shows no list of reviews, though the property has some', {}, tools);
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const reviews = withoutKnown(page.reviews, knownIds);
    knownPages = reviews.shown === 0 ? knownPages + 1 : 0;
    yield { reviews };
    if (page.reviews.shown === 0) return { coverage: 'window' };
    if (knownPages > MAX_KNOWN_PAGES) throw new Changed("Booking.com's list repeats itself");
    page = await requestPage(nextUrl(page), tools);
  }
  throw new Changed(`The list does not end after ${MAX_PAGES} pages`);
}

/** The address of the next page. Throws `Changed` for a page with reviews and without it, because only an empty page ends the list. */
function nextUrl({ nextPage }: ResultOf<typeof apiPage>): string {
  if (nextPage === null) throw new Changed("Booking.com's list has no next page before its end");
  // The request contains the credentials of the connection.
  if (!isListUrl(nextPage)) throw new Changed("Booking.com's list has a next page at another place");
  return nextPage;
}

async function requestPage(url: string, tools: OwnerVisitTools): Promise<ResultOf<typeof apiPage>> {
  const response = await visitList(tools, url);
  return tools.parse(apiPage, response.document, { status: response.status });
}
