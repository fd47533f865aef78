/**
 * Parses reviews of the Business API (contract §2.3). Pure. The API and the public page have the same reviews under the same ids, so
 * a review has the same content on both roads.
 */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import { RATING_SCALE, RECORD, reviewOf } from './parse';

const text = z.string().nullish();

const reviewShape = z.looseObject({
  id: z.string().min(1),
  stars: z.union([z.number(), z.string()]).nullish(),
  title: text,
  text,
  createdAt: text,
  consumer: z.looseObject({ displayName: text }).nullish(),
  companyReply: z.looseObject({ text, createdAt: text }).nullish(),
});

const listShape = z.looseObject({
  links: z.array(z.looseObject({ rel: text })).nullish(),
  reviews: z.array(z.unknown()),
});

const PARTS = {
  stars: 'rating',
  title: 'text',
  text: 'text',
  createdAt: 'date',
  consumer: 'author',
  companyReply: 'reply',
  'companyReply.createdAt': 'reply_date',
} as const;

const unitShape = z.looseObject({
  displayName: text,
  numberOfReviews: z.looseObject({ total: z.number().int().min(0) }),
  score: z.looseObject({ trustScore: z.number().nullish() }).nullish(),
});

export interface ApiPage extends ItemsRead {
  /** Whether the response has a link to another page. */
  readonly hasNext: boolean;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readApiPage(value: unknown): ApiPage {
  const { links, reviews } = readShape(listShape, value, "Trustpilot's list of reviews");
  return {
    ...readItems(reviews, RECORD, readReview),
    hasNext: (links ?? []).some(({ rel }) => rel === 'next-page'),
  };
}

/** Reads the data about the business. Its counter includes reviews that are hidden from the list. */
export function readUnit(value: unknown): PlatformObject {
  const reading = new Reading("Trustpilot's data about the business");
  const unit = reading.shape(unitShape, value, { displayName: 'name', score: 'average' });
  return {
    name: cleanTextOrNull(unit.displayName),
    reviewCount: unit.numberOfReviews.total,
    ...reading.average(unit.score?.trustScore, RATING_SCALE),
    unread: reading.unread,
  };
}

function readReview(value: unknown, reading: Reading): CollectedReview {
  const review = reading.shape(reviewShape, value, PARTS);
  const { companyReply: reply } = review;
  return reviewOf(
    {
      id: review.id,
      author: review.consumer?.displayName,
      title: review.title,
      text: review.text,
      publishedDate: review.createdAt,
      rating: review.stars,
      reply: reply && { message: reply.text, publishedDate: reply.createdAt },
      raw: value as CollectedReview['raw'],
    },
    reading,
  );
}
