/** Parses responses of ODRS and of Flathub. Pure. Times are seconds since 1970 with a fraction; texts are plain. */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import type { CollectedReview } from '../../source';
import { unixTime } from '../../unix-time';

export const RATING_SCALE = 100;

const text = z.string().nullish();
const reviewShape = z.looseObject({
  review_id: z.number().int().positive(),
  date_created: z.number(),
  rating: z.number(),
  summary: text,
  description: text,
  user_display: text,
});
const listShape = z.array(reviewShape);
/** An empty list is returned for an application without reviews. */
const countShape = z.union([z.looseObject({ total: z.number().int().min(0) }), z.tuple([])]);
const appShape = z.looseObject({ name: text });

export interface ReviewsList {
  readonly reviews: CollectedReview[];
}

/** Reads the list of reviews of an id. Throws `Changed` if it does not match. */
export function readReviews(value: unknown): ReviewsList {
  return { reviews: readShape(listShape, value, "ODRS's list of reviews").map(readReview) };
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

function readReview(review: z.infer<typeof reviewShape>): CollectedReview {
  const parts = [cleanTextOrNull(review.summary), cleanTextOrNull(review.description)].filter((part) => part !== null);
  return {
    externalId: String(review.review_id),
    author: cleanTextOrNull(review.user_display),
    text: parts.length === 0 ? null : parts.join('\n\n'),
    positive: null,
    negative: null,
    reviewDate: unixTime(review.date_created),
    datePrecision: 'exact',
    ...parseRating(review.rating, RATING_SCALE),
    reviewUrl: null,
    replyText: null,
    replyDate: null,
    images: [],
    videos: [],
    isNative: true,
    raw: review,
  };
}
