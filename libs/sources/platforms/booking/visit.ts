/**
 * One visit to a property. Connected, its reviews are read through the Guest Review API; otherwise the page is opened in a
 * browser and asks for its cards itself, 25 a time, newest first.
 *
 * Booking.com shows the reviews of the last three years, so both end as a `window`: what is older is unknown, not gone.
 * The API lists the oldest first; its reviews are turned round before they are given on.
 */
import { orDeadEnd } from '../../challenge-page';
import { pageFault } from '../../page-status';
import type { SourceConnection } from '../../publisher';
import { readShape } from '../../read-shape';
import type { CollectedReview, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import type { OpenPage } from '../../source-browser';
import { Changed, Gone, Unavailable } from '../../source-errors';
import { unseenReviews } from '../../unseen-reviews';
import { isPropertyId, listShape, listUrl, read } from './guest-review-api';
import { readHotelPage } from './hotel-page';
import { propertyOf } from './match';
import { readCard, readRecord } from './parse';
import { listRequest, readCardPage } from './review-list';

type Visit = AsyncGenerator<SnapshotPage, VisitEnd, void>;

/** 100,000 reviews; no property has as many. */
const MAX_PAGES = 4_000;
const MAX_API_PAGES = 1_000;
const GIVEN_AT_ONCE = 100;
const EVERYTHING = '2000-01-01';
const BUILT = 'link[rel="canonical"]';
const BUILT_WITHIN_MS = 15_000;

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  if (tools.connection === null) return yield* readCards(canonicalUrl, tools);
  return yield* readApi(tools.connection, tools);
}

async function* readCards(canonicalUrl: string, tools: VisitTools): Visit {
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

async function* readApi(connection: SourceConnection, tools: VisitTools): Visit {
  const reviews = await everyRecord(connection, tools);
  reviews.sort((a, b) => (b.reviewDate ?? '').localeCompare(a.reviewDate ?? ''));
  // The API tells neither the property's name nor its score.
  const object = { name: null, reviewCount: null, rating: null, ratingOriginal: null };
  for (let given = 0; given === 0 || given < reviews.length; given += GIVEN_AT_ONCE) {
    yield { reviews: reviews.slice(given, given + GIVEN_AT_ONCE), object };
  }
  return { coverage: 'window' };
}

/** The list ends with an empty page, or one that names no next one. */
async function everyRecord(connection: SourceConnection, tools: VisitTools): Promise<CollectedReview[]> {
  if (!isPropertyId(connection.card)) throw new Unavailable('credentials_rejected', 'The connection names no property');
  const all: CollectedReview[] = [];
  const seen = new Set<string>();
  let url: string | null = listUrl(connection.card, EVERYTHING);
  for (let number = 1; url !== null; number += 1) {
    if (number > MAX_API_PAGES) throw new Changed(`The list does not end after ${MAX_API_PAGES} pages`);
    const { meta, data } = await askPage(url, connection, tools);
    all.push(...unseenReviews(data.reviews.map(readRecord), seen));
    url = data.reviews.length === 0 ? null : (meta?.next_page ?? null);
  }
  return all;
}

async function askPage(
  url: string,
  connection: SourceConnection,
  tools: VisitTools,
): Promise<ReturnType<typeof listShape.parse>> {
  const answer = await read(tools, connection, url);
  if (answer.status === 404) throw new Gone('Booking.com no longer knows the connected property');
  if (answer.status === 401 || answer.status === 403) {
    throw new Unavailable(
      'credentials_rejected',
      `Booking.com no longer lets the connection read this property (${answer.status})`,
    );
  }
  return readShape(listShape, answer.json(), 'The list of the Guest Review API');
}
