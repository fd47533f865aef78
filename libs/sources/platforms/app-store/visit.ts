/**
 * Visits an app's reviews in one storefront:
 *
 *   row, pages of 200 to the end, replies included              → `all` with the counter, `window` without it
 *     └─ if the first page is refused, absent, or empty despite other evidence
 *          ──► feed, 10 pages of 50, no replies                 → `window`
 *
 *   in addition: lookup (existence, name and rating of the app), counter (number of reviews with text)
 *
 * The row ends with an empty page, and so does a truncated list. Only the counter distinguishes them; without the counter, older
 * reviews must not count as deleted. The feed has 500 reviews at most. A visit never switches from the row to the feed, because
 * the later reviews would lose their replies.
 *
 * The store returns an empty feed to many data-centre addresses although the app has reviews. An empty feed is therefore accepted
 * only without other evidence of reviews; otherwise the visit throws `Blocked`.
 */
import { PackedReviews } from '../../parsing/packed-reviews';
import { Blocked, Changed, Gone } from '../../source-errors';
import type { PlatformObject, Visit, VisitEnd, VisitTools } from '../../source';
import { optionalRequest, requestParsed, UNKNOWN_OBJECT, unseenReviews } from '../../visiting';
import { appOf, type StoreApp } from './match';
import { counter, feed, lookup, reviewRow } from './parsers';
import { storefrontNumber } from './storefronts';

/** The first page of the row. */
interface FirstRow {
  readonly reviews: PackedReviews;
  /** `absent`: a 404, which the store returns for an app without reviews. */
  readonly outcome: 'list' | 'absent' | 'refused';
}

const STORE = 'https://itunes.apple.com';
const ROW_PAGE_SIZE = 200;
/** 400,000 reviews, more than any app has in a storefront. */
const ROW_MAX_PAGES = 2_000;
const FEED_PAGES = 10;
/** The row requires the user agent of iTunes; the name of hrev is appended. */
const CLIENT = 'iTunes/12.12 (Macintosh; OS X 13.0) hrev (+https://github.com/hrev/hrev)';

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const app = appOf(new URL(canonicalUrl));
  if (app === null) throw new Gone('This is not the address of an app');
  const row = await requestFirstRow(app, tools);
  const object = await requestObject(app, row, tools);
  if (row.reviews.shown > 0) return yield* readWholeRow(app, object, row.reviews, tools);
  const hasReviews = await hasEvidence(object, row, tools);
  if (row.outcome === 'list' && !hasReviews) {
    yield { reviews: [], object };
    return endOf(object);
  }
  return yield* readWholeFeed(app, object, hasReviews, tools);
}

/** Requests name, rating and counter. Without reviews the lookup is required, because it is the only proof that the app exists. */
async function requestObject(app: StoreApp, { reviews }: FirstRow, tools: VisitTools): Promise<PlatformObject> {
  const { signal } = tools;
  const hasReviewsAlready = reviews.shown > 0;
  const found = hasReviewsAlready
    ? await optionalRequest(() => requestLookup(app, tools), signal)
    : await requestLookup(app, tools);
  return { ...(found ?? UNKNOWN_OBJECT), reviewCount: await optionalRequest(() => requestCounter(app, tools), signal) };
}

/**
 * Whether there is evidence of reviews other than the list. An app may have ratings without reviews, so a rating is evidence only
 * if the row was refused.
 */
async function hasEvidence(object: PlatformObject, { outcome }: FirstRow, tools: VisitTools): Promise<boolean> {
  if ((object.reviewCount ?? 0) > 0) return true;
  if (outcome === 'refused' && object.rating !== null) return true;
  // Stored reviews are no evidence against a counter of zero, unless the row was refused.
  return (outcome === 'refused' || object.reviewCount === null) && (await tools.hasStoredReviews());
}

async function* readWholeRow(app: StoreApp, object: PlatformObject, first: PackedReviews, tools: VisitTools): Visit {
  const knownIds = new Set<string>();
  let page: PackedReviews | null = first;
  for (let number = 1; number <= ROW_MAX_PAGES; number += 1) {
    yield { reviews: unseenReviews(page, knownIds), object };
    const counted = object.reviewCount !== null && knownIds.size >= object.reviewCount;
    if (page.shown === 0 || (counted && page.shown < ROW_PAGE_SIZE)) return endOf(object);
    page = await requestRow(app, number, tools);
    // After the end, some clients received a 404 instead of an empty page; a 404 does not prove the end.
    if (page === null) return { coverage: 'unproven' };
  }
  throw new Changed(`The App Store's list does not end after ${ROW_MAX_PAGES} pages`);
}

async function* readWholeFeed(app: StoreApp, object: PlatformObject, hasReviews: boolean, tools: VisitTools): Visit {
  const knownIds = new Set<string>();
  for (let number = 1; number <= FEED_PAGES; number += 1) {
    const page = await requestFeed(app, number, tools);
    if (number === 1 && page.shown === 0 && hasReviews) {
      throw new Blocked('The App Store shows no list of reviews, though the app has some');
    }
    yield { reviews: unseenReviews(page, knownIds), object };
    if (page.shown === 0) break;
  }
  return { coverage: 'window' };
}

function endOf({ reviewCount }: PlatformObject): VisitEnd {
  return { coverage: reviewCount === null ? 'window' : 'all' };
}

async function requestFirstRow(app: StoreApp, tools: VisitTools): Promise<FirstRow> {
  try {
    const reviews = await requestRow(app, 0, tools);
    return reviews === null ? { reviews: PackedReviews.none, outcome: 'absent' } : { reviews, outcome: 'list' };
  } catch (error) {
    if (error instanceof Blocked) return { reviews: PackedReviews.none, outcome: 'refused' };
    throw error;
  }
}

/** Requests page `number` (from 0) of the row; null for 404. */
async function requestRow(app: StoreApp, number: number, { http, parse }: VisitTools): Promise<PackedReviews | null> {
  const start = number * ROW_PAGE_SIZE;
  const query = new URLSearchParams({
    id: app.id,
    'displayable-kind': '11',
    startIndex: String(start),
    endIndex: String(start + ROW_PAGE_SIZE),
    // 0 orders by date, newest first.
    sort: '0',
    cc: app.storefront,
  });
  const response = await http.request(`${STORE}/WebObjects/MZStore.woa/wa/userReviewsRow?${query}`, {
    headers: { 'user-agent': CLIENT },
    accept: [404],
  });
  return response.status === 404 ? null : (await parse(reviewRow, response.document, app)).reviews;
}

async function requestFeed(app: StoreApp, number: number, { http, parse }: VisitTools): Promise<PackedReviews> {
  const path = `/${app.storefront}/rss/customerreviews/page=${number}/id=${app.id}/sortby=mostrecent/json`;
  const response = await http.request(`${STORE}${path}`, { accept: [404] });
  return response.status === 404 ? PackedReviews.none : (await parse(feed, response.document, app)).reviews;
}

/** Requests the app's data. Throws `Gone` if it does not exist in the storefront. */
async function requestLookup(app: StoreApp, tools: VisitTools): Promise<PlatformObject> {
  const url = `${STORE}/lookup?id=${app.id}&country=${app.storefront}`;
  const { found } = await requestParsed(url, lookup, null, tools);
  if (found === null) throw new Gone(`The App Store has no such app in storefront ${app.storefront}`);
  return found;
}

/** Requests the number of reviews with text, which the store returns for a storefront number. */
async function requestCounter(app: StoreApp, tools: VisitTools): Promise<number | null> {
  const number = storefrontNumber(app.storefront);
  if (number === null) return null;
  const address = `${STORE}/${app.storefront}/customer-reviews/id${app.id}?displayable-kind=11`;
  const headers = { 'user-agent': CLIENT, 'x-apple-store-front': `${number}-1,29 l=en` };
  return (await requestParsed(address, counter, null, tools, { headers })).count;
}
