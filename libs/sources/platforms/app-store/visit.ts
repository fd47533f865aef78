/**
 * One visit to an app's reviews in one storefront:
 *
 *   row, pages of 200 to the end, replies included              → `all` with the counter, `window` without it
 *     └─ its first page refused, absent, or empty against other evidence ──► feed, 10 pages of 50, no replies  → `window`
 *
 *   beside it: lookup (does the app exist? its name and rating), counter (how many written reviews)
 *
 * Why not always `all`: an empty page is the store's only sign of the end, and a store that answers short looks the same.
 * The counter tells the two apart; without it nothing older than what was read may count as gone. The feed holds 500
 * reviews at most. A visit never changes roads in its middle: a review would lose its reply for no reason but the place where
 * the store began to refuse.
 *
 * The feed comes empty to many addresses of data centres while the app has reviews. So an empty feed is believed only where
 * nothing else speaks of reviews; otherwise the visit is `Blocked`.
 */
import { PackedReviews } from '../../parsing/packed-reviews';
import { Blocked, Changed, Gone } from '../../source-errors';
import type { PlatformObject, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { sideRequest } from '../../side-request';
import { unseenReviews } from '../../unseen-reviews';
import { appOf, type StoreApp } from './match';
import { counter, feed, lookup, row as rowOfReviews } from './parsers';
import { storefrontNumber } from './storefronts';

type Visit = AsyncGenerator<SnapshotPage, VisitEnd, void>;

/** The first page of the row. */
interface FirstRow {
  readonly reviews: PackedReviews;
  /** `absent`: the store knows no such list (404), which is its word for no reviews. */
  readonly answer: 'list' | 'absent' | 'refused';
}

const STORE = 'https://itunes.apple.com';
const ROW_PAGE_SIZE = 200;
/** 400,000 reviews; a longer list is one without an end. */
const ROW_MAX_PAGES = 2_000;
const FEED_PAGES = 10;
/** The row answers clients of the iTunes family; we say so and still say who we are. */
const CLIENT = 'iTunes/12.12 (Macintosh; OS X 13.0) hrev (+https://github.com/hrev/hrev)';
const UNKNOWN: PlatformObject = { name: null, reviewCount: null, rating: null, ratingOriginal: null };

export async function* visit(canonicalUrl: string, tools: VisitTools): Visit {
  const app = appOf(new URL(canonicalUrl));
  if (app === null) throw new Gone('This address names no app');
  const row = await askFirstRow(app, tools);
  const object = await askObject(app, row, tools);
  if (row.reviews.length > 0) return yield* readWholeRow(app, object, row.reviews, tools);
  const hasReviews = await speaksOfReviews(object, row, tools);
  if (row.answer === 'list' && !hasReviews) {
    yield { reviews: [], object };
    return endOf(object);
  }
  return yield* readWholeFeed(app, object, hasReviews, tools);
}

/** Name, rating and counter. Without reviews in hand the lookup must answer: only it tells an app from a wrong number. */
async function askObject(app: StoreApp, { reviews }: FirstRow, tools: VisitTools): Promise<PlatformObject> {
  const { signal } = tools;
  const isInHand = reviews.length > 0;
  const found = isInHand ? await sideRequest(() => askLookup(app, tools), signal) : await askLookup(app, tools);
  return { ...(found ?? UNKNOWN), reviewCount: await sideRequest(() => askCounter(app, tools), signal) };
}

/**
 * Whether anything but the list says that the app has reviews. Stars are given without reviews too, so the rating counts only
 * against a refusal.
 */
async function speaksOfReviews(object: PlatformObject, { answer }: FirstRow, tools: VisitTools): Promise<boolean> {
  if ((object.reviewCount ?? 0) > 0) return true;
  if (answer === 'refused' && object.rating !== null) return true;
  // A counter of zero is the store's own word, also on reviews that were there before.
  return (answer === 'refused' || object.reviewCount === null) && (await tools.holdsReviews());
}

async function* readWholeRow(app: StoreApp, object: PlatformObject, first: PackedReviews, tools: VisitTools): Visit {
  const seen = new Set<string>();
  let page: PackedReviews | null = first;
  for (let number = 1; number <= ROW_MAX_PAGES; number += 1) {
    yield { reviews: unseenReviews(page, seen), object };
    const counted = object.reviewCount !== null && seen.size >= object.reviewCount;
    if (page.length === 0 || (counted && page.length < ROW_PAGE_SIZE)) return endOf(object);
    page = await askRow(app, number, tools);
    // Some clients report 404 instead of an empty page behind the end; taken as an end that proves nothing.
    if (page === null) return { coverage: 'window' };
  }
  throw new Changed(`The App Store's list does not end after ${ROW_MAX_PAGES} pages`);
}

async function* readWholeFeed(app: StoreApp, object: PlatformObject, hasReviews: boolean, tools: VisitTools): Visit {
  const seen = new Set<string>();
  for (let number = 1; number <= FEED_PAGES; number += 1) {
    const page = await askFeed(app, number, tools);
    if (number === 1 && page.length === 0 && hasReviews) {
      throw new Blocked('The App Store shows no list of reviews, though the app has some');
    }
    yield { reviews: unseenReviews(page, seen), object };
    if (page.length === 0) break;
  }
  return { coverage: 'window' };
}

function endOf({ reviewCount }: PlatformObject): VisitEnd {
  return { coverage: reviewCount === null ? 'window' : 'all' };
}

async function askFirstRow(app: StoreApp, tools: VisitTools): Promise<FirstRow> {
  try {
    const reviews = await askRow(app, 0, tools);
    return reviews === null ? { reviews: PackedReviews.none, answer: 'absent' } : { reviews, answer: 'list' };
  } catch (error) {
    if (error instanceof Blocked) return { reviews: PackedReviews.none, answer: 'refused' };
    throw error;
  }
}

/** Page `number` (0 = the first) of the row; null for 404. */
async function askRow(app: StoreApp, number: number, { http, parse }: VisitTools): Promise<PackedReviews | null> {
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
  const answer = await http.request(`${STORE}/WebObjects/MZStore.woa/wa/userReviewsRow?${query}`, {
    headers: { 'user-agent': CLIENT },
    accept: [404],
  });
  return answer.status === 404 ? null : (await parse(rowOfReviews, answer.document, app)).reviews;
}

async function askFeed(app: StoreApp, number: number, { http, parse }: VisitTools): Promise<PackedReviews> {
  const path = `/${app.storefront}/rss/customerreviews/page=${number}/id=${app.id}/sortby=mostrecent/json`;
  const answer = await http.request(`${STORE}${path}`, { accept: [404] });
  return answer.status === 404 ? PackedReviews.none : (await parse(feed, answer.document, app)).reviews;
}

/** Throws `Gone` where the store has no such app in the storefront. */
async function askLookup(app: StoreApp, { http, parse }: VisitTools): Promise<PlatformObject> {
  const { document } = await http.request(`${STORE}/lookup?id=${app.id}&country=${app.storefront}`);
  const { found } = await parse(lookup, document, null);
  if (found === null) throw new Gone(`The App Store has no such app in storefront ${app.storefront}`);
  return found;
}

/** How many written reviews there are. The store tells it to clients that name the storefront by its number. */
async function askCounter(app: StoreApp, { http, parse }: VisitTools): Promise<number | null> {
  const number = storefrontNumber(app.storefront);
  if (number === null) return null;
  const address = `${STORE}/${app.storefront}/customer-reviews/id${app.id}?displayable-kind=11`;
  const headers = { 'user-agent': CLIENT, 'x-apple-store-front': `${number}-1,29 l=en` };
  const { document } = await http.request(address, { headers });
  return (await parse(counter, document, null)).count;
}
