/**
 * Parses reviews of the Business API (contract §2.3). Pure. The API and the public page have the same reviews under the same ids, so
 * a review has the same content on both roads.
 */
import { cleanTextOrNull, normalizeRating } from '@libs/kernel';
import { z } from 'zod';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import { RATING_SCALE, reviewOf } from './parse';

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
  reviews: z.array(reviewShape),
});

const unitShape = z.looseObject({
  displayName: text,
  numberOfReviews: z.looseObject({ total: z.number().int().min(0) }),
  score: z.looseObject({ trustScore: z.number().nullish() }).nullish(),
});

export interface ApiPage {
  readonly reviews: readonly CollectedReview[];
  /** Whether the response has a link to another page. */
  readonly hasNext: boolean;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readApiPage(value: unknown): ApiPage {
  const { links, reviews } = readShape(listShape, value, "Trustpilot's list of reviews");
  return {
    reviews: reviews.map(readReview),
    hasNext: (links ?? []).some(({ rel }) => rel === 'next-page'),
  };
}

/** Reads the data about the business. Its counter includes reviews that are hidden from the list. */
export function readUnit(value: unknown): PlatformObject {
  const unit = readShape(unitShape, value, "Trustpilot's data about the business");
  const trustScore = unit.score?.trustScore ?? null;
  const rating = trustScore === null ? null : normalizeRating(trustScore, RATING_SCALE);
  return {
    name: cleanTextOrNull(unit.displayName),
    reviewCount: unit.numberOfReviews.total,
    rating,
    ratingOriginal: rating === null ? null : String(trustScore),
  };
}

function readReview(raw: z.infer<typeof reviewShape>): CollectedReview {
  return reviewOf({
    id: raw.id,
    author: raw.consumer?.displayName,
    title: raw.title,
    text: raw.text,
    publishedDate: raw.createdAt,
    rating: raw.stars,
    reply: raw.companyReply && { message: raw.companyReply.text, publishedDate: raw.companyReply.createdAt },
    raw,
  });
}
