/**
 * Reviews of Booking.com as ours (specification §2.3), of the cards that the page shows and of the records of the Guest
 * Review API. Pure. Both have what was liked and what was not in fields of their own.
 */
import { cleanTextOrNull, localTimeAtOffset, parseLocalDateTime, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { givenRating } from '../../given-rating';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedImage, CollectedReview } from '../../source';

export const RATING_SCALE = 10;

const text = z.string().nullish();

const cardShape = z.looseObject({
  reviewUrl: z.string().min(1),
  reviewScore: z.number().nullish(),
  reviewedDate: z.number().int().min(0),
  guestDetails: z.looseObject({ username: text, anonymous: z.boolean().nullish() }).nullish(),
  textDetails: z.looseObject({ title: text, positiveText: text, negativeText: text }).nullish(),
  partnerReply: z.looseObject({ reply: text }).nullish(),
  photos: z.array(z.looseObject({ urls: z.array(z.looseObject({ size: z.string(), url: z.string() })) })).nullish(),
});

/** One card of the page. Throws `Changed` for another shape. */
export function readCard(raw: Readonly<Record<string, unknown>>): CollectedReview {
  const card = readShape(cardShape, raw, 'A review card');
  const instant = new Date(card.reviewedDate * 1_000);
  if (Number.isNaN(instant.getTime())) throw new Changed('A review card has a date of another form');
  return {
    externalId: card.reviewUrl,
    author: card.guestDetails?.anonymous === true ? null : cleanTextOrNull(card.guestDetails?.username),
    ...textsOf(card.textDetails?.title, card.textDetails?.positiveText, card.textDetails?.negativeText),
    reviewDate: localTimeAtOffset(instant, 0),
    datePrecision: 'exact',
    ...givenRating(card.reviewScore, RATING_SCALE),
    reviewUrl: null,
    replyText: cleanTextOrNull(card.partnerReply?.reply),
    // Cards do not say when the property answered.
    replyDate: null,
    images: (card.photos ?? []).flatMap(({ urls }) => imageOf(urls)),
    videos: [],
    isNative: true,
    raw,
  };
}

const recordShape = z.looseObject({
  review_id: z.string().min(1),
  created_timestamp: z.string(),
  reviewer: z.looseObject({ name: text }).nullish(),
  content: z.looseObject({ headline: text, positive: text, negative: text }).nullish(),
  scoring: z.looseObject({ review_score: z.number().nullish() }).nullish(),
  reply: z.looseObject({ text: text, last_change_timestamp: text }).nullish(),
});

/** One record of the Guest Review API. Throws `Changed` for another shape. */
export function readRecord(raw: Readonly<Record<string, unknown>>): CollectedReview {
  const record = readShape(recordShape, raw, 'A record of the Guest Review API');
  const reviewDate = parseLocalDateTime(record.created_timestamp);
  if (reviewDate === null) throw new Changed('A record of the Guest Review API has a date of another form');
  const replyText = cleanTextOrNull(record.reply?.text);
  return {
    externalId: record.review_id,
    author: cleanTextOrNull(record.reviewer?.name),
    ...textsOf(record.content?.headline, record.content?.positive, record.content?.negative),
    reviewDate,
    datePrecision: 'exact',
    ...givenRating(record.scoring?.review_score, RATING_SCALE),
    reviewUrl: null,
    replyText,
    replyDate: replyText === null ? null : dateOf(record.reply),
    images: [],
    videos: [],
    isNative: true,
    raw,
  };
}

function dateOf(reply: z.infer<typeof recordShape>['reply']): LocalDateTime | null {
  return parseLocalDateTime(reply?.last_change_timestamp ?? '');
}

type Given = string | null | undefined;

function textsOf(title: Given, liked: Given, disliked: Given): Pick<CollectedReview, 'text' | 'positive' | 'negative'> {
  const [positive, negative] = [cleanTextOrNull(liked), cleanTextOrNull(disliked)];
  const parts = [cleanTextOrNull(title), positive, negative].filter((part) => part !== null);
  return { text: parts.length === 0 ? null : parts.join('\n\n'), positive, negative };
}

const PREVIEW = /^square/;
const WHOLE = /^max/;

/** A photo in its sizes; the size is a part of the address, so one of them makes the template. */
function imageOf(urls: readonly { readonly size: string; readonly url: string }[]): CollectedImage[] {
  const whole = urls.find(({ size }) => WHOLE.test(size)) ?? urls[urls.length - 1];
  if (whole === undefined) return [];
  const preview = urls.find(({ size }) => PREVIEW.test(size))?.url ?? null;
  const template = whole.url.replace(`/${whole.size}/`, '/{size}/');
  return [{ templateUrl: template, preview, image: whole.url }];
}
