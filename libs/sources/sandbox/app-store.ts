/**
 * Sandbox App Store: lookup, the counter, userReviewsRow and the RSS feed of customer reviews. A listing's key is the
 * app's number in the US storefront (`1234567`), or `{storefront}-{number}` (`gb-1234567`) in another one.
 *
 * Rebuilt from recorded answers; what no recording shows (the counter, the end of the list, the refusal) follows public
 * clients.
 */
import {
  behaviourAt,
  commonMisbehaviour,
  cutAnswer,
  htmlAnswer,
  jsonAnswer,
  newestFirst,
  pageOf,
  SLOW_DOWN,
} from './sandbox-behaviour';
import type {
  SandboxAnswer,
  SandboxBehaviour,
  SandboxListing,
  SandboxPlatform,
  SandboxRequest,
  SandboxReview,
} from './sandbox-platform';

const ROW_PATH = '/WebObjects/MZStore.woa/wa/userReviewsRow';
const COUNTER_PATH = /^\/([a-z]{2})\/customer-reviews\/id(\d+)$/;
const RSS_PATH = /^\/([a-z]{2})\/rss\/customerreviews\/page=(\d+)\/id=(\d+)\/sortby=mostrecent\/json$/;
const RSS_PAGE_SIZE = 50;
const RSS_LAST_PAGE = 10;

const REFUSAL = htmlAnswer(
  '<!DOCTYPE HTML>\n<html><head><title>Connecting to the iTunes Store.</title></head>' +
    '<body><p>If iTunes does not open, click the iTunes application icon.</p></body></html>',
);

/** One question to the store: what it is about, which page of a visit it belongs to, and how it is answered. */
interface Question {
  readonly storefront: string;
  readonly id: string;
  readonly page: number;
  readonly normal: (listing: SandboxListing) => SandboxAnswer;
  /** What the question asks for. */
  readonly about: 'app' | 'counter' | 'row' | 'feed';
  /** The answer where the app is unknown. */
  readonly unknown: SandboxAnswer;
  /** The answer in another layout. */
  readonly foreign: unknown;
}

export const appStoreSandbox: SandboxPlatform = {
  slug: 'app-store',
  hosts: ['apps.apple.com', 'itunes.apple.com'],
  demo: {
    key: '6400000001',
    name: 'Tidewatch: Harbour Times',
    reviews: 250,
    ratings: [1, 2, 3, 4, 5, 5, 5],
    titles: true,
    replies: true,
    images: false,
  },

  pageUrl(key: string): string {
    const [id, storefront] = key.split('-').reverse();
    return `https://apps.apple.com/${storefront ?? 'us'}/app/sandbox-app/id${id}`;
  },

  answer(request: SandboxRequest, listing: (key: string) => SandboxListing | undefined): SandboxAnswer {
    const question = readQuestion(request);
    if (question === null) return htmlAnswer('<html><body>Not found</body></html>', 404);
    const key = question.storefront === 'us' ? question.id : `${question.storefront}-${question.id}`;
    const found = listing(key);
    if (found === undefined) return question.unknown;
    return answerQuestion(question, found);
  },
};

function answerQuestion(question: Question, listing: SandboxListing): SandboxAnswer {
  const behaviour = behaviourAt(listing, question.page);
  switch (behaviour) {
    case 'blocked':
      return REFUSAL;
    case 'gone':
      return question.unknown;
    case 'changed':
      return jsonAnswer(question.foreign);
    case 'broken':
      return cutAnswer(question.normal(listing));
    default:
      return exceptions[behaviour]?.[question.about] ?? commonMisbehaviour(behaviour) ?? question.normal(listing);
  }
}

/** Behaviours that only some questions meet. */
const exceptions: Partial<Record<SandboxBehaviour, Partial<Record<Question['about'], SandboxAnswer>>>> = {
  // As many addresses of data centres see the store: the row and the counter closed, the feed empty, the rating shown.
  refused: { row: REFUSAL, counter: REFUSAL },
  side_throttled: { app: SLOW_DOWN, counter: SLOW_DOWN },
};

function readQuestion({ url, headers }: SandboxRequest): Question | null {
  if (url.host !== 'itunes.apple.com') return null;
  if (url.pathname === '/lookup') return lookupQuestion(url);
  if (url.pathname === ROW_PATH) return rowQuestion(url, headers);
  const rss = RSS_PATH.exec(url.pathname);
  if (rss) return rssQuestion(rss[1] ?? '', rss[3] ?? '', Number(rss[2]));
  const counter = COUNTER_PATH.exec(url.pathname);
  if (counter) return counterQuestion(counter[1] ?? '', counter[2] ?? '', headers);
  return null;
}

function lookupQuestion(url: URL): Question {
  const id = url.searchParams.get('id') ?? '';
  return {
    about: 'app',
    storefront: url.searchParams.get('country') ?? 'us',
    id,
    page: 1,
    normal: (listing) =>
      jsonAnswer({
        resultCount: 1,
        results: [
          {
            wrapperType: 'software',
            kind: 'software',
            trackId: Number(id),
            trackName: listing.name,
            averageUserRating: average(listing.reviews),
            userRatingCount: listing.reviews.length * 7,
          },
        ],
      }),
    unknown: jsonAnswer({ resultCount: 0, results: [] }),
    foreign: { version: 2, data: [{ type: 'apps', attributes: {} }] },
  };
}

function counterQuestion(storefront: string, id: string, headers: SandboxRequest['headers']): Question {
  return {
    about: 'counter',
    storefront,
    id,
    page: 1,
    normal: (listing) =>
      speaksItunes(headers) && namesStorefront(headers)
        ? jsonAnswer({
            adamId: Number(id),
            ratingAverage: average(listing.reviews),
            ratingCount: listing.reviews.length * 7,
            totalNumberOfReviews: listing.reviews.length,
          })
        : REFUSAL,
    unknown: htmlAnswer('<html><body>Not found</body></html>', 404),
    foreign: { version: 2, summary: {} },
  };
}

function rowQuestion(url: URL, headers: SandboxRequest['headers']): Question {
  const start = Number(url.searchParams.get('startIndex') ?? 0);
  const size = Number(url.searchParams.get('endIndex') ?? 200) - start;
  const page = Math.floor(start / size) + 1;
  return {
    about: 'row',
    storefront: url.searchParams.get('cc') ?? 'us',
    id: url.searchParams.get('id') ?? '',
    page,
    normal: (listing) =>
      speaksItunes(headers)
        ? jsonAnswer({
            userReviewList: pageOf(listing, rowOrder(listing, url.searchParams.get('sort')), page, size).reviews.map(
              rowItem,
            ),
          })
        : REFUSAL,
    unknown: htmlAnswer('<html><body>Not found</body></html>', 404),
    foreign: { version: 2, reviews: { data: [] } },
  };
}

/** `sort=0` is newest first; every other order of the store is none by date. */
function rowOrder(listing: SandboxListing, sort: string | null): SandboxReview[] {
  const reviews = newestFirst(listing, 'updatedAt');
  return sort === '0' ? reviews : reviews.sort((a, b) => (b.rating ?? 0) - (a.rating ?? 0));
}

function rssQuestion(storefront: string, id: string, page: number): Question {
  return {
    about: 'feed',
    storefront,
    id,
    page,
    normal: (listing) =>
      page > RSS_LAST_PAGE
        ? htmlAnswer('<html><body>CustomerReviews RSS page depth is limited to 10</body></html>', 400)
        : jsonAnswer(rssFeed(pageOf(listing, newestFirst(listing, 'updatedAt'), page, RSS_PAGE_SIZE).reviews)),
    unknown: jsonAnswer(rssFeed([])),
    foreign: { version: 2, reviews: { data: [] } },
  };
}

function rssFeed(reviews: readonly SandboxReview[]): object {
  const entries = reviews.map(rssEntry);
  return {
    feed: {
      author: { name: { label: 'iTunes Store' }, uri: { label: 'http://www.apple.com/itunes/' } },
      // A feed of one review holds it as an object, an empty one holds no `entry` at all.
      ...(entries.length > 1 ? { entry: entries } : entries.length === 1 ? { entry: entries[0] } : {}),
      title: { label: 'iTunes Store: Customer Reviews' },
    },
  };
}

function speaksItunes(headers: SandboxRequest['headers']): boolean {
  return (headers['user-agent'] ?? '').includes('iTunes/');
}

/** The counter answers who names the storefront by its number (`143441-1,29 l=en`); everybody else gets a page. */
function namesStorefront(headers: SandboxRequest['headers']): boolean {
  return /^143[45]\d\d-1,29 l=[a-z]{2}$/.test(headers['x-apple-store-front'] ?? '');
}

function rowItem(review: SandboxReview): object {
  return {
    userReviewId: review.id,
    body: escapeEntities(review.text ?? ''),
    date: seconds(review.updatedAt),
    name: review.author,
    rating: review.rating,
    title: review.title ?? '',
    ...(review.reply === null
      ? {}
      : {
          developerResponse: {
            id: Number(review.id) % 1_000_000,
            body: escapeEntities(review.reply.text),
            modified: seconds(review.reply.at),
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

const escapeEntities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll("'", '&#39;');

const seconds = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

/** The wall clock of Cupertino with its offset, as the feed prints it; made without the adapter's own helper. */
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

function average(reviews: readonly SandboxReview[]): number {
  const rated = reviews.flatMap((review) => (review.rating === null ? [] : [review.rating]));
  return rated.length === 0 ? 0 : rated.reduce((sum, rating) => sum + rating, 0) / rated.length;
}
