/**
 * Parses reviews of the Guest Review API (contract §2.3). Pure. Texts are composed as those of the page's cards, so a review has the
 * same texts on both roads.
 */
import { cleanTextOrNull, parseLocalDateTime, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
import { guestText, RATING_SCALE, textsOf } from './parse';

const text = z.string().nullish();

const reviewShape = z.looseObject({
  review_id: z.string().min(1),
  created_timestamp: z.string(),
  reviewer: z.looseObject({ name: text }).nullish(),
  content: z.looseObject({ headline: text, positive: text, negative: text }).nullish(),
  scoring: z.looseObject({ review_score: z.number().nullish() }).nullish(),
  reply: z.looseObject({ text, last_change_timestamp: text }).nullish(),
});

const listShape = z.looseObject({
  meta: z.looseObject({ next_page: text }).nullish(),
  data: z.looseObject({ reviews: z.array(reviewShape) }),
});

export interface ApiPage {
  readonly reviews: readonly CollectedReview[];
  /** The address of the next page; null if the response has none. */
  readonly nextPage: string | null;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readApiPage(value: unknown): ApiPage {
  const { meta, data } = readShape(listShape, value, "Booking.com's list of reviews");
  return { reviews: data.reviews.map(readReview), nextPage: cleanTextOrNull(meta?.next_page) };
}

function readReview(review: z.infer<typeof reviewShape>): CollectedReview {
  const { headline, positive, negative } = review.content ?? {};
  const replyText = guestText(review.reply?.text);
  return {
    externalId: review.review_id,
    // Null for a guest who is anonymous.
    author: cleanTextOrNull(review.reviewer?.name),
    ...textsOf(headline, positive, negative),
    reviewDate: timeOf(review.created_timestamp),
    datePrecision: 'exact',
    ...parseRating(review.scoring?.review_score, RATING_SCALE),
    reviewUrl: null,
    replyText,
    replyDate: replyText === null ? null : timeOf(review.reply?.last_change_timestamp ?? ''),
    // The API has no photos.
    images: [],
    videos: [],
    isNative: true,
    raw: review,
  };
}

/** A time of the API, which has no zone (`2026-05-13 12:16:33`); null if there is none. */
function timeOf(timestamp: string): LocalDateTime | null {
  const time = parseLocalDateTime(timestamp.trim());
  if (time === null && timestamp.trim() !== '') throw new Changed('A review has a date in an unexpected format');
  return time;
}
