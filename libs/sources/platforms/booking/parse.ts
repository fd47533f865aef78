/** Parses the review cards of the page (contract §2.3). Pure. The positive and the negative part are separate fields. */
import { cleanTextOrNull, localTimeAtOffset } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
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

/** Reads a card. Throws `Changed` if it does not match. */
export function readCard(raw: Readonly<Record<string, unknown>>): CollectedReview {
  const card = readShape(cardShape, raw, 'A review card');
  const instant = new Date(card.reviewedDate * 1_000);
  if (Number.isNaN(instant.getTime())) throw new Changed('A review card has a date in an unexpected format');
  return {
    externalId: card.reviewUrl,
    author: card.guestDetails?.anonymous === true ? null : cleanTextOrNull(card.guestDetails?.username),
    ...textsOf(card.textDetails?.title, card.textDetails?.positiveText, card.textDetails?.negativeText),
    reviewDate: localTimeAtOffset(instant, 0),
    datePrecision: 'exact',
    ...parseRating(card.reviewScore, RATING_SCALE),
    reviewUrl: null,
    replyText: guestText(card.partnerReply?.reply),
    // Cards have no date of the reply.
    replyDate: null,
    images: (card.photos ?? []).flatMap(({ urls }) => imageOf(urls)),
    videos: [],
    isNative: true,
    raw,
  };
}

type OptionalText = string | null | undefined;

/** Cleans a guest's text and normalizes its line breaks; null if it is empty. */
export const guestText = (text: OptionalText): string | null => cleanTextOrNull(text?.replace(/\r\n?/g, '\n'));

/** The texts of a review: the two parts, and the text that begins with the title. */
export function textsOf(
  title: OptionalText,
  liked: OptionalText,
  disliked: OptionalText,
): Pick<CollectedReview, 'text' | 'positive' | 'negative'> {
  const [positive, negative] = [guestText(liked), guestText(disliked)];
  const parts = [guestText(title), positive, negative].filter((part) => part !== null);
  return { text: parts.length === 0 ? null : parts.join('\n\n'), positive, negative };
}

interface Size {
  readonly size: string;
  readonly url: string;
}

/** The page's thumbnail sizes, in the order of preference. */
const PREVIEWS = ['square160', 'square80'];

/** `max1280x900` → 1280; 0 for the square sizes, which are crops of the photo. */
const widthOf = ({ size }: Size): number => Number(/^max(\d{1,5})/.exec(size)?.[1] ?? 0);

/** Builds an image from the sizes of a photo. The address contains the size, so the template replaces it by a placeholder. */
function imageOf(urls: readonly Size[]): CollectedImage[] {
  const largest = [...urls].sort((a, b) => widthOf(b) - widthOf(a))[0];
  if (largest === undefined) return [];
  const preview = PREVIEWS.map((size) => urls.find((one) => one.size === size)?.url).find(Boolean) ?? null;
  const template = largest.url.replace(`/${largest.size}/`, '/{size}/');
  return [{ templateUrl: template, preview, image: largest.url }];
}
