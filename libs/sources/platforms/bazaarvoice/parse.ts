/** Parses responses of the Conversations API (contract §2.3). Pure. */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import type { CollectedImage, CollectedReview, CollectedVideo, PlatformObject } from '../../source';
import { utcTime } from '../../utc-time';
import { watchAddress } from './video-address';

/** The usual scale. Each review names its own (`RatingRange`). */
export const RATING_SCALE = 5;

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
  RatingRange: z.number().positive().nullish(),
  SubmissionTime: text,
  ModerationStatus: text,
  IsSyndicated: z.boolean().nullish(),
  ClientResponses: z.array(z.looseObject({ Response: text, Date: text })).nullish(),
  Photos: z.array(photoShape).nullish(),
  Videos: z.array(videoShape).nullish(),
});
const productShape = z.looseObject({
  Id: text,
  Name: text,
  ReviewStatistics: z
    .looseObject({
      TotalReviewCount: count.nullish(),
      AverageOverallRating: z.number().nullish(),
      OverallRatingRange: z.number().positive().nullish(),
    })
    .nullish(),
});
const listShape = z.looseObject({
  TotalResults: count,
  Results: z.array(reviewShape),
  Includes: z.looseObject({ Products: z.record(z.string(), productShape).nullish() }).nullish(),
});
const productsShape = z.looseObject({ Results: z.array(productShape) });

type Review = z.infer<typeof reviewShape>;

export interface ReviewPage {
  readonly reviews: CollectedReview[];
  /** Records in the response, with those that are not approved; the next page begins after them. */
  readonly listed: number;
  readonly total: number;
  /** From the included product; its counter is the length of the list. */
  readonly object: PlatformObject;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown, productId: string): ReviewPage {
  const list = readShape(listShape, value, "Bazaarvoice's list of reviews");
  const products = list.Includes?.Products ?? {};
  const product = Object.hasOwn(products, productId) ? products[productId] : undefined;
  return {
    reviews: list.Results.filter(isApproved).map(readReview),
    listed: list.Results.length,
    total: list.TotalResults,
    object: { ...objectOf(product), reviewCount: list.TotalResults },
  };
}

/** Reads the record of a product; null if the shop has none. Throws `Changed` if it does not match. */
export function readProduct(value: unknown, productId: string): PlatformObject | null {
  const { Results: products } = readShape(productsShape, value, "Bazaarvoice's record of the product");
  const product = products.find(({ Id }) => Id?.toLowerCase() === productId.toLowerCase());
  return product === undefined ? null : objectOf(product);
}

function objectOf(product: z.infer<typeof productShape> | undefined): PlatformObject {
  const statistics = product?.ReviewStatistics;
  const { rating, ratingOriginal } = parseRating(
    statistics?.AverageOverallRating,
    statistics?.OverallRatingRange ?? RATING_SCALE,
  );
  return {
    name: cleanTextOrNull(product?.Name),
    reviewCount: statistics?.TotalReviewCount ?? null,
    rating,
    ratingOriginal: rating === null ? null : ratingOriginal,
  };
}

const isApproved = ({ ModerationStatus: status }: Review): boolean => (status ?? 'APPROVED') === 'APPROVED';

function readReview(review: Review): CollectedReview {
  const positive = cleanTextOrNull(review.Pros) ?? tagged(review.TagDimensions?.Pro);
  const negative = cleanTextOrNull(review.Cons) ?? tagged(review.TagDimensions?.Con);
  return {
    externalId: String(review.Id),
    author: cleanTextOrNull(review.UserNickname),
    text: joined([review.Title, review.ReviewText, positive, negative]),
    positive,
    negative,
    // Shops show dates without a zone, so the interface's times are stored in UTC.
    reviewDate: utcTime(review.SubmissionTime, 'A review of Bazaarvoice'),
    datePrecision: 'exact',
    ...parseRating(review.Rating, review.RatingRange ?? RATING_SCALE),
    // Reviews are parts of pages of the shop, which the interface does not name.
    reviewUrl: null,
    ...replyOf(review),
    images: (review.Photos ?? []).flatMap(imageOf),
    videos: (review.Videos ?? []).flatMap(videoOf),
    isNative: review.IsSyndicated !== true,
    raw: review,
  };
}

/** The last response of the shop. */
function replyOf({ ClientResponses: responses }: Review): Pick<CollectedReview, 'replyText' | 'replyDate'> {
  const reply = (responses ?? []).findLast(({ Response }) => cleanTextOrNull(Response) !== null);
  if (reply === undefined) return { replyText: null, replyDate: null };
  return {
    replyText: cleanTextOrNull(reply.Response),
    replyDate: utcTime(reply.Date, 'A reply of Bazaarvoice'),
  };
}

function tagged(tags: z.infer<typeof tagsShape>): string | null {
  return cleanTextOrNull((tags?.Values ?? []).join(', '));
}

function joined(parts: readonly (string | null | undefined)[]): string | null {
  const filled = parts.map((part) => cleanTextOrNull(part)).filter((part) => part !== null);
  return filled.length === 0 ? null : filled.join('\n\n');
}

function imageOf({ Sizes: sizes }: z.infer<typeof photoShape>): readonly CollectedImage[] {
  const url = (size: string): string | null => cleanTextOrNull(sizes?.[size]?.Url);
  const image = url('large') ?? url('normal') ?? url('thumbnail');
  return image === null ? [] : [{ templateUrl: image, preview: url('thumbnail'), image }];
}

function videoOf(video: z.infer<typeof videoShape>): readonly CollectedVideo[] {
  const videoUrl = watchAddress(video.VideoIframeUrl) ?? watchAddress(video.VideoUrl);
  if (videoUrl === null) return [];
  const thumbnail = cleanTextOrNull(video.VideoThumbnailUrl);
  return [{ kind: 'embed', videoUrl, thumbnail, width: null, height: null, durationMs: null }];
}
