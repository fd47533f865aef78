/**
 * Parses reviews of Google Play. Pure. A review is an array without names; the shape below gives the meaning of the positions.
 * Times are seconds since 1970, converted to UTC.
 */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, joinTexts, type CollectedReview } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import { unixTime } from '../../times';

export const RATING_SCALE = 5;

const text = z.string().nullish();
/** Seconds, nanoseconds. */
const time = z.tuple([z.number()]).rest(z.unknown()).nullish();
const reviewShape = z
  .tuple([
    // 0: the id
    z.string().min(1),
    // 1: name, avatar
    z.tuple([text]).rest(z.unknown()).nullish(),
    // 2: stars
    z.number().nullish(),
    // 3: title; only old reviews have one
    text,
    // 4: text
    text,
    // 5: time of the last change
    time,
    // 6: number of persons who found the review helpful
    z.number().nullish(),
    // 7: name of the developer, text and time of the reply
    z.tuple([z.unknown(), text, time]).rest(z.unknown()).nullish(),
  ])
  .rest(z.unknown());
/** The parts of a review by position. */
const PARTS = {
  '1': 'author',
  '2': 'rating',
  '3': 'text',
  '4': 'text',
  '5': 'date',
  '7': 'reply',
  '7.1': 'reply',
  '7.2': 'reply_date',
} as const;
const RECORD = 'A review of Google Play';
/** Reviews, and a pair with the token of the next page. The response for an unknown app is an empty array. */
const pageShape = z.union([z.tuple([]), z.tuple([z.array(z.unknown())]).rest(z.unknown())]);
const tokenShape = z.tuple([z.unknown(), text]).rest(z.unknown()).nullish();

export interface ReviewsPage extends ItemsRead {
  /** Token of the next page; null if the list ends with this page. */
  readonly nextToken: string | null;
}

/** Reads one page of the list. Throws `Changed` if it does not match. */
export function readReviewsPage(value: unknown, appId: string): ReviewsPage {
  const [reviews = [], token] = readShape(pageShape, value, "Google Play's list of reviews");
  const pair = readShape(tokenShape, token, "Google Play's token of the next page");
  const nextToken = pair?.[1] ?? '';
  // A pair without a token is empty.
  if (nextToken === '' && pair?.some((part) => Boolean(part)) === true)
    throw new Changed("Google Play's token of the next page has another form");
  return {
    ...readItems(reviews, RECORD, (review, reading) => readReview(review, appId, reading)),
    nextToken: nextToken === '' ? null : nextToken,
  };
}

/** Reads the array of one review. Throws `Changed` if it is not an array with an id. */
export function readReview(value: unknown, appId: string, reading = new Reading(RECORD)): CollectedReview {
  const [id, author, stars, title, body, changed, , reply] = reading.shape(reviewShape, value, PARTS);
  const replyText = reading.within('reply', reply?.[1], Boolean(reply?.length));
  return collectedReview({
    externalId: id,
    author: cleanTextOrNull(author?.[0]),
    text: joinTexts(title, body),
    reviewDate: reading.needed('date', changed?.[0], unixTime),
    ...reading.neededRating(stars, RATING_SCALE),
    reviewUrl: reviewUrlOf(appId, id),
    ...reading.reply(replyText, reply?.[2]?.[0], unixTime),
    // An object, because paths of `rawPrivacy` contain keys, not positions.
    raw: { ...(value as readonly unknown[]) },
  });
}

export function reviewUrlOf(appId: string, reviewId: string): string {
  return `https://play.google.com/store/apps/details?id=${appId}&reviewId=${encodeURIComponent(reviewId)}`;
}
