/** Parses the list of all ratings, and the page of an app. Pure. */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, type CollectedReview } from '../../collected-review';
import { decodeEntities } from '../../decode-entities';
import { readShape, refuseChallenge } from '../../read-shape';
import { readItems, type ItemsRead, type Reading } from '../../reading';
import type { Unread } from '../../unread';
import { utcTime } from '../../times';
import { appUrl } from './match';

/** Ratings are from 0 (worst) to 1 (best). */
export const RATING_SCALE = 1;

const text = z.string().nullish();
/** The list has the ratings of all apps; only those of one app are read further. */
const listShape = z.array(z.unknown());
const listedShape = z.looseObject({ app: z.string().regex(/\S/) });
const ratingShape = z.looseObject({
  app: z.string(),
  rating: z.number().nullish(),
  ratedAt: text,
  translations: z.record(z.string(), z.looseObject({ comment: text })).nullish(),
  user: z.looseObject({ id: z.number().int().positive(), firstName: text, lastName: text }),
});
const PARTS = {
  rating: 'rating',
  ratedAt: 'date',
  translations: 'text',
  'translations.*': 'text',
  'user.firstName': 'author',
  'user.lastName': 'author',
} as const;
const RECORD = 'A rating of Nextcloud';
const DOCUMENT = "Nextcloud's list of ratings";
/** The end of the title in English, in which the page is requested; before it is the name of the app. */
const TITLE_END = ' - Apps - ';

type Rating = z.infer<typeof ratingShape>;

export interface RatingsOfApp extends ItemsRead {
  /** Number of the ratings of all apps. */
  readonly allCount: number;
}

/**
 * Reads the ratings of one app. A rating that names no app may be one of this app, so it is counted as unread. Throws `Changed` if the
 * list does not match.
 */
export function readRatings(value: unknown, appId: string): RatingsOfApp {
  const all = readShape(listShape, value, DOCUMENT);
  const read = (rating: unknown, reading: Reading): CollectedReview | null =>
    reading.shape(listedShape, rating).app === appId ? readRating(rating, reading) : null;
  return { ...readItems(all, RECORD, read), allCount: all.length };
}

/** The name of an app as its page states it. */
export interface AppName {
  readonly name: string | null;
  readonly unread?: Unread;
}

/**
 * Reads the name of an app from the title of its page. It is counted as unread if the title has another form. Throws `Blocked` for a
 * challenge page.
 */
export function readAppName(html: string): AppName {
  refuseChallenge(html, 'Nextcloud');
  const start = html.indexOf('<title>');
  const end = html.indexOf('</title>', start);
  if (start < 0 || end < 0) return { name: null, unread: { name: 1 } };
  const title = decodeEntities(html.slice(start + '<title>'.length, end));
  const nameEnd = title.lastIndexOf(TITLE_END);
  const name = nameEnd < 0 ? null : cleanTextOrNull(title.slice(0, nameEnd));
  return name === null ? { name, unread: { name: 1 } } : { name };
}

function readRating(value: unknown, reading: Reading): CollectedReview {
  const rating = reading.shape(ratingShape, value, PARTS);
  return collectedReview({
    externalId: String(rating.user.id),
    author: authorOf(rating),
    text: commentOf(rating),
    reviewDate: reading.needed('date', rating.ratedAt, (instant) => utcTime(instant, RECORD)),
    ratingOriginal: typeof rating.rating === 'number' ? String(rating.rating) : null,
    rating: reading.needed('rating', rating.rating, starsOf),
    reviewUrl: `${appUrl(rating.app)}#comments`,
    raw: value as CollectedReview['raw'],
  });
}

/** 0, 0.5 and 1 are 1, 3 and 5 stars. Null for a number outside the scale. */
function starsOf(original: number): number | null {
  if (!(original >= 0 && original <= RATING_SCALE)) return null;
  return Math.round((1 + 4 * original) * 100) / 100;
}

/** The English comment, else the first comment. The store shows only the comments of the reader's language. */
function commentOf({ translations }: Rating): string | null {
  const comments = new Map(Object.entries(translations ?? {}).map(([language, { comment }]) => [language, comment]));
  const found = [comments.get('en'), ...comments.values()].map((comment) => cleanTextOrNull(comment));
  return found.find((comment) => comment !== null) ?? null;
}

function authorOf({ user }: Rating): string | null {
  return cleanTextOrNull([user.firstName, user.lastName].map((part) => cleanTextOrNull(part) ?? '').join(' '));
}
