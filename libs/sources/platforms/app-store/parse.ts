/**
 * Parses responses of the App Store itself. Pure: JSON in, reviews out. Two APIs return the same reviews in two formats: the row
 * (userReviewsRow) and the feed (RSS). A review must have the same fields from both, except for its reply, which the feed does
 * not contain.
 *
 * Dates of reviews: the feed has Cupertino's local time with its offset, the row has UTC; both are converted to Cupertino's local
 * time. Dates of replies are UTC.
 */
import { cleanTextOrNull, localTimeInZone, parseInstant, parseLocalDateTime } from '@libs/kernel';
import type { LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import { Changed } from '../../source-errors';
import { decodeEntities } from '../../decode-entities';
import { plainText } from '../../html/plain-text';
import { pageOf, type StoreApp } from './match';

export const RATING_SCALE = 5;
const STORE_ZONE = 'America/Los_Angeles';
const HAS_ZONE = /(?:z|[+-]\d{2}:?\d{2})$/i;

const text = z.string().nullish();
const number = z.union([z.string(), z.number()]);

const rowItem = z.looseObject({
  userReviewId: z.union([z.string().min(1), z.number()]),
  title: text,
  body: text,
  name: text,
  rating: number.nullish(),
  date: text,
  developerResponse: z.looseObject({ body: text, modified: text }).nullish(),
});
const ROW_PARTS = {
  title: 'text',
  body: 'text',
  name: 'author',
  rating: 'rating',
  date: 'date',
  developerResponse: 'reply',
  'developerResponse.modified': 'reply_date',
} as const;
const rowShape = z.looseObject({ userReviewList: z.array(z.unknown()) });

const label = z.looseObject({ label: text }).nullish();
const feedEntry = z.looseObject({
  id: z.looseObject({ label: z.string() }),
  author: z.looseObject({ name: label }).nullish(),
  title: label,
  content: label,
  updated: label,
  'im:rating': label,
});
const FEED_PARTS = {
  author: 'author',
  title: 'text',
  content: 'text',
  updated: 'date',
  'im:rating': 'rating',
} as const;
const feedShape = z.looseObject({
  feed: z.looseObject({ entry: z.union([z.array(z.unknown()), z.looseObject({})]).optional() }),
});

const lookupShape = z.looseObject({ resultCount: z.number(), results: z.array(z.looseObject({})) });
const foundShape = z.looseObject({
  trackName: text,
  averageUserRating: z.number().nullish(),
  userRatingCount: z.number().min(0).nullish(),
});
const FOUND_PARTS = { trackName: 'name', averageUserRating: 'average', userRatingCount: 'average' } as const;
const counterShape = z.looseObject({ totalNumberOfReviews: z.number().int().min(0) });

type FeedEntry = z.infer<typeof feedEntry>;

const RECORD = 'A review of the App Store';

/** Reads a page of the row, newest first; empty beyond the end. Throws `Changed` if it does not match. */
export function readRow(value: unknown, app: StoreApp): ItemsRead {
  const { userReviewList } = readShape(rowShape, value, "The App Store's list of reviews");
  return readItems(userReviewList, RECORD, (item, reading) => readRowItem(item, app, reading));
}

/** Reads a page of the feed, newest first; `replyKnown` is always false. Throws `Changed` if it does not match. */
export function readFeed(value: unknown, app: StoreApp): ItemsRead {
  const { entry = [] } = readShape(feedShape, value, "The App Store's feed of reviews").feed;
  const entries: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
  return readItems(entries, RECORD, (single, reading) => readFeedEntry(single, app, reading));
}

/**
 * Older feeds begin with the app itself, which has no rating and whose id is a URL. Ids of reviews are numbers. Throws `Changed` for
 * others.
 */
function isApp({ id, 'im:rating': rating }: FeedEntry): boolean {
  if (/^\d+$/.test(id.label)) return false;
  if (rating) throw new Changed("A review in the App Store's feed has an unexpected id");
  return true;
}

/** Name and rating of the app; null if it does not exist in the storefront. */
export function readLookup(value: unknown): PlatformObject | null {
  const { results } = readShape(lookupShape, value, "The App Store's data about the app");
  if (results[0] === undefined) return null;
  const reading = new Reading("The App Store's data about the app");
  const found = reading.shape(foundShape, results[0], FOUND_PARTS);
  const hasRatings = (found.userRatingCount ?? 1) > 0;
  return {
    name: reading.needed('name', found.trackName, cleanTextOrNull),
    // `userRatingCount` includes ratings without a review, so it is not the length of the list.
    reviewCount: null,
    ...reading.average(hasRatings ? found.averageUserRating : null, RATING_SCALE),
    unread: reading.unread,
  };
}

/** Number of reviews with text. Throws `Changed` if the response does not match. */
export function readCounter(value: unknown): number {
  return readShape(counterShape, value, "The App Store's count of reviews").totalNumberOfReviews;
}

function readRowItem(value: unknown, app: StoreApp, reading: Reading): CollectedReview {
  const item = reading.shape(rowItem, value, ROW_PARTS);
  const reply = item.developerResponse ?? {};
  const replyText = textOf(reading.within('reply', reply.body, Object.keys(reply).length > 0));
  return collectedReview({
    externalId: String(item.userReviewId),
    ...ratingOf(item.rating, reading),
    reviewUrl: reviewsUrl(app),
    author: nameOf(item.name),
    text: mergeText(plainText(item.title ?? ''), plainText(item.body ?? '')),
    reviewDate: reading.needed('date', item.date, storeTime),
    ...reading.reply(replyText, reply.modified, utcTime),
    raw: value as CollectedReview['raw'],
  });
}

/** Null for the app itself. */
function readFeedEntry(value: unknown, app: StoreApp, reading: Reading): CollectedReview | null {
  const entry = reading.shape(feedEntry, value, FEED_PARTS);
  if (isApp(entry)) return null;
  return collectedReview({
    externalId: entry.id.label,
    ...ratingOf(entry['im:rating']?.label, reading),
    reviewUrl: reviewsUrl(app),
    author: nameOf(entry.author?.name?.label),
    text: mergeText(plainText(entry.title?.label ?? ''), plainText(entry.content?.label ?? '')),
    // Entries of 2018 have no date.
    reviewDate: entry.updated ? reading.needed('date', entry.updated.label, storeTime) : null,
    replyKnown: false,
    raw: value as CollectedReview['raw'],
  });
}

const nameOf = (encoded: string | null | undefined): string | null => cleanTextOrNull(decodeEntities(encoded ?? ''));
const textOf = (html: string | null): string | null => cleanTextOrNull(plainText(html ?? ''));

/** The rating of a review. Every review has one. */
export function ratingOf(
  rating: string | number | null | undefined,
  reading: Reading,
): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  return reading.neededRating(typeof rating === 'string' ? cleanTextOrNull(rating) : rating, RATING_SCALE);
}

/** The address of the app's reviews: the store has no page for a single one. */
export const reviewsUrl = (app: StoreApp): string => `${pageOf(app)}?see-all=reviews`;

/** Title and text, joined by a blank line. */
export function mergeText(title: string, body: string): string | null {
  const parts = [title, body].map((part) => cleanTextOrNull(lineBreaks(part)));
  return cleanTextOrNull(parts.filter((part) => part !== null).join('\n\n'));
}

export const lineBreaks = (value: string): string => value.replace(/\r\n?/g, '\n');

/** Dates of replies are in UTC. */
function utcTime(value: string): LocalDateTime | null {
  return parseInstant(value.trim())?.slice(0, 19) ?? null;
}

/** A date in Cupertino's local time; null if it is none. */
export function storeTime(value: string): LocalDateTime | null {
  const date = value.trim();
  if (!HAS_ZONE.test(date)) return parseLocalDateTime(date);
  const instant = parseInstant(date);
  return instant === null ? null : localTimeInZone(new Date(`${instant.slice(0, 19)}Z`), STORE_ZONE);
}
