/** Parses the review cards of the page (contract §2.3). Pure. The positive and the negative part are separate fields. */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, joinTexts, type CollectedImage, type CollectedReview } from '../../collected-review';
import { Reading } from '../../reading';
import { unixTime } from '../../times';

export const RATING_SCALE = 10;

const text = z.string().nullish();

const cardShape = z.looseObject({
  reviewUrl: z.string().min(1),
  reviewScore: z.number().nullish(),
  reviewedDate: z.number().nullish(),
  guestDetails: z.looseObject({ username: text, anonymous: z.boolean().nullish() }).nullish(),
  textDetails: z.looseObject({ title: text, positiveText: text, negativeText: text }).nullish(),
  partnerReply: z.looseObject({ reply: text }).nullish(),
  photos: z.array(z.looseObject({ urls: z.array(z.looseObject({ size: z.string(), url: z.string() })) })).nullish(),
});

const PARTS = {
  reviewScore: 'rating',
  reviewedDate: 'date',
  guestDetails: 'author',
  textDetails: 'text',
  partnerReply: 'reply',
  photos: 'photo',
  'photos.*': 'photo',
} as const;

/** The name of a card in messages. */
export const CARD = 'A review card of Booking.com';

/** Reads a card. Throws `Changed` if it is not a card with an id. */
export function readCard(raw: unknown, reading = new Reading(CARD)): CollectedReview {
  const card = reading.shape(cardShape, raw, PARTS);
  return collectedReview({
    externalId: card.reviewUrl,
    author: card.guestDetails?.anonymous === true ? null : cleanTextOrNull(card.guestDetails?.username),
    ...textsOf(card.textDetails?.title, card.textDetails?.positiveText, card.textDetails?.negativeText),
    reviewDate: reading.needed('date', card.reviewedDate, unixTime),
    ...reading.neededRating(card.reviewScore, RATING_SCALE),
    replyText: guestText(card.partnerReply?.reply),
    images: (card.photos ?? []).flatMap(({ urls }) => reading.needed('photo', urls, imageOf) ?? []),
    raw: raw as CollectedReview['raw'],
  });
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
  return { text: joinTexts(guestText(title), positive, negative), positive, negative };
}

interface Size {
  readonly size: string;
  readonly url: string;
}

/** The page's thumbnail sizes, in the order of preference. */
const PREVIEWS = ['square160', 'square80'];

/** `max1280x900` → 1280; 0 for the square sizes, which are crops of the photo. */
const widthOf = ({ size }: Size): number => Number(/^max(\d{1,5})/.exec(size)?.[1] ?? 0);

/**
 * Builds an image from the sizes of a photo; null without sizes. The address contains the size, so the template replaces it by a
 * placeholder.
 */
function imageOf(urls: readonly Size[]): CollectedImage | null {
  const largest = [...urls].sort((a, b) => widthOf(b) - widthOf(a))[0];
  if (largest === undefined) return null;
  const preview = PREVIEWS.map((size) => urls.find((one) => one.size === size)?.url).find(Boolean) ?? null;
  const template = largest.url.replace(`/${largest.size}/`, '/{size}/');
  return { templateUrl: template, preview, image: largest.url };
}
