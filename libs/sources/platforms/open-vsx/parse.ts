/** Parses responses of the registry. Pure. Times are UTC. */
import { createHash } from 'node:crypto';
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../utc-time';
import { extensionUrl, type ExtensionName } from './match';

export const RATING_SCALE = 5;

const text = z.string().nullish();
const reviewShape = z.looseObject({
  user: z.looseObject({ loginName: z.string().min(1), fullName: text, provider: text }),
  timestamp: z.string(),
  // Older reviews have a title.
  title: text,
  comment: text,
  rating: z.number(),
});
const listShape = z.looseObject({ reviews: z.array(reviewShape) });
const detailsShape = z.looseObject({
  name: z.string(),
  displayName: text,
  averageRating: z.number().nullish(),
  reviewCount: z.number().int().min(0).nullish(),
});

export interface ReviewsList {
  readonly reviews: CollectedReview[];
}

/** Reads the list of reviews. Throws `Changed` if it does not match. */
export function readReviews(value: unknown, extension: ExtensionName): ReviewsList {
  const { reviews } = readShape(listShape, value, "Open VSX's list of reviews");
  return { reviews: reviews.map((review) => readReview(review, extension)) };
}

/** Reads the data about an extension. Throws `Changed` if it does not match. */
export function readDetails(value: unknown): PlatformObject {
  const details = readShape(detailsShape, value, "Open VSX's data about the extension");
  return {
    name: cleanTextOrNull(details.displayName) ?? cleanTextOrNull(details.name),
    reviewCount: details.reviewCount ?? null,
    ...parseRating(details.averageRating, RATING_SCALE),
  };
}

/** The id of the review of an account. It contains no name, because ids are public and names are masked. */
export function reviewIdOf(provider: string | null | undefined, loginName: string): string {
  return createHash('sha256')
    .update(`${provider ?? ''}\n${loginName}`)
    .digest('hex');
}

function readReview(review: z.infer<typeof reviewShape>, extension: ExtensionName): CollectedReview {
  const { user } = review;
  const parts = [cleanTextOrNull(review.title), cleanTextOrNull(review.comment)].filter((part) => part !== null);
  return {
    externalId: reviewIdOf(user.provider, user.loginName),
    author: cleanTextOrNull(user.fullName) ?? cleanTextOrNull(user.loginName),
    text: parts.length === 0 ? null : parts.join('\n\n'),
    positive: null,
    negative: null,
    reviewDate: utcTime(review.timestamp, 'A review of Open VSX'),
    datePrecision: 'exact',
    ...parseRating(review.rating, RATING_SCALE),
    // A review has no page of its own.
    reviewUrl: `${extensionUrl(extension)}/reviews`,
    replyText: null,
    replyDate: null,
    images: [],
    videos: [],
    isNative: true,
    raw: review,
  };
}
