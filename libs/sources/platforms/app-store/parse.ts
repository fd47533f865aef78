/**
 * Parses responses of the App Store itself. Pure: JSON in, reviews out. Two interfaces return the same reviews in two formats: the row
 * (userReviewsRow) and the feed (RSS). A review must have the same fields from both, except for its reply, which the feed does
 * not contain.
 *
 * Dates of reviews: the feed has Cupertino's local time with its offset, the row has UTC; both are converted to Cupertino's local
 * time. Dates of replies are UTC.
 */
import { cleanTextOrNull, localTimeInZone, normalizeRating, parseInstant, parseLocalDateTime } from '@libs/kernel';
import type { LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
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
  userReviewId: number,
  title: text,
  body: text,
  name: text,
  rating: number.nullish(),
  date: text,
  developerResponse: z.looseObject({ body: text, modified: text }).nullish(),
});
const rowShape = z.looseObject({ userReviewList: z.array(rowItem) });

const label = z.looseObject({ label: text }).nullish();
const feedEntry = z.looseObject({
  id: z.looseObject({ label: z.string() }),
  author: z.looseObject({ name: label }).nullish(),
  title: label,
  content: label,
  updated: label,
  'im:rating': label,
});
const feedShape = z.looseObject({
  feed: z.looseObject({ entry: z.union([z.array(feedEntry), feedEntry]).optional() }),
});

const lookupShape = z.looseObject({
  resultCount: z.number(),
  results: z.array(
    z.looseObject({ trackName: text, averageUserRating: z.number().nullish(), userRatingCount: z.number().nullish() }),
  ),
});
const counterShape = z.looseObject({ totalNumberOfReviews: z.number().int().min(0) });

type RowItem = z.infer<typeof rowItem>;
type FeedEntry = z.infer<typeof feedEntry>;

/** Reads a page of the row, newest first; empty beyond the end. Throws `Changed` if it does not match. */
export function readRow(value: unknown, app: StoreApp): CollectedReview[] {
  return readShape(rowShape, value, "The App Store's list of reviews").userReviewList.map((item) =>
    readRowItem(item, app),
  );
}

/** Reads a page of the feed, newest first; `replyKnown` is always false. Throws `Changed` if it does not match. */
export function readFeed(value: unknown, app: StoreApp): CollectedReview[] {
  const { entry = [] } = readShape(feedShape, value, "The App Store's feed of reviews").feed;
  const entries = Array.isArray(entry) ? entry : [entry];
  return entries.filter((single) => !isApp(single)).map((single) => readFeedEntry(single, app));
}

/** Older feeds begin with the app itself, which has no rating and whose id is a URL. Ids of reviews are numbers. */
function isApp({ id, 'im:rating': rating }: FeedEntry): boolean {
  if (/^\d+$/.test(id.label)) return false;
  if (rating) throw new Changed("A review in the App Store's feed has an unexpected id");
  return true;
}

/** Name and rating of the app; null if it does not exist in the storefront. */
export function readLookup(value: unknown): PlatformObject | null {
  const { results } = readShape(lookupShape, value, "The App Store's data about the app");
  const found = results[0];
  if (found === undefined) return null;
  const rating = found.averageUserRating ?? null;
  const hasRating = rating !== null && (found.userRatingCount ?? 1) > 0;
  return {
    name: cleanTextOrNull(found.trackName),
    // `userRatingCount` includes ratings without a text, so it is not the length of the list.
    reviewCount: null,
    rating: hasRating ? normalizeRating(rating, RATING_SCALE) : null,
    ratingOriginal: hasRating ? String(rating) : null,
  };
}

/** Number of reviews with text. Throws `Changed` if the response does not match. */
export function readCounter(value: unknown): number {
  return readShape(counterShape, value, "The App Store's count of reviews").totalNumberOfReviews;
}

function readRowItem(item: RowItem, app: StoreApp): CollectedReview {
  const reply = item.developerResponse;
  const replyText = cleanTextOrNull(plainText(reply?.body ?? ''));
  return {
    ...commonFields(app, item.rating),
    externalId: String(item.userReviewId),
    author: nameOf(item.name),
    text: mergeText(plainText(item.title ?? ''), plainText(item.body ?? '')),
    reviewDate: storeTime(item.date),
    replyText,
    replyDate: replyText === null ? null : utcTime(reply?.modified),
    raw: item,
  };
}

function readFeedEntry(entry: FeedEntry, app: StoreApp): CollectedReview {
  return {
    ...commonFields(app, entry['im:rating']?.label),
    externalId: entry.id.label,
    author: nameOf(entry.author?.name?.label),
    text: mergeText(plainText(entry.title?.label ?? ''), plainText(entry.content?.label ?? '')),
    reviewDate: storeTime(entry.updated?.label),
    replyText: null,
    replyDate: null,
    replyKnown: false,
    raw: entry,
  };
}

const nameOf = (encoded: string | null | undefined): string | null => cleanTextOrNull(decodeEntities(encoded ?? ''));

/** The fields that all interfaces fill in the same way. */
export function commonFields(
  app: StoreApp,
  rating: string | number | null | undefined,
): Pick<
  CollectedReview,
  | 'positive'
  | 'negative'
  | 'datePrecision'
  | 'ratingOriginal'
  | 'rating'
  | 'reviewUrl'
  | 'images'
  | 'videos'
  | 'isNative'
> {
  const ratingOriginal = cleanTextOrNull(rating === null || rating === undefined ? null : String(rating));
  return {
    positive: null,
    negative: null,
    datePrecision: 'exact',
    ratingOriginal,
    rating: ratingOriginal === null ? null : normalizeRating(Number(ratingOriginal), RATING_SCALE),
    // The store has no page for a single review.
    reviewUrl: `${pageOf(app)}?see-all=reviews`,
    images: [],
    videos: [],
    isNative: true,
  };
}

/** Title and text, joined by a blank line. */
export function mergeText(title: string, body: string): string | null {
  const parts = [title, body].map((part) => cleanTextOrNull(lineBreaks(part)));
  return cleanTextOrNull(parts.filter((part) => part !== null).join('\n\n'));
}

export const lineBreaks = (value: string): string => value.replace(/\r\n?/g, '\n');

/** Dates of replies are in UTC. */
function utcTime(value: string | null | undefined): LocalDateTime | null {
  return parseInstant(value?.trim() ?? '')?.slice(0, 19) ?? null;
}

/** A date in Cupertino's local time; null for entries of 2018, which have no date. */
export function storeTime(value: string | null | undefined): LocalDateTime | null {
  const date = value?.trim() ?? '';
  if (!HAS_ZONE.test(date)) return parseLocalDateTime(date);
  const instant = parseInstant(date);
  return instant === null ? null : localTimeInZone(new Date(`${instant.slice(0, 19)}Z`), STORE_ZONE);
}
