/**
 * One visit to a property: its page is opened in a browser and asks for its cards itself, 10 a time, newest first. So it
 * is with a connection too: the Guest Review API has ids of its own, by which every review would come a second time.
 *
 * The list names the orders that it has. Where "newest first" goes by another name there, that one is asked for; where there is
 * none, the list is read as it comes, and whoever stops early sees by the dates that it must not.
 *
 * Booking.com shows the reviews of the last three years, so a visit ends as a `window`: what is older is unknown, not gone.
 */
import { orDeadEnd } from '../../challenge-page';
import { pageFault } from '../../page-status';
import type { ReadBy } from '../../parsing/parser';
import type { SnapshotPage, VisitEnd, VisitTools } from '../../source';
import type { OpenPage } from '../../source-browser';
import { Blocked, Changed, Gone } from '../../source-errors';
import { unseenReviews } from '../../unseen-reviews';
import type { HotelPage } from './hotel-page';
import { propertyOf } from './match';
import { cardPage, hotelPage } from './parsers';
import { listRequest, NEWEST_FIRST, otherNewestFirst, type CardRange } from './review-list';

type Visit = AsyncGenerator<SnapshotPage, VisitEnd, void>;
type CardPage = ReadBy<typeof cardPage>;

/** 100,000 reviews; no property has as many. */
const MAX_PAGES = 10_000;
const BUILT = 'link[rel="canonical"]';
const BUILT_WITHIN_MS = 15_000;

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const property = propertyOf(new URL(canonicalUrl));
  if (property === null) throw new Gone('This address names no property');
  const open = await tools.browser.open(canonicalUrl, { waitFor: orDeadEnd(BUILT), waitForMs: BUILT_WITHIN_MS });
  try {
    return yield* cardsOf(open, property.country, tools);
  } finally {
    await open.close();
  }
}

async function* cardsOf(open: OpenPage, country: string, tools: VisitTools): Visit {
  const fault = pageFault('Booking.com', open.page);
  if (fault !== null) throw fault;
  // A property that closed leads to a search for others.
  if (propertyOf(new URL(open.page.url)) === null) throw new Gone('The address now leads to no property');
  const hotel = await tools.parse(hotelPage, open.page.html, null);
  const ask = async (range: CardRange): Promise<CardPage> => {
    const { body, ...answer } = await open.fetch(listRequest(hotel, country, range));
    return tools.parse(cardPage, body, answer);
  };
  const first = await firstPage(ask);
  const { sorter } = first;
  let { page } = first;
  if (page.total === 0) await refuseUnproven(hotel, tools);
  const seen = new Set<string>();
  let skip = 0;
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const { reviews, total } = page;
    if (reviews.length === 0 && skip < total) throw new Changed(`The list ends at ${skip} of ${total} reviews`);
    yield { reviews: unseenReviews(reviews, seen), object: { ...hotel.object, reviewCount: total } };
    skip += reviews.length;
    if (skip >= total) return { coverage: 'window' };
    page = await ask({ skip, sorter });
  }
  throw new Changed(`The list does not end after ${MAX_PAGES} pages`);
}

/** The first page in the order of the newest, by the name that the list has for it. */
async function firstPage(
  ask: (range: CardRange) => Promise<CardPage>,
): Promise<{ readonly page: CardPage; readonly sorter: string }> {
  const page = await ask({ skip: 0, sorter: NEWEST_FIRST });
  const sorter = otherNewestFirst(page);
  return sorter === null ? { page, sorter: NEWEST_FIRST } : { page: await ask({ skip: 0, sorter }), sorter };
}

/** A list of nothing, though the page shows a score or reviews were read before. */
async function refuseUnproven({ score, object }: HotelPage, { holdsReviews }: VisitTools): Promise<void> {
  if (score === null && object.rating === null && !(await holdsReviews())) return;
  throw new Blocked('Booking.com shows no list of reviews, though the property has some');
}
