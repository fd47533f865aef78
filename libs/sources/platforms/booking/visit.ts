/**
 * Visits a property: opens its page in a browser and requests its cards, 10 at a time, newest first.
 *
 * The response lists the available orders. If "newest first" has another name, that name is used; without such an order the list
 * is read in its default order, and its dates prevent callers from stopping early.
 *
 * Booking.com shows the reviews of the last three years, so a visit covers a `window`: older reviews do not count as deleted.
 */
import { orDeadEnd } from '../../challenge-page';
import { pageError } from '../../response-status';
import type { ResultOf } from '../../parsing/parser';
import type { Visit, VisitTools } from '../../source';
import type { OpenPage } from '../../source-browser';
import { Changed, Gone } from '../../source-errors';
import { unseenReviews, verifyEmptyList } from '../../visiting';
import { propertyOf } from './match';
import { cardPage, hotelPage } from './parsers';
import { listRequest, NEWEST_FIRST, otherNewestFirst, type CardRange } from './review-list';

type CardPage = ResultOf<typeof cardPage>;

/** 100,000 reviews, more than any property has. */
const MAX_PAGES = 10_000;
const RENDERED = 'link[rel="canonical"]';
const RENDER_TIMEOUT_MS = 15_000;

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const property = propertyOf(new URL(canonicalUrl));
  if (property === null) throw new Gone('This is not the address of a property');
  const open = await tools.browser.open(canonicalUrl, { waitFor: orDeadEnd(RENDERED), waitForMs: RENDER_TIMEOUT_MS });
  try {
    return yield* cardsOf(open, property.country, tools);
  } finally {
    await open.close();
  }
}

async function* cardsOf(open: OpenPage, country: string, tools: VisitTools): Visit {
  const error = pageError('Booking.com', open.page);
  if (error !== null) throw error;
  // The page of a closed property redirects to a search.
  if (propertyOf(new URL(open.page.url)) === null) throw new Gone('The address no longer leads to a property');
  const hotel = await tools.parse(hotelPage, open.page.html, null);
  const requestCards = async (range: CardRange): Promise<CardPage> => {
    const { body, ...response } = await open.fetch(listRequest(hotel, country, range));
    return tools.parse(cardPage, body, response);
  };
  const first = await firstPage(requestCards);
  const { sorter } = first;
  let { page } = first;
  if (page.total === 0)
    await verifyEmptyList(
      'Booking.com shows no list of reviews, though the property has some',
      { rating: hotel.score ?? hotel.object.rating },
      tools,
    );
  const knownIds = new Set<string>();
  let skip = 0;
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const { reviews, total } = page;
    if (reviews.shown === 0 && skip < total) throw new Changed(`The list ends at ${skip} of ${total} reviews`);
    yield { reviews: unseenReviews(reviews, knownIds), object: { ...hotel.object, reviewCount: total } };
    skip += reviews.shown;
    if (skip >= total) return { coverage: 'window' };
    page = await requestCards({ skip, sorter });
  }
  throw new Changed(`The list does not end after ${MAX_PAGES} pages`);
}

/** Requests the first page, newest first, with the list's name for that order. */
async function firstPage(
  requestCards: (range: CardRange) => Promise<CardPage>,
): Promise<{ readonly page: CardPage; readonly sorter: string }> {
  const page = await requestCards({ skip: 0, sorter: NEWEST_FIRST });
  const sorter = otherNewestFirst(page);
  return sorter === null ? { page, sorter: NEWEST_FIRST } : { page: await requestCards({ skip: 0, sorter }), sorter };
}
