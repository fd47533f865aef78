/**
 * One visit to a property: its page is opened in a browser and asks for its cards itself, 25 a time, newest first. So it
 * is with a connection too: the Guest Review API has ids of its own, by which every review would come a second time.
 *
 * Booking.com shows the reviews of the last three years, so a visit ends as a `window`: what is older is unknown, not gone.
 */
import { orDeadEnd } from '../../challenge-page';
import { pageFault } from '../../page-status';
import type { SnapshotPage, VisitEnd, VisitTools } from '../../source';
import type { OpenPage } from '../../source-browser';
import { Changed, Gone, Unavailable } from '../../source-errors';
import { unseenReviews } from '../../unseen-reviews';
import { readHotelPage } from './hotel-page';
import { propertyOf } from './match';
import { readCard } from './parse';
import { listRequest, readCardPage } from './review-list';

type Visit = AsyncGenerator<SnapshotPage, VisitEnd, void>;

/** 100,000 reviews; no property has as many. */
const MAX_PAGES = 4_000;
const BUILT = 'link[rel="canonical"]';
const BUILT_WITHIN_MS = 15_000;

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const property = propertyOf(new URL(canonicalUrl));
  if (property === null) throw new Gone('This address names no property');
  if (tools.browser.open === undefined) throw new Unavailable('browser_unavailable', 'No page can be kept open here');
  const open = await tools.browser.open(canonicalUrl, { waitFor: orDeadEnd(BUILT), waitForMs: BUILT_WITHIN_MS });
  try {
    return yield* cardsOf(open, property.country);
  } finally {
    await open.close();
  }
}

async function* cardsOf(open: OpenPage, country: string): Visit {
  const fault = pageFault('Booking.com', open.page);
  if (fault !== null) throw fault;
  // A property that closed leads to a search for others.
  if (propertyOf(new URL(open.page.url)) === null) throw new Gone('The address now leads to no property');
  const hotel = readHotelPage(open.page.html);
  const seen = new Set<string>();
  let skip = 0;
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const { cards, total } = readCardPage(await open.fetch(listRequest(hotel, country, skip)));
    if (cards.length === 0 && skip < total) throw new Changed(`The list ends at ${skip} of ${total} reviews`);
    yield { reviews: unseenReviews(cards.map(readCard), seen), object: { ...hotel.object, reviewCount: total } };
    skip += cards.length;
    if (skip >= total) return { coverage: 'window' };
  }
  throw new Changed(`The list does not end after ${MAX_PAGES} pages`);
}
