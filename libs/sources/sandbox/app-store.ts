/**
 * The App Store's sandbox: lookup, the counter, userReviewsRow and the RSS feed of customer reviews; and App Store Connect
 * (app-store-connect.ts). A listing's key is the app's
 * number in the US storefront (`1234567`), or `{storefront}-{number}` (`gb-1234567`) in other storefronts.
 *
 * Based on recorded responses; parts without a recording (the counter, the end of the list, the refusal) follow public clients.
 */
import { CONNECT_HOST, respondFromConnect } from './app-store-connect';
import { htmlResponse, jsonResponse, newestFirst, pageOf, respondTo, THROTTLED } from './sandbox-behaviour';
import { averageOf, escapeHtml, isoToTheSecond } from './sandbox-formats';
import type {
  SandboxListing,
  SandboxPlatform,
  SandboxRequest,
  SandboxResponse,
  SandboxReview,
} from './sandbox-platform';

const ROW_PATH = '/WebObjects/MZStore.woa/wa/userReviewsRow';
const COUNTER_PATH = /^\/([a-z]{2})\/customer-reviews\/id(\d+)$/;
const RSS_PATH = /^\/([a-z]{2})\/rss\/customerreviews\/page=(\d+)\/id=(\d+)\/sortby=mostrecent\/json$/;
const RSS_PAGE_SIZE = 50;
const RSS_LAST_PAGE = 10;

const REFUSAL = htmlResponse(
  '<!DOCTYPE HTML>\n<html><head><title>Connecting to the iTunes Store.</title></head>' +
    '<body><p>If iTunes does not open, click the iTunes application icon.</p></body></html>',
);

/** A request to the store: the requested app and page, and the possible responses. */
interface StoreRequest {
  readonly storefront: string;
  readonly id: string;
  readonly page: number;
  readonly normal: (listing: SandboxListing) => SandboxResponse;
  /** The requested data. */
  readonly requested: 'app' | 'counter' | 'row' | 'feed';
  /** The response for an unknown app. */
  readonly unknown: SandboxResponse;
  /** The body for the behaviour `changed`. */
  readonly changed: unknown;
}

export const appStoreSandbox: SandboxPlatform = {
  slug: 'app-store',
  hosts: ['apps.apple.com', 'itunes.apple.com', CONNECT_HOST],
  demo: {
    key: '6400000001',
    name: 'Tidewatch: Harbour Times',
    reviews: 250,
    ratings: [1, 2, 3, 4, 5, 5, 5],
    titles: true,
    replies: true,
  },

  pageUrl(key: string): string {
    const [id, storefront] = key.split('-').reverse();
    return `https://apps.apple.com/${storefront ?? 'us'}/app/sandbox-app/id${id}`;
  },

  respond(request, findListing, context) {
    if (request.url.hostname === CONNECT_HOST) return respondFromConnect(request, context);
    const storeRequest = parseStoreRequest(request);
    if (storeRequest === null) return htmlResponse('<html><body>Not found</body></html>', 404);
    const { storefront, id, page, requested, unknown, changed, normal } = storeRequest;
    return respondTo(findListing(storefront === 'us' ? id : `${storefront}-${id}`), page, {
      ...SPECIAL_RESPONSES[requested],
      blocked: REFUSAL,
      gone: unknown,
      changed: jsonResponse(changed),
      normal,
    });
  },
};

/** `refused` is what many addresses of data centers get: row and counter are refused, the feed is empty, the lookup has a rating. */
const SPECIAL_RESPONSES = {
  app: { side_throttled: THROTTLED },
  counter: { refused: REFUSAL, side_throttled: THROTTLED },
  row: { refused: REFUSAL },
  feed: {},
};

function parseStoreRequest({ url, headers }: SandboxRequest): StoreRequest | null {
  if (url.host !== 'itunes.apple.com') return null;
  if (url.pathname === '/lookup') return lookupRequest(url);
  if (url.pathname === ROW_PATH) return rowRequest(url, headers);
  const rss = RSS_PATH.exec(url.pathname);
  if (rss) return rssRequest(rss[1] ?? '', rss[3] ?? '', Number(rss[2]));
  const counter = COUNTER_PATH.exec(url.pathname);
  if (counter) return counterRequest(counter[1] ?? '', counter[2] ?? '', headers);
  return null;
}

function lookupRequest(url: URL): StoreRequest {
  const id = url.searchParams.get('id') ?? '';
  return {
    requested: 'app',
    storefront: url.searchParams.get('country') ?? 'us',
    id,
    page: 1,
    normal: (listing) =>
      jsonResponse({
        resultCount: 1,
        results: [
          {
            wrapperType: 'software',
            kind: 'software',
            trackId: Number(id),
            trackName: listing.name,
            averageUserRating: averageOf(listing.reviews) ?? 0,
            userRatingCount: listing.reviews.length * 7,
          },
        ],
      }),
    unknown: jsonResponse({ resultCount: 0, results: [] }),
    changed: { version: 2, data: [{ type: 'apps', attributes: {} }] },
  };
}

function counterRequest(storefront: string, id: string, headers: SandboxRequest['headers']): StoreRequest {
  return {
    requested: 'counter',
    storefront,
    id,
    page: 1,
    normal: (listing) =>
      isItunesClient(headers) && hasStorefrontNumber(headers)
        ? jsonResponse({
            adamId: Number(id),
            ratingAverage: averageOf(listing.reviews) ?? 0,
            ratingCount: listing.reviews.length * 7,
            totalNumberOfReviews: listing.reviews.length,
          })
        : REFUSAL,
    unknown: htmlResponse('<html><body>Not found</body></html>', 404),
    changed: { version: 2, summary: {} },
  };
}

function rowRequest(url: URL, headers: SandboxRequest['headers']): StoreRequest {
  const start = Number(url.searchParams.get('startIndex') ?? 0);
  const size = Number(url.searchParams.get('endIndex') ?? 200) - start;
  const page = Math.floor(start / size) + 1;
  return {
    requested: 'row',
    storefront: url.searchParams.get('cc') ?? 'us',
    id: url.searchParams.get('id') ?? '',
    page,
    normal: (listing) =>
      isItunesClient(headers)
        ? jsonResponse({
            userReviewList: pageOf(listing, rowOrder(listing, url.searchParams.get('sort')), page, size).reviews.map(
              rowItem,
            ),
          })
        : REFUSAL,
    unknown: htmlResponse('<html><body>Not found</body></html>', 404),
    changed: { version: 2, reviews: { data: [] } },
  };
}

/** `sort=0` is newest first; other values do not sort by date. */
function rowOrder(listing: SandboxListing, sort: string | null): SandboxReview[] {
  const reviews = newestFirst(listing, 'updatedAt');
  return sort === '0' ? reviews : reviews.sort((a, b) => (b.rating ?? 0) - (a.rating ?? 0));
}

function rssRequest(storefront: string, id: string, page: number): StoreRequest {
  return {
    requested: 'feed',
    storefront,
    id,
    page,
    normal: (listing) =>
      page > RSS_LAST_PAGE
        ? htmlResponse('<html><body>CustomerReviews RSS page depth is limited to 10</body></html>', 400)
        : jsonResponse(rssFeed(pageOf(listing, newestFirst(listing, 'updatedAt'), page, RSS_PAGE_SIZE).reviews)),
    unknown: jsonResponse(rssFeed([])),
    changed: { version: 2, reviews: { data: [] } },
  };
}

function rssFeed(reviews: readonly SandboxReview[]): object {
  const entries = reviews.map(rssEntry);
  return {
    feed: {
      author: { name: { label: 'iTunes Store' }, uri: { label: 'http://www.apple.com/itunes/' } },
      // `entry` is an object in a feed of one review, and missing in an empty feed.
      ...(entries.length > 1 ? { entry: entries } : entries.length === 1 ? { entry: entries[0] } : {}),
      title: { label: 'iTunes Store: Customer Reviews' },
    },
  };
}

function isItunesClient(headers: SandboxRequest['headers']): boolean {
  return (headers['user-agent'] ?? '').includes('iTunes/');
}

/** The counter requires the number of the storefront (`143441-1,29 l=en`); other requests get an HTML page. */
function hasStorefrontNumber(headers: SandboxRequest['headers']): boolean {
  return /^143[45]\d\d-1,29 l=[a-z]{2}$/.test(headers['x-apple-store-front'] ?? '');
}

function rowItem(review: SandboxReview): object {
  return {
    userReviewId: review.id,
    body: escapeEntities(review.text ?? ''),
    date: isoToTheSecond(review.updatedAt),
    name: review.author,
    rating: review.rating,
    title: review.title ?? '',
    ...(review.reply === null
      ? {}
      : {
          developerResponse: {
            id: Number(review.id) % 1_000_000,
            body: escapeEntities(review.reply.text),
            modified: isoToTheSecond(review.reply.at),
          },
        }),
    voteCount: 0,
    voteSum: 0,
    isEdited: review.updatedAt > review.publishedAt,
    viewUsersUserReviewsUrl: `https://itunes.apple.com/us/reviews?userProfileId=9${review.id}`,
    customerType: 'Customers',
  };
}

function rssEntry(review: SandboxReview): object {
  return {
    author: {
      uri: { label: `https://itunes.apple.com/us/reviews/id9${review.id}` },
      name: { label: review.author },
      label: '',
    },
    updated: { label: pacific(review.updatedAt) },
    'im:rating': { label: String(review.rating) },
    'im:version': { label: '1.0.0' },
    id: { label: review.id },
    title: { label: review.title ?? '' },
    content: { label: review.text ?? '', attributes: { type: 'text' } },
    'im:voteSum': { label: '0' },
    'im:voteCount': { label: '0' },
  };
}

const escapeEntities = (text: string): string => escapeHtml(text).replaceAll("'", '&#39;');

/** Cupertino's local time with its offset, as in the feed; computed independently of the adapter's function. */
function pacific(at: Date): string {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', timeZoneName: 'longOffset' });
  const offset =
    zone
      .formatToParts(at)
      .find((part) => part.type === 'timeZoneName')
      ?.value.slice(3) ?? '-08:00';
  const shifted = new Date(at.getTime() - Number(offset.slice(1, 3)) * 3_600_000);
  return `${shifted.toISOString().slice(0, 19)}${offset}`;
}
