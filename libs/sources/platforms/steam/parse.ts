/**
 * Parses responses of Steam's review interface. Pure. Steam has no stars: a review recommends the application or not. `rating` is
 * null and `rating_original` is the recommendation. Texts keep their BBCode. Authors have no name, only an account number, which
 * is removed from `raw`.
 */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { readShape } from '../../read-shape';
import type { CollectedReview } from '../../source';
import { unixTime } from '../../unix-time';

/** A scale of 1 is a recommendation or its opposite (source.ts). */
export const RATING_SCALE = 1;

const reviewShape = z.looseObject({
  recommendationid: z.union([z.string(), z.number()]),
  author: z.looseObject({ steamid: z.union([z.string(), z.number()]).nullish() }).nullish(),
  review: z.string().nullish(),
  timestamp_created: z.number().nullish(),
  timestamp_updated: z.number().nullish(),
  voted_up: z.boolean(),
  developer_response: z.string().nullish(),
  timestamp_dev_responded: z.number().nullish(),
});
const pageShape = z.looseObject({
  success: z.union([z.literal(1), z.literal(true)]),
  query_summary: z.looseObject({ total_reviews: z.number().int().min(0).nullish() }).nullish(),
  reviews: z.array(reviewShape),
  cursor: z.string().nullish(),
});
const detailsShape = z.record(
  z.string(),
  z.looseObject({ success: z.boolean(), data: z.looseObject({ name: z.string().nullish() }).nullish() }),
);

type SteamReview = z.infer<typeof reviewShape>;

export interface ReviewsPage {
  readonly reviews: CollectedReview[];
  /** Length of the whole list; only in the first response. */
  readonly total: number | null;
  /** Opaque; null if there is no next page. */
  readonly cursor: string | null;
}

/** Reads a response of `appreviews`. Throws `Changed` if it does not match. */
export function readReviewsPage(value: unknown, appId: string): ReviewsPage {
  const page = readShape(pageShape, value, "Steam's list of reviews");
  return {
    reviews: page.reviews.map((review) => readReview(review, appId)),
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

function readReview(review: SteamReview, appId: string): CollectedReview {
  const replyText = cleanTextOrNull(review.developer_response);
  return {
    externalId: String(review.recommendationid),
    author: null,
    text: cleanTextOrNull(review.review),
    positive: null,
    negative: null,
    reviewDate: unixTime(review.timestamp_created),
    listedAt: unixTime(review.timestamp_updated),
    datePrecision: 'exact',
    ratingOriginal: review.voted_up ? 'recommended' : 'not_recommended',
    rating: null,
    reviewUrl: reviewUrl(review.author?.steamid, appId),
    replyText,
    // Older replies have 0 instead of a date.
    replyDate: replyText === null ? null : unixTime(review.timestamp_dev_responded),
    images: [],
    videos: [],
    isNative: true,
    raw: review,
  };
}

/** The address of a review's public page; null without the author's account number, which is part of the address. */
function reviewUrl(steamId: string | number | null | undefined, appId: string): string | null {
  if (!/^\d{5,20}$/.test(String(steamId))) return null;
  return `https://steamcommunity.com/profiles/${steamId}/recommended/${appId}/`;
}
