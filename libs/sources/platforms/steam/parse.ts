/**
 * Parses responses of Steam's review API. Pure. Steam has no stars: a review recommends the application or not. `rating` is
 * null and `rating_original` is the recommendation. Texts keep their BBCode. Authors have no name, only an account number, which
 * is removed from `raw`.
 */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, type CollectedReview } from '../../collected-review';
import { readItems, type ItemsRead, type Reading } from '../../reading';
import { readShape } from '../../read-shape';
import { unixTime } from '../../times';

/** A scale of 1 is a recommendation or its opposite (source.ts). */
export const RATING_SCALE = 1;

const reviewShape = z.looseObject({
  recommendationid: z.union([z.string().min(1), z.number()]),
  author: z.looseObject({ steamid: z.union([z.string(), z.number()]).nullish() }).nullish(),
  review: z.string().nullish(),
  timestamp_created: z.number().nullish(),
  timestamp_updated: z.number().nullish(),
  voted_up: z.boolean().nullish(),
  developer_response: z.string().nullish(),
  timestamp_dev_responded: z.number().nullish(),
});
const PARTS = {
  author: 'address',
  review: 'text',
  timestamp_created: 'date',
  timestamp_updated: 'date',
  voted_up: 'rating',
  developer_response: 'reply',
  timestamp_dev_responded: 'reply_date',
} as const;
const pageShape = z.looseObject({
  success: z.union([z.literal(1), z.literal(true)]),
  query_summary: z.looseObject({ total_reviews: z.number().int().min(0).nullish() }).nullish(),
  reviews: z.array(z.unknown()),
  cursor: z.string().nullish(),
});
const detailsShape = z.record(
  z.string(),
  z.looseObject({ success: z.boolean(), data: z.looseObject({ name: z.string().nullish() }).nullish() }),
);

export interface ReviewsPage extends ItemsRead {
  /** Length of the whole list; only in the first response. */
  readonly total: number | null;
  /** Opaque; null if there is no next page. */
  readonly cursor: string | null;
}

/** Reads a response of `appreviews`. Throws `Changed` if it does not match. */
export function readReviewsPage(value: unknown, appId: string): ReviewsPage {
  const page = readShape(pageShape, value, "Steam's list of reviews");
  return {
    ...readItems(page.reviews, 'A review of Steam', (review, reading) => readReview(review, appId, reading)),
    total: page.query_summary?.total_reviews ?? null,
    cursor: page.cursor ?? null,
  };
}

/** The store's data about an application. */
export interface Details {
  readonly exists: boolean;
  readonly name: string | null;
}

/** Reads a response of `appdetails`. Throws `Changed` if it does not match. */
export function readDetails(value: unknown, appId: string): Details {
  const details = readShape(detailsShape, value, "Steam's data about the application")[appId];
  return { exists: details?.success === true, name: cleanTextOrNull(details?.data?.name) };
}

function readReview(value: unknown, appId: string, reading: Reading): CollectedReview {
  const review = reading.shape(reviewShape, value, PARTS);
  return collectedReview({
    externalId: String(review.recommendationid),
    author: null,
    text: cleanTextOrNull(review.review),
    reviewDate: reading.needed('date', review.timestamp_created, unixTime),
    listedAt: reading.needed('date', review.timestamp_updated, unixTime),
    ratingOriginal: reading.needed('rating', review.voted_up, recommendationOf),
    rating: null,
    reviewUrl: reading.stated('address', review.author?.steamid, (steamId) => reviewUrl(steamId, appId)),
    // Older replies have 0 instead of a date.
    ...reading.reply(cleanTextOrNull(review.developer_response), review.timestamp_dev_responded || null, unixTime),
    raw: value as CollectedReview['raw'],
  });
}

const recommendationOf = (isRecommended: boolean): string => (isRecommended ? 'recommended' : 'not_recommended');

/** The address of a review's public page, which contains the author's account number; null for another number. */
function reviewUrl(steamId: string | number, appId: string): string | null {
  if (!/^\d{5,20}$/.test(String(steamId))) return null;
  return `https://steamcommunity.com/profiles/${steamId}/recommended/${appId}/`;
}
