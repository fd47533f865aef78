/** Parses a place of the Places API (contract §2.3). Pure. The API has neither replies nor photos of reviews. */
import { cleanTextOrNull } from '@libs/kernel';
import { collectedReview } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import type { CollectedReview, PlatformObject } from '../../source';
import { RATING_SCALE, utcTime } from './parse';
import { PLACE_REVIEW_PARTS, placeReviewShape, placeShape } from './places';

export interface PlaceReviews extends ItemsRead {
  /** Without a number of reviews: Google's counter includes ratings without a review, and the list has five at most. */
  readonly object: PlatformObject;
  /** The number of ratings; if there are some, an empty list is not plausible. */
  readonly ratings: number;
}

const PLACE_PARTS = {
  displayName: 'name',
  rating: 'average',
  userRatingCount: 'average',
  googleMapsUri: 'address',
} as const;

/** Reads a place with its reviews. Throws `Changed` if it does not match. */
export function readPlace(value: unknown): PlaceReviews {
  const reading = new Reading("Google's description of the place");
  const place = reading.shape(placeShape, value, PLACE_PARTS);
  const average = reading.average(place.rating, RATING_SCALE);
  return {
    ...readItems(place.reviews ?? [], 'A review of Google', readReview),
    object: {
      name: cleanTextOrNull(place.displayName?.text),
      reviewCount: null,
      ...average,
      unread: reading.unread,
    },
    ratings: place.userRatingCount ?? 0,
  };
}

function readReview(value: unknown, reading: Reading): CollectedReview {
  const review = reading.shape(placeReviewShape, value, PLACE_REVIEW_PARTS);
  return collectedReview({
    externalId: review.name.slice(review.name.lastIndexOf('/') + 1),
    author: cleanTextOrNull(review.authorAttribution?.displayName),
    // `text` may be a translation.
    text: cleanTextOrNull(review.originalText?.text) ?? cleanTextOrNull(review.text?.text),
    reviewDate: reading.needed('date', review.publishTime, utcTime),
    ...reading.neededRating(review.rating, RATING_SCALE),
    reviewUrl: cleanTextOrNull(review.googleMapsUri),
    replyKnown: false,
    raw: value as CollectedReview['raw'],
  });
}
