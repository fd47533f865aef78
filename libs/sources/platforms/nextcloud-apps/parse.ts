/** Parses the list of all ratings, and the page of an app. Pure. */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { decodeEntities } from '../../decode-entities';
import { refuseChallenge } from '../../json-response';
import { readShape } from '../../read-shape';
import type { CollectedReview } from '../../source';
import { utcTime } from '../../utc-time';
import { appUrl } from './match';

/** Ratings are from 0 (worst) to 1 (best). */
export const RATING_SCALE = 1;

const text = z.string().nullish();
/** The list has the ratings of all apps; only those of one app are read further. */
const listShape = z.array(z.looseObject({ app: z.string() }));
const ratingShape = z.looseObject({
  app: z.string(),
  rating: z.number(),
  ratedAt: z.string(),
  translations: z.record(z.string(), z.looseObject({ comment: text })),
  user: z.looseObject({ id: z.number().int().positive(), firstName: text, lastName: text }),
});
const DOCUMENT = "Nextcloud's list of ratings";
/** The end of the title in English, in which the page is requested; before it is the name of the app. */
const TITLE_END = ' - Apps - ';

type Rating = z.infer<typeof ratingShape>;

export interface RatingsOfApp {
  readonly reviews: CollectedReview[];
  /** Number of the ratings of all apps. */
  readonly allCount: number;
}

/** Reads the ratings of one app. Throws `Changed` if the list or a rating of the app does not match. */
export function readRatings(value: unknown, appId: string): RatingsOfApp {
  const all = readShape(listShape, value, DOCUMENT);
  const own = all.filter(({ app }) => app === appId);
  return {
    reviews: own.map((rating) => readRating(readShape(ratingShape, rating, DOCUMENT))),
    allCount: all.length,
  };
}

/**
 * Reads the name of an app from the title of its page; null if the title has another form. Throws `Blocked` for a challenge page.
 */
export function readAppName(html: string): { readonly name: string | null } {
  refuseChallenge(html, 'Nextcloud');
  const start = html.indexOf('<title>');
  const end = html.indexOf('</title>', start);
  if (start < 0 || end < 0) return { name: null };
  const title = decodeEntities(html.slice(start + '<title>'.length, end));
  const nameEnd = title.lastIndexOf(TITLE_END);
  return { name: nameEnd < 0 ? null : cleanTextOrNull(title.slice(0, nameEnd)) };
}

function readRating(rating: Rating): CollectedReview {
  return {
    externalId: String(rating.user.id),
    author: authorOf(rating),
    text: commentOf(rating),
    positive: null,
    negative: null,
    reviewDate: utcTime(rating.ratedAt, 'A rating of Nextcloud'),
    datePrecision: 'exact',
    ratingOriginal: String(rating.rating),
    rating: starsOf(rating.rating),
    reviewUrl: `${appUrl(rating.app)}#comments`,
    replyText: null,
    replyDate: null,
    images: [],
    videos: [],
    isNative: true,
    raw: rating,
  };
}

/** 0, 0.5 and 1 are 1, 3 and 5 stars. Null for a number outside the scale. */
function starsOf(original: number): number | null {
  if (!(original >= 0 && original <= RATING_SCALE)) return null;
  return Math.round((1 + 4 * original) * 100) / 100;
}

/** The English comment, else the first comment. The store shows only the comments of the reader's language. */
function commentOf({ translations }: Rating): string | null {
  const comments = new Map(Object.entries(translations).map(([language, { comment }]) => [language, comment]));
  const found = [comments.get('en'), ...comments.values()].map((comment) => cleanTextOrNull(comment));
  return found.find((comment) => comment !== null) ?? null;
}

function authorOf({ user }: Rating): string | null {
  return cleanTextOrNull([user.firstName, user.lastName].map((part) => cleanTextOrNull(part) ?? '').join(' '));
}
