/**
 * Parses the reviews of an organization's page (contract §2.3). Pure. The original text is read, not its translations. Videos are
 * not read: no review with a video was recorded.
 */
import { cleanTextOrNull, localTimeAtOffset, parseInstant, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import type { CollectedImage, CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../times';
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
const PARTS = {
  author: 'author',
  'author.publicId': 'address',
  text: 'text',
  rating: 'rating',
  updatedTime: 'date',
  businessComment: 'reply',
  'businessComment.updatedTime': 'reply_date',
  photos: 'photo',
  'photos.*': 'photo',
} as const;
const RECORD = 'A review of Yandex Maps';
type Review = z.infer<typeof reviewShape>;

/** The position of a page in the list. */
export interface ListPosition {
  /** Null if the page does not state it. */
  readonly page: number | null;
  readonly totalPages: number | null;
}

/** Returns the reviews of a page, in the page's order. */
export function readReviews({ id, tzOffset, reviewResults }: Organization): ItemsRead {
  const minutes = Math.round((tzOffset ?? 0) / 60);
  const organization = { id: String(id), minutes };
  return readItems(reviewResults?.reviews ?? [], RECORD, (raw, reading) => readReview(raw, organization, reading));
}

/** Returns the page's data about the organization. The average rating is shown with one decimal. */
export function readObject({ title, ratingData, reviewResults }: Organization): PlatformObject {
  const reading = new Reading("Yandex Maps' data about the organization");
  const average = Math.round((ratingData?.ratingValue ?? 0) * 10) / 10;
  return {
    name: cleanTextOrNull(title),
    reviewCount: reviewResults?.params?.count ?? ratingData?.reviewCount ?? null,
    ...reading.average(average, RATING_SCALE),
    unread: reading.unread,
  };
}

export function readPosition({ reviewResults }: Organization): ListPosition {
  const { page, totalPages } = reviewResults?.params ?? {};
  return { page: page ?? null, totalPages: totalPages ?? null };
}

function readReview(
  raw: unknown,
  { id, minutes }: { readonly id: string; readonly minutes: number },
  reading: Reading,
): CollectedReview {
  const review = reading.shape(reviewShape, raw, PARTS);
  const { text: reply, updatedTime: repliedAt } = review.businessComment ?? {};
  return collectedReview({
    externalId: review.reviewId,
    author: cleanTextOrNull(review.author?.name),
    text: cleanTextOrNull(review.text),
    reviewDate: reading.needed('date', review.updatedTime, (instant) => localTime(instant, minutes)),
    // 0 is a review without stars.
    ...reading.rating(review.rating, RATING_SCALE),
    reviewUrl: addressOf(review, id),
    ...reading.reply(reading.within('reply', reply, Boolean(repliedAt)), repliedAt, replyTime),
    images: (review.photos ?? [])
      .filter(({ moderation }) => moderation?.status !== DECLINED)
      .flatMap((photo) => reading.needed('photo', photo, readPhoto) ?? []),
    raw: raw as CollectedReview['raw'],
  });
}

const replyTime = (instant: string): LocalDateTime | null => utcTime(instant, 'A reply');

/** A time in the organization's local time; null if it is none. */
function localTime(instant: string, minutes: number): LocalDateTime | null {
  const utc = parseInstant(instant.trim());
  const local = utc === null ? null : localTimeAtOffset(new Date(`${utc.slice(0, 19)}Z`), minutes).slice(0, 19);
  // The offset can move a date out of the years 0 to 9999.
  return local !== null && /^\d{4}-/.test(local) ? local : null;
}

/** Yandex Maps shows a review by the public id of its author; anonymous reviews have no address. */
function addressOf({ author }: Review, organizationId: string): string | null {
  const publicId = author?.publicId ?? '';
  if (publicId === '') return null;
  return `https://yandex.ru/maps/org/${organizationId}/reviews?${new URLSearchParams({ 'reviews[publicId]': publicId })}`;
}

const DECLINED = 'DECLINED';

/** A published photo; the image server returns it in named sizes. Null for another photo. */
function readPhoto({ urlTemplate, moderation }: z.infer<typeof photoShape>): CollectedImage | null {
  const status = moderation?.status ?? 'ACCEPTED';
  if (status !== 'ACCEPTED' || !urlTemplate || !/^https:\/\/[^\s]+$/.test(urlTemplate)) return null;
  return {
    templateUrl: urlTemplate,
    preview: urlTemplate.includes(SIZE) ? urlTemplate.replace(SIZE, 'M') : null,
    image: urlTemplate.replace(SIZE, 'XXXL'),
  };
}
