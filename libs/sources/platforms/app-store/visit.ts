/**
 * One visit to an app's reviews in one storefront:
 *
 *   lookup (does the app exist? its name) ──► counter (how many written reviews; may be missing)
 *     └─► row, pages of 200 to the end, replies included         → `all` with the counter, `window` without it
 *           └─ refused or absent at its first page ──► feed, 10 pages of 50, no replies          → `window`
 *
 * Why not always `all`: an empty page is the store's only sign of the end, and a store that answers short looks the same.
 * The counter tells the two apart; without it nothing older than what was read may count as gone. The feed holds 500
 * reviews at most and is known to come empty on bad days. A visit never changes roads in its middle: a review
 * would lose its reply for no reason but the place where the store began to refuse.
 */
import { Blocked, Changed, Gone, SourceError, Throttled } from '../../source-errors';
import type { SourceHttp, SourceResponse } from '../../source-http';
import type { CollectedReview, PlatformObject, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { unseenReviews } from '../../unseen-reviews';
import { appOf, type StoreApp } from './match';
import { readCounter, readFeed, readLookup, readRow } from './parse';

type Visit = AsyncGenerator<SnapshotPage, VisitEnd, void>;

const STORE = 'https://itunes.apple.com';
const ROW_PAGE_SIZE = 200;
/** 400,000 reviews; a longer list is one without an end. */
const ROW_MAX_PAGES = 2_000;
const FEED_PAGES = 10;
/** The row answers clients of the iTunes family; we say so and still say who we are. */
const CLIENT = 'iTunes/12.13 (compatible; hrev; +https://github.com/hrev/hrev)';

export async function* visit(canonicalUrl: string, { http }: VisitTools): Visit {
  const app = appOf(new URL(canonicalUrl));
  if (app === null) throw new Gone('This address names no app');
  const found = readLookup(answerOf(await http.request(`${STORE}/lookup?id=${app.id}&country=${app.storefront}`)));
  if (found === null) throw new Gone(`The App Store has no such app in storefront ${app.storefront}`);
  const object = { ...found, reviewCount: await askCounter(app, http) };
  const first = await askFirstRow(app, http);
  return yield* first === null ? readWholeFeed(app, object, http) : readWholeRow(app, object, first, http);
}

async function* readWholeRow(app: StoreApp, object: PlatformObject, first: CollectedReview[], http: SourceHttp): Visit {
  const seen = new Set<string>();
  let page: CollectedReview[] | null = first;
  for (let number = 1; number <= ROW_MAX_PAGES; number += 1) {
    yield { reviews: unseenReviews(page, seen), object };
    const counted = object.reviewCount !== null && seen.size >= object.reviewCount;
    if (page.length === 0 || (counted && page.length < ROW_PAGE_SIZE)) return endOf(object);
    page = await askRow(app, number, http);
    // Some clients report 404 instead of an empty page behind the end; taken as an end that proves nothing.
    if (page === null) return { coverage: 'window' };
  }
  throw new Changed(`The App Store's list does not end after ${ROW_MAX_PAGES} pages`);
}

async function* readWholeFeed(app: StoreApp, object: PlatformObject, http: SourceHttp): Visit {
  const seen = new Set<string>();
  for (let number = 1; number <= FEED_PAGES; number += 1) {
    const page = await askFeed(app, number, http);
    yield { reviews: unseenReviews(page, seen), object };
    if (page.length === 0) break;
  }
  return { coverage: 'window' };
}

function endOf({ reviewCount }: PlatformObject): VisitEnd {
  return { coverage: reviewCount === null ? 'window' : 'all' };
}

/** Null where this storefront's row is closed to us or has nothing: the feed is asked instead. */
async function askFirstRow(app: StoreApp, http: SourceHttp): Promise<CollectedReview[] | null> {
  try {
    return await askRow(app, 0, http);
  } catch (error) {
    if (error instanceof Blocked) return null;
    throw error;
  }
}

/** Page `number` (0 = the first) of the row; null for 404. */
async function askRow(app: StoreApp, number: number, http: SourceHttp): Promise<CollectedReview[] | null> {
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
  return response.status === 404 ? null : readRow(answerOf(response), app);
}

async function askFeed(app: StoreApp, number: number, http: SourceHttp): Promise<CollectedReview[]> {
  const path = `/${app.storefront}/rss/customerreviews/page=${number}/id=${app.id}/sortby=mostrecent/json`;
  const response = await http.request(`${STORE}${path}`, { accept: [404] });
  return response.status === 404 ? [] : readFeed(answerOf(response), app);
}

/** Best effort: the count decides what a visit proves, not whether it succeeds. */
async function askCounter(app: StoreApp, http: SourceHttp): Promise<number | null> {
  try {
    const address = `${STORE}/${app.storefront}/customer-reviews/id${app.id}?dataOnly=true&displayable-kind=11`;
    return readCounter(answerOf(await http.request(address, { headers: { 'user-agent': CLIENT } })));
  } catch (error) {
    if (error instanceof Throttled || !(error instanceof SourceError)) throw error;
    return null;
  }
}

/** The JSON of an answer. Throws `Blocked` for a page made for people, which is how the store refuses a client. */
function answerOf(response: SourceResponse): unknown {
  if (/^\s*<(?!\?xml)/.test(response.body)) throw new Blocked('The App Store answered with a page instead of data');
  return response.json();
}
