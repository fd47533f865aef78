/** Parses responses of the registry. Pure. Times are UTC. */
import { createHash } from 'node:crypto';
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, joinTexts } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../times';
import { extensionUrl, type ExtensionName } from './match';

export const RATING_SCALE = 5;

const text = z.string().nullish();
const reviewShape = z.looseObject({
  user: z.looseObject({ loginName: z.string().min(1), fullName: text, provider: text }),
  timestamp: text,
  // Older reviews have a title.
  title: text,
  comment: text,
  rating: z.number().nullish(),
});
const PARTS = {
  'user.fullName': 'author',
  timestamp: 'date',
  title: 'text',
  comment: 'text',
  rating: 'rating',
} as const;
const listShape = z.looseObject({ reviews: z.array(z.unknown()) });
const detailsShape = z.looseObject({
  name: z.string(),
  displayName: text,
  averageRating: z.number().nullish(),
  reviewCount: z.number().int().min(0).nullish(),
});

const RECORD = 'A review of Open VSX';
const DETAILS_PARTS = { displayName: 'name', averageRating: 'average' } as const;

/** Reads the list of reviews. Throws `Changed` if it does not match. */
export function readReviews(value: unknown, extension: ExtensionName): ItemsRead {
  const { reviews } = readShape(listShape, value, "Open VSX's list of reviews");
  return readItems(reviews, RECORD, (review, reading) => readReview(review, extension, reading));
}

/** Reads the data about an extension. Throws `Changed` if it does not match. */
export function readDetails(value: unknown): PlatformObject {
  const reading = new Reading("Open VSX's data about the extension");
  const details = reading.shape(detailsShape, value, DETAILS_PARTS);
  return {
    name: cleanTextOrNull(details.displayName) ?? cleanTextOrNull(details.name),
    reviewCount: details.reviewCount ?? null,
    ...reading.average(details.averageRating, RATING_SCALE),
    unread: reading.unread,
  };
}

/** The id of a user's review. It contains no name, because ids are public and names are masked. */
export function reviewIdOf(provider: string | null | undefined, loginName: string): string {
  return createHash('sha256')
    .update(`${provider ?? ''}\n${loginName}`)
    .digest('hex');
}

function readReview(value: unknown, extension: ExtensionName, reading: Reading): CollectedReview {
  const review = reading.shape(reviewShape, value, PARTS);
  const { user } = review;
  return collectedReview({
    externalId: reviewIdOf(user.provider, user.loginName),
    author: cleanTextOrNull(user.fullName) ?? cleanTextOrNull(user.loginName),
    text: joinTexts(review.title, review.comment),
    reviewDate: reading.needed('date', review.timestamp, (instant) => utcTime(instant, RECORD)),
    ...reading.neededRating(review.rating, RATING_SCALE),
    // A review has no page of its own.
    reviewUrl: `${extensionUrl(extension)}/reviews`,
    raw: value as CollectedReview['raw'],
  });
}
