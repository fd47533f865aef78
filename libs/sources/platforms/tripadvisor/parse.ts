/** Parses responses of the Terra API (contract §2.3). Pure. */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../utc-time';

export const RATING_SCALE = 5;

const text = z.string().nullish();
const count = z.number().int().min(0);
const translationsShape = z
  .array(z.looseObject({ language: text, value: text, primary: z.boolean().nullish() }))
  .nullish();
const reviewShape = z.looseObject({
  id: z.union([z.string().min(1), z.number()]),
  publish_ts: text,
  rating: z.number().nullish(),
  title: translationsShape,
  text: translationsShape,
  url: text,
  user: z.looseObject({ username: text }).nullish(),
  owner_response: z.looseObject({ text: translationsShape, publish_date: text }).nullish(),
  photos: z.array(z.looseObject({ original_size_url: text })).nullish(),
});
const pageShape = z.looseObject({
  data: z.array(reviewShape),
  pagination: z.looseObject({ size: z.number().int().min(1).nullish(), total_elements: count }),
});
const locationShape = z.looseObject({
  id: z.union([z.string().min(1), z.number()]),
  names: translationsShape,
  traveler_ratings: z
    .looseObject({ overall: z.looseObject({ rating: z.number().nullish(), count: count.nullish() }).nullish() })
    .nullish(),
});

type Review = z.infer<typeof reviewShape>;

export interface ReviewPage {
  readonly reviews: CollectedReview[];
  /** The number of reviews that the key opens. */
  readonly total: number;
  /** The number of reviews per page, as the platform applies it; null if it does not say. */
  readonly pageSize: number | null;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown): ReviewPage {
  const { data, pagination } = readShape(pageShape, value, "Tripadvisor's list of reviews");
  return { reviews: data.map(readReview), total: pagination.total_elements, pageSize: pagination.size ?? null };
}

/** Reads the description of a location. Throws `Changed` if it does not match. */
export function readLocation(value: unknown): PlatformObject {
  const location = readShape(locationShape, value, "Tripadvisor's description of the location");
  const overall = location.traveler_ratings?.overall;
  const { rating, ratingOriginal } = parseRating(overall?.rating, RATING_SCALE);
  return {
    name: primaryOf(location.names),
    // A location without reviews has no ratings.
    reviewCount: overall?.count ?? 0,
    rating,
    ratingOriginal: rating === null ? null : ratingOriginal,
  };
}

function readReview(review: Review): CollectedReview {
  const parts = [primaryOf(review.title), primaryOf(review.text)].filter((part) => part !== null);
  const replyText = primaryOf(review.owner_response?.text);
  return {
    externalId: String(review.id),
    author: cleanTextOrNull(review.user?.username),
    text: parts.length === 0 ? null : parts.join('\n\n'),
    positive: null,
    negative: null,
    // The site shows dates without a time and a zone, so the API's times are stored in UTC.
    reviewDate: utcTime(review.publish_ts, 'A review of Tripadvisor'),
    datePrecision: 'exact',
    ...parseRating(review.rating, RATING_SCALE),
    reviewUrl: cleanTextOrNull(review.url),
    replyText,
    replyDate: replyText === null ? null : utcTime(review.owner_response?.publish_date, 'A response on Tripadvisor'),
    images: (review.photos ?? []).flatMap(({ original_size_url: url }) => {
      const image = cleanTextOrNull(url);
      return image === null ? [] : [{ templateUrl: image, preview: null, image }];
    }),
    videos: [],
    isNative: true,
    raw: review,
  };
}

/** The text in its own language, or else the first one. */
function primaryOf(translations: z.infer<typeof translationsShape>): string | null {
  const all = translations ?? [];
  return cleanTextOrNull((all.find(({ primary }) => primary === true) ?? all[0])?.value);
}
