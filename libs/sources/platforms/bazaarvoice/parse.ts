/** Parses responses of the Conversations API (contract §2.3). Pure. */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, joinTexts } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedImage, CollectedReview, CollectedVideo, PlatformObject } from '../../source';
import { utcTime } from '../../times';
import { watchAddress } from './video-address';

/** The usual scale. Each review names its own (`RatingRange`). */
export const RATING_SCALE = 5;
/** No shop has a larger scale. */
const MAX_SCALE = 1_000;

const text = z.string().nullish();
const count = z.number().int().min(0);
const tagsShape = z.looseObject({ Values: z.array(z.string()).nullish() }).nullish();
const photoShape = z.looseObject({
  Sizes: z.record(z.string(), z.looseObject({ Url: text }).nullish()).nullish(),
});
const videoShape = z.looseObject({ VideoUrl: text, VideoIframeUrl: text, VideoThumbnailUrl: text });
const reviewShape = z.looseObject({
  Id: z.union([z.string().min(1), z.number()]),
  UserNickname: text,
  Title: text,
  ReviewText: text,
  Pros: text,
  Cons: text,
  TagDimensions: z.looseObject({ Pro: tagsShape, Con: tagsShape }).nullish(),
  Rating: z.number().nullish(),
  RatingRange: z.number().positive().max(MAX_SCALE).nullish(),
  SubmissionTime: text,
  ModerationStatus: text,
  IsSyndicated: z.boolean().nullish(),
  ClientResponses: z.array(z.looseObject({ Response: text, Date: text })).nullish(),
  Photos: z.array(photoShape).nullish(),
  Videos: z.array(videoShape).nullish(),
});
const PARTS = {
  UserNickname: 'author',
  Title: 'text',
  ReviewText: 'text',
  Pros: 'text',
  Cons: 'text',
  TagDimensions: 'text',
  Rating: 'rating',
  RatingRange: 'rating',
  SubmissionTime: 'date',
  ClientResponses: 'reply',
  'ClientResponses.*': 'reply',
  'ClientResponses.*.Date': 'reply_date',
  Photos: 'photo',
  'Photos.*': 'photo',
  Videos: 'video',
  'Videos.*': 'video',
} as const;
const productShape = z.looseObject({
  Id: text,
  Name: text,
  ReviewStatistics: z
    .looseObject({
      TotalReviewCount: count.nullish(),
      AverageOverallRating: z.number().nullish(),
      OverallRatingRange: z.number().positive().max(MAX_SCALE).nullish(),
    })
    .nullish(),
});
const listShape = z.looseObject({
  TotalResults: count,
  Results: z.array(z.unknown()),
  Includes: z.looseObject({ Products: z.record(z.string(), productShape).nullish() }).nullish(),
});
const LIST_PARTS = { Includes: 'name', 'Includes.Products.*.ReviewStatistics': 'average' } as const;
const productsShape = z.looseObject({ Results: z.array(productShape) });

type Review = z.infer<typeof reviewShape>;

export interface ReviewPage extends ItemsRead {
  /** Records in the response, with those that are not approved; the next page begins after them. */
  readonly listed: number;
  readonly total: number;
  /** From the included product; its counter is the length of the list. */
  readonly object: PlatformObject;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown, productId: string): ReviewPage {
  const reading = new Reading("Bazaarvoice's list of reviews");
  const list = reading.shape(listShape, value, LIST_PARTS);
  const products = list.Includes?.Products ?? {};
  const product = Object.hasOwn(products, productId) ? products[productId] : undefined;
  return {
    ...readItems(list.Results, 'A review of Bazaarvoice', readReview),
    listed: list.Results.length,
    total: list.TotalResults,
    object: { ...objectOf(product, reading), reviewCount: list.TotalResults },
  };
}

/** Reads the record of a product; null if the shop has none. Throws `Changed` if it does not match. */
export function readProduct(value: unknown, productId: string): PlatformObject | null {
  const { Results: products } = readShape(productsShape, value, "Bazaarvoice's record of the product");
  const product = products.find(({ Id }) => Id?.toLowerCase() === productId.toLowerCase());
  return product === undefined ? null : objectOf(product, new Reading("Bazaarvoice's record of the product"));
}

function objectOf(product: z.infer<typeof productShape> | undefined, reading: Reading): PlatformObject {
  const statistics = product?.ReviewStatistics;
  const scale = statistics?.OverallRatingRange ?? RATING_SCALE;
  const average = reading.average(statistics?.AverageOverallRating, scale);
  return {
    name: cleanTextOrNull(product?.Name),
    reviewCount: statistics?.TotalReviewCount ?? null,
    ...average,
    unread: reading.unread,
  };
}

/** The states of a review, and whether the shop shows it. */
const STATES: ReadonlyMap<string, boolean> = new Map([
  ['APPROVED', true],
  ['SUBMITTED', false],
  ['REJECTED', false],
]);

/** Null for a review that is not approved. */
function readReview(value: unknown, reading: Reading): CollectedReview | null {
  const review = reading.shape(reviewShape, value, PARTS);
  const isShown = STATES.get(cleanTextOrNull(review.ModerationStatus) ?? 'APPROVED');
  if (isShown === undefined) throw new Changed('A review of Bazaarvoice is in an unknown state');
  return isShown ? collected(review, value as CollectedReview['raw'], reading) : null;
}

function collected(review: Review, raw: CollectedReview['raw'], reading: Reading): CollectedReview {
  const positive = cleanTextOrNull(review.Pros) ?? tagged(review.TagDimensions?.Pro);
  const negative = cleanTextOrNull(review.Cons) ?? tagged(review.TagDimensions?.Con);
  return collectedReview({
    externalId: String(review.Id),
    author: cleanTextOrNull(review.UserNickname),
    text: joinTexts(review.Title, review.ReviewText, positive, negative),
    positive,
    negative,
    // Shops show dates without a zone, so the API's times are stored in UTC.
    reviewDate: reading.needed('date', review.SubmissionTime, timeOf),
    ...ratingOf(review, reading),
    ...replyOf(review, reading),
    images: (review.Photos ?? []).flatMap((photo) => reading.needed('photo', photo, imageOf) ?? []),
    videos: (review.Videos ?? []).flatMap((video) => reading.needed('video', video, videoOf) ?? []),
    isNative: review.IsSyndicated !== true,
    raw,
  });
}

/** On the scale of the review. A scale that cannot be read gives no rating. */
function ratingOf(
  { Rating, RatingRange }: Review,
  reading: Reading,
): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  const isRead = reading.unread?.rating === undefined;
  if (!isRead) return { rating: null, ratingOriginal: Rating === null || Rating === undefined ? null : String(Rating) };
  return reading.neededRating(Rating, RatingRange ?? RATING_SCALE);
}

/** The last response of the shop that has a text. */
function replyOf(
  { ClientResponses: responses }: Review,
  reading: Reading,
): Pick<CollectedReview, 'replyText' | 'replyDate'> {
  const all = responses ?? [];
  const reply = all.findLast(({ Response }) => cleanTextOrNull(Response) !== null) ?? all.at(-1);
  return reading.reply(reading.within('reply', reply?.Response, reply !== undefined), reply?.Date, timeOf);
}

const timeOf = (instant: string): LocalDateTime | null => utcTime(instant, 'A review of Bazaarvoice');

function tagged(tags: z.infer<typeof tagsShape>): string | null {
  return cleanTextOrNull((tags?.Values ?? []).join(', '));
}

function imageOf({ Sizes: sizes }: z.infer<typeof photoShape>): CollectedImage | null {
  const url = (size: string): string | null => cleanTextOrNull(sizes?.[size]?.Url);
  const image = url('large') ?? url('normal') ?? url('thumbnail');
  return image === null ? null : { templateUrl: image, preview: url('thumbnail'), image };
}

function videoOf(video: z.infer<typeof videoShape>): CollectedVideo | null {
  const videoUrl = watchAddress(video.VideoIframeUrl) ?? watchAddress(video.VideoUrl);
  if (videoUrl === null) return null;
  const thumbnail = cleanTextOrNull(video.VideoThumbnailUrl);
  return { kind: 'embed', videoUrl, thumbnail, width: null, height: null, durationMs: null };
}
