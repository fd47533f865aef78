/** Parses responses of the Terra API (contract §2.3). Pure. */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, joinTexts } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { readShape } from '../../read-shape';
import type { CollectedReview, PlatformObject } from '../../source';
import type { UnreadPart } from '../../unread';
import { utcTime } from '../../times';

export const RATING_SCALE = 5;

const text = z.string().nullish();
const count = z.number().int().min(0);
const translationsShape = z
  .array(z.looseObject({ language: text, value: text, primary: z.boolean().nullish() }))
  .nullish();
const reviewShape = z.looseObject({
  id: z.union([z.string().min(1), z.number()]),
  publish_ts: text,
  rating: z.number().nullish(),
  title: translationsShape,
  text: translationsShape,
  url: text,
  user: z.looseObject({ username: text }).nullish(),
  owner_response: z.looseObject({ text: translationsShape, publish_date: text }).nullish(),
  photos: z.array(z.looseObject({ original_size_url: text })).nullish(),
});
const PARTS = {
  publish_ts: 'date',
  rating: 'rating',
  title: 'text',
  'title.*': 'text',
  text: 'text',
  'text.*': 'text',
  url: 'address',
  user: 'author',
  owner_response: 'reply',
  'owner_response.publish_date': 'reply_date',
  photos: 'photo',
  'photos.*': 'photo',
} as const;
const pageShape = z.looseObject({
  data: z.array(z.unknown()),
  pagination: z.looseObject({ size: z.number().int().min(1).nullish(), total_elements: count }),
});
const locationShape = z.looseObject({
  id: z.union([z.string().min(1), z.number()]),
  names: translationsShape,
  traveler_ratings: z
    .looseObject({ overall: z.looseObject({ rating: z.number().nullish(), count: count.nullish() }).nullish() })
    .nullish(),
});

const LOCATION_PARTS = {
  names: 'name',
  'names.*': 'name',
  traveler_ratings: 'count',
  'traveler_ratings.overall.rating': 'average',
} as const;

export interface ReviewPage extends ItemsRead {
  /** The number of reviews that the key opens. */
  readonly total: number;
  /** The number of reviews per page, as the platform applies it; null if it does not say. */
  readonly pageSize: number | null;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown): ReviewPage {
  const { data, pagination } = readShape(pageShape, value, "Tripadvisor's list of reviews");
  return {
    ...readItems(data, 'A review of Tripadvisor', readReview),
    total: pagination.total_elements,
    pageSize: pagination.size ?? null,
  };
}

/** Reads the description of a location. Throws `Changed` if it does not match. */
export function readLocation(value: unknown): PlatformObject {
  const reading = new Reading("Tripadvisor's description of the location");
  const location = reading.shape(locationShape, value, LOCATION_PARTS);
  const overall = location.traveler_ratings?.overall;
  const name = primaryOf(location.names, 'name', reading);
  const average = reading.average(overall?.rating, RATING_SCALE);
  return {
    name,
    // A location without reviews has no ratings.
    reviewCount: overall?.count ?? (reading.unread?.count === undefined ? 0 : null),
    ...average,
    unread: reading.unread,
  };
}

function readReview(value: unknown, reading: Reading): CollectedReview {
  const review = reading.shape(reviewShape, value, PARTS);
  const { text: reply, publish_date: repliedAt } = review.owner_response ?? {};
  const replyText = primaryOf(reply, 'reply', reading, Boolean(repliedAt));
  return collectedReview({
    externalId: String(review.id),
    author: cleanTextOrNull(review.user?.username),
    text: joinTexts(primaryOf(review.title, 'text', reading), primaryOf(review.text, 'text', reading)),
    // The site shows dates without a time and a zone, so the API's times are stored in UTC.
    reviewDate: reading.needed('date', review.publish_ts, timeOf),
    ...reading.neededRating(review.rating, RATING_SCALE),
    reviewUrl: cleanTextOrNull(review.url),
    ...reading.reply(replyText, repliedAt, timeOf),
    images: (review.photos ?? []).flatMap(({ original_size_url: url }) => {
      const image = reading.needed('photo', url, cleanTextOrNull);
      return image === null ? [] : [{ templateUrl: image, preview: null, image }];
    }),
    raw: value as CollectedReview['raw'],
  });
}

/** The text in its own language, or else the first one. Counts one without a value, and a missing one if `isStated`. */
function primaryOf(
  translations: z.infer<typeof translationsShape>,
  part: UnreadPart,
  reading: Reading,
  isStated = false,
): string | null {
  const all = translations ?? [];
  const primary = all.find((one) => one.primary === true) ?? all[0];
  return reading.within(part, primary?.value, isStated || primary !== undefined);
}

const timeOf = (instant: string): LocalDateTime | null => utcTime(instant, 'A review of Tripadvisor');
