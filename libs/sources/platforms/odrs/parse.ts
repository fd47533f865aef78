/** Parses responses of ODRS and of Flathub. Pure. Times are seconds since 1970 with a fraction; texts are plain. */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, joinTexts, type CollectedReview } from '../../collected-review';
import { readItems, type ItemsRead, type Reading } from '../../reading';
import { readShape } from '../../read-shape';
import { unixTime } from '../../times';

export const RATING_SCALE = 100;

const text = z.string().nullish();
const reviewShape = z.looseObject({
  review_id: z.number().int().positive(),
  date_created: z.number().nullish(),
  rating: z.number().nullish(),
  summary: text,
  description: text,
  user_display: text,
});
const PARTS = {
  date_created: 'date',
  rating: 'rating',
  summary: 'text',
  description: 'text',
  user_display: 'author',
} as const;
const listShape = z.array(z.unknown());
/** An empty list is returned for an application without reviews. */
const countShape = z.union([z.looseObject({ total: z.number().int().min(0) }), z.tuple([])]);
const appShape = z.looseObject({ name: text });

/** Reads the list of reviews of an id. Throws `Changed` if it does not match. */
export function readReviews(value: unknown): ItemsRead {
  return readItems(readShape(listShape, value, "ODRS's list of reviews"), 'A review of ODRS', readReview);
}

/** Reads the number of reviews of an id. Throws `Changed` if it does not match. */
export function readCount(value: unknown): { readonly total: number } {
  const counts = readShape(countShape, value, "ODRS's number of reviews");
  return { total: 'total' in counts ? counts.total : 0 };
}

/** Reads Flathub's data about an application. Throws `Changed` if it does not match. */
export function readApp(value: unknown): { readonly name: string | null } {
  return { name: cleanTextOrNull(readShape(appShape, value, "Flathub's data about the application").name) };
}

function readReview(value: unknown, reading: Reading): CollectedReview {
  const review = reading.shape(reviewShape, value, PARTS);
  return collectedReview({
    externalId: String(review.review_id),
    author: cleanTextOrNull(review.user_display),
    text: joinTexts(review.summary, review.description),
    reviewDate: reading.needed('date', review.date_created, unixTime),
    // The server also counts ratings of 0.
    ...(review.rating === 0 ? reading.rating(0, RATING_SCALE) : reading.neededRating(review.rating, RATING_SCALE)),
    raw: value as CollectedReview['raw'],
  });
}
