/**
 * Parses responses of the platform. Pure: JSON in, reviews out. Schemas list the fields that are used and allow others: a new
 * field is accepted; a missing field or a field of another type throws `Changed`.
 */
import { cleanTextOrNull, normalizeRating, parseLocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../utc-time';

export const RATING_SCALE = 10;

const text = z.string().nullish();
const reviewShape = z.looseObject({
  id: z.string().min(1),
  author: z.looseObject({ name: text }).nullish(),
  title: text,
  text: text,
  score: z.number().nullish(),
  created_at: text,
  photos: z.array(z.string()).nullish(),
  reply: z.looseObject({ text: text, created_at: text }).nullish(),
});
const pageShape = z.looseObject({
  place: z.looseObject({ name: text, review_count: z.number().int().min(0).nullish(), score: z.number().nullish() }),
  reviews: z.array(reviewShape),
  has_next: z.boolean(),
});

export interface Page {
  readonly reviews: CollectedReview[];
  readonly object: PlatformObject;
  readonly hasNext: boolean;
}

/** Reads one page of the list. Throws `Changed` if it does not match. */
export function readPage(value: unknown, placeId: string): Page {
  const { place, reviews, has_next: hasNext } = readShape(pageShape, value, "Template's list of reviews");
  const { rating, ratingOriginal } = ratingOf(place.score);
  return {
    reviews: reviews.map((review) => readReview(review, placeId)),
    object: { name: cleanTextOrNull(place.name), reviewCount: place.review_count ?? null, rating, ratingOriginal },
    hasNext,
  };
}

function readReview(review: z.infer<typeof reviewShape>, placeId: string): CollectedReview {
  const replyText = cleanTextOrNull(review.reply?.text);
  return {
    externalId: review.id,
    author: cleanTextOrNull(review.author?.name),
    text: joinTexts(review.title, review.text),
    // Set only if the platform has two separate fields.
    positive: null,
    negative: null,
    // Local time as the platform shows it; see kernel/wire-time for time zones.
    reviewDate: parseLocalDateTime(review.created_at ?? ''),
    datePrecision: 'exact',
    ...ratingOf(review.score),
    reviewUrl: `https://www.reviews.example/place/${placeId}/reviews/${encodeURIComponent(review.id)}`,
    replyText,
    // UTC, unlike the date of the review.
    replyDate: replyText === null ? null : utcTime(review.reply?.created_at, 'A reply'),
    images: (review.photos ?? []).map((url) => ({ templateUrl: url, preview: null, image: url })),
    videos: [],
    isNative: true,
    raw: review,
  };
}

function ratingOf(score: number | null | undefined): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  if (score === null || score === undefined) return { rating: null, ratingOriginal: null };
  return { rating: normalizeRating(score, RATING_SCALE), ratingOriginal: String(score) };
}

function joinTexts(...parts: readonly (string | null | undefined)[]): string | null {
  const filled = parts.map((part) => cleanTextOrNull(part)).filter((part) => part !== null);
  return filled.length === 0 ? null : filled.join('\n\n');
}
