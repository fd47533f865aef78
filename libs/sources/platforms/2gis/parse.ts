/**
 * Parses reviews of 2GIS (contract §2.3) from the review API or from a page. Both have the same records, except that photos are
 * in `photos[]` of the API and in `media[].photo` of the page. Pure. The result must not depend on the origin, so fields that
 * only one of the two contains are not used.
 */
import { cleanTextOrNull, localTimeAtOffset, localTimeInZone, parseInstant, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, type CollectedReview } from '../../collected-review';
import { readItems, type ItemsRead, type Reading } from '../../reading';
import { utcTime } from '../../times';
import { MEDIA_PARTS, mediaOf, mediaShape } from './media';

export const RATING_SCALE = 5;
const OWN_PROVIDER = '2gis';

/** The time zone of a place. 2GIS writes every date with the offset +07:00 in every city, but shows the city's local time. */
export type PlaceZone =
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'offset'; readonly minutes: number }
  | { readonly kind: 'unknown' };

const reviewShape = mediaShape.extend({
  id: z.union([z.string().min(1), z.number()]),
  text: z.string().nullish(),
  rating: z.union([z.number(), z.string()]).nullish(),
  provider: z.string(),
  is_hidden: z.boolean().nullish(),
  on_moderation: z.boolean().nullish(),
  date_created: z.string().nullish(),
  user: z.object({ name: z.string().nullish() }).nullish(),
  official_answer: z.object({ text: z.string().nullish(), date_created: z.string().nullish() }).nullish(),
});
const PARTS = {
  text: 'text',
  rating: 'rating',
  date_created: 'date',
  user: 'author',
  official_answer: 'reply',
  'official_answer.date_created': 'reply_date',
  ...MEDIA_PARTS,
} as const;

type Review = z.infer<typeof reviewShape>;

/** Parses records in their order and omits reviews that are not public. `place` is `firm/123`. */
export function readReviews(records: readonly unknown[], zone: PlaceZone, place: string): ItemsRead {
  return readItems(records, 'A review of 2GIS', (record, reading) => readReview(record, { zone, place }, reading));
}

interface Origin {
  readonly zone: PlaceZone;
  readonly place: string;
}

function readReview(raw: unknown, { zone, place }: Origin, reading: Reading): CollectedReview | null {
  const review = reading.shape(reviewShape, raw, PARTS);
  if (review.is_hidden === true || review.on_moderation === true) return null;
  const id = String(review.id);
  return collectedReview({
    externalId: id,
    author: cleanTextOrNull(review.user?.name),
    text: cleanTextOrNull(review.text),
    reviewDate: reading.needed('date', review.date_created, (date) => placeTime(date, zone)),
    ...reading.neededRating(review.rating, RATING_SCALE),
    reviewUrl: `https://2gis.ru/${place}/tab/reviews/review/${encodeURIComponent(id)}`,
    ...readReply(review, reading),
    ...mediaOf(review, reading),
    // 2GIS also shows reviews of other providers (flamp), which cannot be answered at 2GIS.
    isNative: review.provider === OWN_PROVIDER,
    raw: raw as CollectedReview['raw'],
  });
}

function readReply(
  { official_answer: reply }: Review,
  reading: Reading,
): Pick<CollectedReview, 'replyText' | 'replyDate'> {
  const { text, date_created: date } = reply ?? {};
  const replyTime = (instant: string): LocalDateTime | null => utcTime(instant, 'A reply of 2GIS');
  return reading.reply(reading.within('reply', text, Boolean(date)), date, replyTime);
}

/** A date in the local time of the place; with an unknown time zone, as 2GIS writes it. Null if it is none. */
function placeTime(date: string, zone: PlaceZone): LocalDateTime | null {
  const utc = parseInstant(date);
  if (utc === null) return null;
  const instant = new Date(`${utc.slice(0, 19)}Z`);
  if (zone.kind === 'named') return localTimeInZone(instant, zone.name);
  return zone.kind === 'offset' ? localTimeAtOffset(instant, zone.minutes) : date.slice(0, 19);
}
