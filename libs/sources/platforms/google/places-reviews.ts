/** Parses a place of the Places API (contract §2.3). Pure. The API has neither replies nor photos of reviews. */
import { cleanTextOrNull } from '@libs/kernel';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedReview, PlatformObject } from '../../source';
import { RATING_SCALE, utcTime } from './parse';
import { placeShape, type PlaceReview } from './places';

export interface PlaceReviews {
  readonly reviews: readonly CollectedReview[];
  /** Without a number of reviews: Google's counter includes ratings without a review, and the list has five at most. */
  readonly object: PlatformObject;
  /** The number of ratings; if there are some, an empty list is not plausible. */
  readonly ratings: number;
}

/** Reads a place with its reviews. Throws `Changed` if it does not match. */
export function readPlace(value: unknown): PlaceReviews {
  const place = readShape(placeShape, value, "Google's description of the place");
  const { rating, ratingOriginal } = parseRating(place.rating, RATING_SCALE);
  return {
    reviews: (place.reviews ?? []).map(readReview),
    object: {
      name: cleanTextOrNull(place.displayName?.text),
      reviewCount: null,
      rating,
      ratingOriginal: rating === null ? null : ratingOriginal,
    },
    ratings: place.userRatingCount ?? 0,
  };
}

function readReview(review: PlaceReview): CollectedReview {
  const reviewDate = utcTime(review.publishTime);
  if (reviewDate === null) throw new Changed('A review of Google has no date');
  return {
    externalId: review.name.slice(review.name.lastIndexOf('/') + 1),
    author: cleanTextOrNull(review.authorAttribution?.displayName),
    // `text` may be a translation.
    text: cleanTextOrNull(review.originalText?.text) ?? cleanTextOrNull(review.text?.text),
    positive: null,
    negative: null,
    reviewDate,
    datePrecision: 'exact',
    ...parseRating(review.rating, RATING_SCALE),
    reviewUrl: cleanTextOrNull(review.googleMapsUri),
    replyText: null,
    replyDate: null,
    replyKnown: false,
    images: [],
    videos: [],
    isNative: true,
    raw: review,
  };
}
