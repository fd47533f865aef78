/**
 * Parses reviews of the Guest Review API (contract §2.3). Pure. Texts are composed as those of the page's cards, so a review has the
 * same texts on both roads.
 */
import { cleanTextOrNull, parseLocalDateTime, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, type CollectedReview } from '../../collected-review';
import { readItems, type ItemsRead, type Reading } from '../../reading';
import { readShape } from '../../read-shape';
import { guestText, RATING_SCALE, textsOf } from './parse';

const text = z.string().nullish();

const reviewShape = z.looseObject({
  review_id: z.string().min(1),
  created_timestamp: text,
  reviewer: z.looseObject({ name: text }).nullish(),
  content: z.looseObject({ headline: text, positive: text, negative: text }).nullish(),
  scoring: z.looseObject({ review_score: z.number().nullish() }).nullish(),
  reply: z.looseObject({ text, last_change_timestamp: text }).nullish(),
});

const PARTS = {
  created_timestamp: 'date',
  reviewer: 'author',
  content: 'text',
  scoring: 'rating',
  reply: 'reply',
  'reply.last_change_timestamp': 'reply_date',
} as const;

const listShape = z.looseObject({
  meta: z.looseObject({ next_page: text }).nullish(),
  data: z.looseObject({ reviews: z.array(z.unknown()) }),
});

export interface ApiPage extends ItemsRead {
  /** The address of the next page; null if the response has none. */
  readonly nextPage: string | null;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readApiPage(value: unknown): ApiPage {
  const { meta, data } = readShape(listShape, value, "Booking.com's list of reviews");
  return {
    ...readItems(data.reviews, 'A review of Booking.com', readReview),
    nextPage: cleanTextOrNull(meta?.next_page),
  };
}

function readReview(value: unknown, reading: Reading): CollectedReview {
  const review = reading.shape(reviewShape, value, PARTS);
  const { headline, positive, negative } = review.content ?? {};
  const { text: reply, last_change_timestamp: repliedAt } = review.reply ?? {};
  const replyText = guestText(reading.within('reply', reply, Boolean(repliedAt)));
  return collectedReview({
    externalId: review.review_id,
    // Null for a guest who is anonymous.
    author: cleanTextOrNull(review.reviewer?.name),
    ...textsOf(headline, positive, negative),
    reviewDate: reading.needed('date', review.created_timestamp, timeOf),
    ...reading.neededRating(review.scoring?.review_score, RATING_SCALE),
    ...reading.reply(replyText, repliedAt, timeOf),
    raw: value as CollectedReview['raw'],
  });
}

/** A time of the API, which has no zone (`2026-05-13 12:16:33`); null if it is none. */
const timeOf = (timestamp: string): LocalDateTime | null => parseLocalDateTime(timestamp.trim());
