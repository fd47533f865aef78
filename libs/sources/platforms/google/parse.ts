/** Parses reviews of the Business Profile API (contract §2.3). Pure. */
import { cleanTextOrNull, normalizeRating, type LocalDateTime } from '@libs/kernel';
import type { z } from 'zod';
import { collectedReview } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { Changed } from '../../source-errors';
import { utcTime as utcTimeOf } from '../../times';
import type { CollectedReview, PlatformObject } from '../../source';
import { hostOwnedBy, webAddress } from '../../url-tools';
import { listShape, PARTS, reviewShape, type Review } from './business-profile';
import { HOSTS } from './match';
import { originalText } from './translation';

export const RATING_SCALE = 5;

const STARS: ReadonlyMap<string, number> = new Map([
  ['ONE', 1],
  ['TWO', 2],
  ['THREE', 3],
  ['FOUR', 4],
  ['FIVE', 5],
]);
const NO_STARS = 'STAR_RATING_UNSPECIFIED';
/** The states of a reply, and whether everyone sees the reply. */
const REPLY_STATES: ReadonlyMap<string, boolean> = new Map([
  ['REVIEW_REPLY_STATE_UNSPECIFIED', true],
  ['APPROVED', true],
  ['PENDING', false],
  ['REJECTED', false],
]);
const RECORD = 'A review of Google';
const LIST_PARTS = { averageRating: 'average', totalReviewCount: 'count' } as const;

export interface ReviewPage extends ItemsRead {
  /** The object without its name, which another API returns. */
  readonly object: Omit<PlatformObject, 'name'>;
  readonly nextPageToken: string | null;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown): ReviewPage {
  const reading = new Reading("Google's list of reviews");
  const list = reading.shape(listShape, value, LIST_PARTS);
  const average = reading.average(list.averageRating, RATING_SCALE);
  const token = list.nextPageToken ?? '';
  return {
    ...readItems(list.reviews ?? [], RECORD, readReview),
    object: { reviewCount: countOf(list), ...average, unread: reading.unread },
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

function readReview(value: unknown, reading: Reading): CollectedReview {
  const review = reading.shape(reviewShape, value, PARTS);
  const { starRating, reviewReply: reply } = review;
  const stars =
    starRating === NO_STARS ? null : reading.needed('rating', starRating, (name) => STARS.get(name) ?? null);
  const replyText = publicReply(review, reading);
  return collectedReview({
    externalId: review.reviewId,
    // For anonymous authors Google's placeholder "A Google user" is kept.
    author: cleanTextOrNull(review.reviewer?.displayName),
    text: originalText(cleanTextOrNull(review.comment)),
    reviewDate: reading.needed('date', review.createTime, utcTime),
    listedAt: reading.stated('date', cleanTextOrNull(review.updateTime) ?? review.createTime, utcTime),
    rating: stars === null ? null : normalizeRating(stars, RATING_SCALE),
    ratingOriginal: stars === null ? null : String(stars),
    // The API has no public address of a review, but that of the page on which its owner answers it.
    reviewUrl: replyPage(review),
    ...reading.reply(replyText, reply?.updateTime, utcTime),
    // While a change is in moderation, the previous reply may still be public.
    replyKnown: reply?.reviewReplyState !== 'PENDING',
    ...mediaOf(review, reading),
    raw: value as CollectedReview['raw'],
  });
}

/** The address of the page on which the owner answers the review; null if the response has none on a host of Google. */
function replyPage({ reviewReplyUrl }: Review): string | null {
  const address = webAddress(reviewReplyUrl);
  return address !== null && hostOwnedBy(new URL(address).hostname, HOSTS) ? address : null;
}

/** The text of a public reply, or null: a reply that is in moderation or was rejected is visible only to the owner. */
function publicReply({ reviewReply: reply }: Review, reading: Reading): string | null {
  const state = reply?.reviewReplyState ?? 'APPROVED';
  const isPublic = reading.stated('reply', state, (name) => REPLY_STATES.get(name) ?? null);
  return isPublic === true ? originalText(reading.within('reply', reply?.comment, Boolean(reply?.updateTime))) : null;
}

function mediaOf({ reviewMediaItems: items }: Review, reading: Reading): Pick<CollectedReview, 'images' | 'videos'> {
  const all = items ?? [];
  for (const { thumbnailUrl, videoUrl } of all) if (!thumbnailUrl && !videoUrl) reading.miss('photo');
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
  return utcTimeOf(time, RECORD);
}
