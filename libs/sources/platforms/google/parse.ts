/** Parses reviews of the Business Profile API (contract §2.3). Pure. */
import { cleanTextOrNull, normalizeRating, type LocalDateTime } from '@libs/kernel';
import type { z } from 'zod';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import { utcTime as utcTimeOf } from '../../utc-time';
import type { CollectedReview, PlatformObject } from '../../source';
import { hostOwnedBy } from '../../url-tools';
import { webAddress } from '../../web-address';
import { listShape, type Review } from './business-profile';
import { HOSTS } from './match';
import { originalText } from './translation';

export const RATING_SCALE = 5;

const STARS: Readonly<Record<string, number | null>> = {
  ONE: 1,
  TWO: 2,
  THREE: 3,
  FOUR: 4,
  FIVE: 5,
  STAR_RATING_UNSPECIFIED: null,
};

export interface ReviewPage {
  readonly reviews: readonly CollectedReview[];
  /** The object without its name, which another API returns. */
  readonly object: Omit<PlatformObject, 'name'>;
  readonly nextPageToken: string | null;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown): ReviewPage {
  const list = readShape(listShape, value, "Google's list of reviews");
  const rating = normalizeRating(list.averageRating ?? 0, RATING_SCALE);
  const token = list.nextPageToken ?? '';
  return {
    reviews: (list.reviews ?? []).map(readReview),
    object: { reviewCount: countOf(list), rating, ratingOriginal: rating === null ? null : String(list.averageRating) },
    nextPageToken: token === '' ? null : token,
  };
}

/** Google returns an empty object for an empty list; any other object without a list is an unknown format. */
function countOf(list: z.infer<typeof listShape>): number | null {
  if (Object.keys(list).length === 0) return 0;
  const count = list.totalReviewCount ?? null;
  if (!list.reviews && count === null) throw new Changed("Google's list has neither reviews nor their number");
  return count;
}

function readReview(review: Review): CollectedReview {
  const stars = starsOf(review.starRating);
  const replyText = publicReply(review);
  return {
    externalId: review.reviewId,
    // For anonymous authors Google's placeholder "A Google user" is kept.
    author: cleanTextOrNull(review.reviewer?.displayName),
    text: originalText(cleanTextOrNull(review.comment)),
    positive: null,
    negative: null,
    reviewDate: utcTime(review.createTime),
    listedAt: utcTime(review.updateTime ?? review.createTime),
    datePrecision: 'exact',
    rating: stars === null ? null : normalizeRating(stars, RATING_SCALE),
    ratingOriginal: stars === null ? null : String(stars),
    // The API has no public address of a review, but that of the page on which its owner answers it.
    reviewUrl: replyPage(review),
    replyText,
    replyDate: replyText === null ? null : utcTime(review.reviewReply?.updateTime),
    // While a change is in moderation, the previous reply may still be public.
    replyKnown: review.reviewReply?.reviewReplyState !== 'PENDING',
    ...mediaOf(review),
    isNative: true,
    raw: review,
  };
}

/** The address of the page on which the owner answers the review; null if the response has none on a host of Google. */
function replyPage({ reviewReplyUrl }: Review): string | null {
  const address = webAddress(reviewReplyUrl);
  return address !== null && hostOwnedBy(new URL(address).hostname, HOSTS) ? address : null;
}

/** The text of a public reply, or null: a reply that is in moderation or was rejected is visible only to the owner. */
function publicReply({ reviewReply: reply }: Review): string | null {
  const state = reply?.reviewReplyState ?? 'APPROVED';
  return state === 'PENDING' || state === 'REJECTED' ? null : originalText(cleanTextOrNull(reply?.comment));
}

function starsOf(rating: string | null | undefined): number | null {
  if (rating === null || rating === undefined) return null;
  const stars = STARS[rating];
  if (stars === undefined) throw new Changed("Google's list of reviews has an unknown number of stars");
  return stars;
}

function mediaOf({ reviewMediaItems: items }: Review): Pick<CollectedReview, 'images' | 'videos'> {
  const all = items ?? [];
  const images = all
    .filter(({ videoUrl }) => !videoUrl)
    .flatMap(({ thumbnailUrl }) => (thumbnailUrl ? [thumbnailUrl] : []));
  return {
    images: images.map((url) => ({ templateUrl: url, preview: url, image: url })),
    videos: all
      .filter(({ videoUrl }) => Boolean(videoUrl))
      .map(({ videoUrl, thumbnailUrl }) => ({
        kind: 'file',
        videoUrl: videoUrl ?? null,
        thumbnail: thumbnailUrl ?? null,
        width: null,
        height: null,
        durationMs: null,
      })),
  };
}

/** Google shows only relative times, without a zone, so the API's times are stored in UTC. */
export function utcTime(time: string | null | undefined): LocalDateTime | null {
  return utcTimeOf(time, 'A review of Google');
}
