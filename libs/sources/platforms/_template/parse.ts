/**
 * Parses responses of the platform. Pure: JSON in, reviews out. Schemas list the fields that are used and allow others. A document of
 * another form throws `Changed`; a review or a part of a review of another form is counted as unread (`reading.ts`).
 */
import { cleanTextOrNull, parseLocalDateTime, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, joinTexts } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../times';

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
/** The parts of a review by path; a mismatch there costs the part, any other mismatch the review. */
const PARTS = {
  author: 'author',
  title: 'text',
  text: 'text',
  score: 'rating',
  created_at: 'date',
  photos: 'photo',
  'photos.*': 'photo',
  reply: 'reply',
  'reply.created_at': 'reply_date',
} as const;
const pageShape = z.looseObject({
  place: z.looseObject({ name: text, review_count: z.number().int().min(0).nullish(), score: z.number().nullish() }),
  reviews: z.array(z.unknown()),
  has_next: z.boolean(),
});

const PAGE_PARTS = { 'place.name': 'name', 'place.score': 'average', 'place.review_count': 'count' } as const;

export interface Page extends ItemsRead {
  readonly object: PlatformObject;
  readonly hasNext: boolean;
}

/** Reads one page of the list. Throws `Changed` if it does not match. */
export function readPage(value: unknown, placeId: string): Page {
  const ofPage = new Reading("Template's list of reviews");
  const { place, reviews, has_next: hasNext } = ofPage.shape(pageShape, value, PAGE_PARTS);
  const average = ofPage.average(place.score, RATING_SCALE);
  return {
    ...readItems(reviews, 'A review of Template', (review, reading) => readReview(review, placeId, reading)),
    object: {
      name: cleanTextOrNull(place.name),
      reviewCount: place.review_count ?? null,
      ...average,
      unread: ofPage.unread,
    },
    hasNext,
  };
}

function readReview(value: unknown, placeId: string, reading: Reading): CollectedReview {
  const review = reading.shape(reviewShape, value, PARTS);
  const { text: reply, created_at: repliedAt } = review.reply ?? {};
  return collectedReview({
    externalId: review.id,
    author: cleanTextOrNull(review.author?.name),
    text: joinTexts(review.title, review.text),
    // Local time as the platform shows it; see kernel/wire-time for time zones.
    reviewDate: reading.needed('date', review.created_at, parseLocalDateTime),
    ...reading.neededRating(review.score, RATING_SCALE),
    reviewUrl: `https://www.reviews.example/place/${placeId}/reviews/${encodeURIComponent(review.id)}`,
    // A reply with a date has a text. The date is in UTC, unlike that of the review.
    ...reading.reply(reading.within('reply', reply, Boolean(repliedAt)), repliedAt, replyTime),
    images: (review.photos ?? []).map((url) => ({ templateUrl: url, preview: null, image: url })),
    raw: value as CollectedReview['raw'],
  });
}

const replyTime = (instant: string): LocalDateTime | null => utcTime(instant, 'A reply of Template');
