/**
 * Parses the reviews of an organization's page (contract §2.3). Pure. The original text is read, not its translations. Videos are
 * not read: no review with a video was recorded.
 */
import { cleanTextOrNull, localTimeAtOffset, normalizeRating, parseInstant, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import type { CollectedImage, CollectedReview, PlatformObject } from '../../source';
import { Changed } from '../../source-errors';
import { utcTime } from '../../utc-time';
import type { Organization } from './page-state';

export const RATING_SCALE = 5;
const SIZE = '{size}';

const text = z.string().nullish();
const photoShape = z.object({
  urlTemplate: text,
  moderation: z.object({ status: text }).nullish(),
});
const reviewShape = z.object({
  reviewId: z.string().min(1),
  author: z.object({ name: text, publicId: text }).nullish(),
  text,
  rating: z.union([z.number(), z.string()]).nullish(),
  updatedTime: text,
  businessComment: z.object({ text, updatedTime: text }).nullish(),
  photos: z.array(photoShape).nullish(),
});
type Review = z.infer<typeof reviewShape>;

/** The position of a page in the list. */
export interface ListPosition {
  /** Null if the page does not state it. */
  readonly page: number | null;
  readonly totalPages: number | null;
}

/** Returns the reviews of a page, in the page's order. Throws `Changed` if a review does not match. */
export function readReviews({ id, tzOffset, reviewResults }: Organization): CollectedReview[] {
  const minutes = Math.round((tzOffset ?? 0) / 60);
  return (reviewResults?.reviews ?? []).map((raw) => readReview(raw, String(id), minutes));
}

/** Returns the page's data about the organization. The average rating is shown with one decimal. */
export function readObject({ title, ratingData, reviewResults }: Organization): PlatformObject {
  const average = Math.round((ratingData?.ratingValue ?? 0) * 10) / 10;
  const rating = normalizeRating(average, RATING_SCALE);
  return {
    name: cleanTextOrNull(title),
    reviewCount: reviewResults?.params?.count ?? ratingData?.reviewCount ?? null,
    rating,
    ratingOriginal: rating === null ? null : String(average),
  };
}

export function readPosition({ reviewResults }: Organization): ListPosition {
  const { page, totalPages } = reviewResults?.params ?? {};
  return { page: page ?? null, totalPages: totalPages ?? null };
}

function readReview(raw: Readonly<Record<string, unknown>>, organizationId: string, minutes: number): CollectedReview {
  const review = readShape(reviewShape, raw, 'A review');
  const replyText = cleanTextOrNull(review.businessComment?.text);
  return {
    externalId: review.reviewId,
    author: cleanTextOrNull(review.author?.name),
    text: cleanTextOrNull(review.text),
    positive: null,
    negative: null,
    reviewDate: localTime(review.updatedTime, minutes),
    datePrecision: 'exact',
    ...parseRating(review.rating, RATING_SCALE),
    reviewUrl: addressOf(review, organizationId),
    replyText,
    replyDate: replyText === null ? null : utcTime(review.businessComment?.updatedTime, 'A reply'),
    images: (review.photos ?? []).map(readPhoto).filter((image) => image !== null),
    videos: [],
    isNative: true,
    raw,
  };
}

/** A time in the organization's local time. */
function localTime(instant: string | null | undefined, minutes: number): LocalDateTime | null {
  const trimmed = instant?.trim() ?? '';
  if (trimmed === '') return null;
  const utc = parseInstant(trimmed);
  const local = utc === null ? null : localTimeAtOffset(new Date(`${utc.slice(0, 19)}Z`), minutes).slice(0, 19);
  // The offset can move a date out of the years 0 to 9999.
  if (local === null || !/^\d{4}-/.test(local)) throw new Changed('A review has a date in an unexpected format');
  return local;
}

/** Yandex Maps shows a review by the public id of its author; anonymous reviews have no address. */
function addressOf({ author }: Review, organizationId: string): string | null {
  const publicId = author?.publicId ?? '';
  if (publicId === '') return null;
  return `https://yandex.ru/maps/org/${organizationId}/reviews?${new URLSearchParams({ 'reviews[publicId]': publicId })}`;
}

/** A published photo; the image server returns it in named sizes. */
function readPhoto({ urlTemplate, moderation }: z.infer<typeof photoShape>): CollectedImage | null {
  const status = moderation?.status ?? 'ACCEPTED';
  if (status !== 'ACCEPTED' || !urlTemplate || !/^https:\/\/[^\s]+$/.test(urlTemplate)) return null;
  return {
    templateUrl: urlTemplate,
    preview: urlTemplate.includes(SIZE) ? urlTemplate.replace(SIZE, 'M') : null,
    image: urlTemplate.replace(SIZE, 'XXXL'),
  };
}
