/**
 * Reviews of Booking.com as ours (contract §2.3), of the cards that the page shows. Pure. What was liked and what was
 * not are fields of their own.
 */
import { cleanTextOrNull, localTimeAtOffset } from '@libs/kernel';
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
    replyText: guestText(card.partnerReply?.reply),
    // Cards do not say when the property answered.
    replyDate: null,
    images: (card.photos ?? []).flatMap(({ urls }) => imageOf(urls)),
    videos: [],
    isNative: true,
    raw,
  };
}

type Given = string | null | undefined;

/** A text without the blanks around it, or null; guests' texts come with the line breaks of the device that they were written on. */
export const guestText = (text: Given): string | null => cleanTextOrNull(text?.replace(/\r\n?/g, '\n'));

function textsOf(title: Given, liked: Given, disliked: Given): Pick<CollectedReview, 'text' | 'positive' | 'negative'> {
  const [positive, negative] = [guestText(liked), guestText(disliked)];
  const parts = [guestText(title), positive, negative].filter((part) => part !== null);
  return { text: parts.length === 0 ? null : parts.join('\n\n'), positive, negative };
}

interface Size {
  readonly size: string;
  readonly url: string;
}

/** The page's own thumbnails, best first. */
const PREVIEWS = ['square160', 'square80'];

/** `max1280x900` → 1280; 0 for squares, which cut the photo. */
const widthOf = ({ size }: Size): number => Number(/^max(\d{1,5})/.exec(size)?.[1] ?? 0);

/** A photo in its sizes; the size is a part of the address, so one of them makes the template. */
function imageOf(urls: readonly Size[]): CollectedImage[] {
  const whole = [...urls].sort((a, b) => widthOf(b) - widthOf(a))[0];
  if (whole === undefined) return [];
  const preview = PREVIEWS.map((size) => urls.find((one) => one.size === size)?.url).find(Boolean) ?? null;
  const template = whole.url.replace(`/${whole.size}/`, '/{size}/');
  return [{ templateUrl: template, preview, image: whole.url }];
}
