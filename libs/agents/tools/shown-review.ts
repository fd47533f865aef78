import type { Review } from '@libs/sdk';
import { z } from 'zod';
import { untrusted } from '../untrusted';
import { UNTRUSTED } from './arguments';

/** A review as clients see it: facts, and the texts of third parties in the marked field. */
export const REVIEW_FIELDS = {
  id: z.int(),
  object_id: z.int(),
  source: z.string().describe('The slug of the platform.'),
  rating: z.number().nullable().describe('1 to 5; null where the platform has no number.'),
  review_date: z.string().nullable().describe("The platform's local time."),
  language: z.string().describe('Language of the text, as a code; und: not known.'),
  has_text: z.boolean(),
  has_images: z.boolean(),
  has_reply: z.boolean(),
  reply_date: z.string().nullable().describe('UTC.'),
  is_deleted: z.boolean().describe('The review disappeared from the platform.'),
  untrusted: UNTRUSTED,
} as const;

interface Showing {
  readonly isLockdown: boolean;
  /** The longest text, in characters. */
  readonly longest: number;
}

export function shownReview(review: Review, showing: Showing): Record<string, unknown> {
  const { author, text, reply_text } = review;
  return { ...factsOf(review), ...untrusted({ author, text, reply_text }, showing) };
}

/** The view of one review: all its texts. */
export function wholeReview(review: Review, showing: Showing): Record<string, unknown> {
  const { author, text, positive, negative, reply_text, review_url } = review;
  const parts = positive === null && negative === null ? { text } : { positive, negative };
  return { ...factsOf(review), ...untrusted({ author, ...parts, reply_text, review_url }, showing) };
}

const factsOf = (review: Review): Record<string, unknown> => ({
  id: review.id,
  object_id: review.object_id,
  source: review.source_slug,
  rating: review.rating,
  review_date: review.review_date,
  language: review.language,
  has_text: review.text !== null && review.text !== '',
  has_images: review.has_images,
  has_reply: review.reply_text !== null,
  reply_date: review.reply_date,
  is_deleted: review.is_deleted,
});
