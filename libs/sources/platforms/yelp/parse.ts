/** Parses responses of the Places API (contract §2.3). Pure. */
import { cleanTextOrNull, parseLocalDateTime, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedReview, PlatformObject } from '../../source';

export const RATING_SCALE = 5;

const text = z.string().nullish();
const count = z.number().int().min(0);
const reviewShape = z.looseObject({
  id: z.string().min(1),
  url: text,
  text,
  rating: z.number().nullish(),
  time_created: text,
  user: z.looseObject({ name: text }).nullish(),
});
const pageShape = z.looseObject({
  reviews: z.array(reviewShape),
  total: count.nullish(),
  possible_languages: z.array(z.string()).nullish(),
});
const businessShape = z.looseObject({
  id: z.string().min(1),
  name: text,
  rating: z.number().nullish(),
  review_count: count.nullish(),
});

type Review = z.infer<typeof reviewShape>;

export interface ReviewPage {
  readonly reviews: CollectedReview[];
  /** The number of reviews that Yelp counts for the request; null if it does not say. */
  readonly total: number | null;
  /** Languages in which the business has reviews. */
  readonly languages: readonly string[];
}

/** Reads the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown): ReviewPage {
  const page = readShape(pageShape, value, "Yelp's list of reviews");
  return {
    reviews: page.reviews.map(readReview),
    total: page.total ?? null,
    languages: (page.possible_languages ?? []).slice(0, 50),
  };
}

/** Reads the description of a business. Throws `Changed` if it does not match. */
export function readBusiness(value: unknown): { readonly id: string; readonly object: PlatformObject } {
  const business = readShape(businessShape, value, "Yelp's description of the business");
  const { rating, ratingOriginal } = parseRating(business.rating, RATING_SCALE);
  return {
    id: business.id,
    object: {
      name: cleanTextOrNull(business.name),
      reviewCount: business.review_count ?? null,
      rating,
      ratingOriginal: rating === null ? null : ratingOriginal,
    },
  };
}

function readReview(review: Review): CollectedReview {
  const reviewUrl = pageOf(review);
  return {
    externalId: review.id,
    author: cleanTextOrNull(review.user?.name),
    // Cut by the API; the mark "..." at its end is kept.
    text: cleanTextOrNull(review.text),
    positive: null,
    negative: null,
    reviewDate: localTime(review.time_created),
    datePrecision: 'exact',
    ...parseRating(review.rating, RATING_SCALE),
    reviewUrl,
    replyText: null,
    replyDate: null,
    replyKnown: false,
    images: [],
    videos: [],
    isNative: true,
    // The address of the response names the app of the key.
    raw: { ...review, url: reviewUrl },
  };
}

function localTime(time: string | null | undefined): LocalDateTime | null {
  const written = cleanTextOrNull(time);
  if (written === null) return null;
  const local = parseLocalDateTime(written);
  if (local === null) throw new Changed('A review of Yelp has a date in an unexpected format');
  return local;
}

/** The review's address without its last parameters, which name the key's app. */
function pageOf({ url }: Review): string | null {
  const [page, query] = (cleanTextOrNull(url) ?? '').split('?');
  if (page === undefined || !page.startsWith('https://www.yelp.')) return null;
  const review = new URLSearchParams(query).get('hrid');
  return review === null ? page : `${page}?hrid=${encodeURIComponent(review)}`;
}
