/** Parses responses of the widget's interface (contract §2.3). Pure. */
import { cleanTextOrNull } from '@libs/kernel';
import { z } from 'zod';
import { decodeAddress, decodeEntities } from '../../decode-entities';
import { plainText } from '../../html/plain-text';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../utc-time';

export const RATING_SCALE = 5;

const text = z.string().nullish();
const count = z.number().int().min(0);
const productShape = z.looseObject({ domain_key: z.union([z.string(), z.number()]).nullish(), name: text });
const reviewShape = z.looseObject({
  id: z.union([z.string().min(1), z.number()]),
  score: z.number().nullish(),
  title: text,
  content: text,
  created_at: text,
  deleted: z.boolean().nullish(),
  archived: z.boolean().nullish(),
  user: z.looseObject({ display_name: text }).nullish(),
  comment: z.looseObject({ content: text, created_at: text }).nullish(),
  images_data: z.array(z.looseObject({ thumb_url: text, original_url: text })).nullish(),
  // Only the older address lists the product in each review.
  products: z.array(z.looseObject({ Product: productShape.nullish() })).nullish(),
});
const contentShape = z.looseObject({
  reviews: z.array(reviewShape),
  pagination: z.looseObject({ per_page: z.number().int().min(1).nullish(), total: count.nullish() }).nullish(),
  bottomline: z.looseObject({ average_score: z.number().nullish(), total_review: count.nullish() }).nullish(),
  products: z.array(productShape).nullish(),
  // Only on the older address.
  total_reviews: count.nullish(),
});
const pageShape = z.looseObject({ response: contentShape });

type Review = z.infer<typeof reviewShape>;
type Content = z.infer<typeof contentShape>;

export interface ReviewPage {
  readonly reviews: CollectedReview[];
  /** Records in the response, with those that are omitted. */
  readonly listed: number;
  readonly total: number;
  /** The number of records per page, as the platform applies it; null if it does not say. */
  readonly pageSize: number | null;
  readonly object: PlatformObject;
  /** Whether the response contains the record of a product. */
  readonly hasProduct: boolean;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readReviewPage(value: unknown): ReviewPage {
  const { response: content } = readShape(pageShape, value, "Yotpo's list of reviews");
  const product = content.products?.[0] ?? content.reviews[0]?.products?.[0]?.Product ?? null;
  const { total, known } = totalsOf(content);
  return {
    reviews: content.reviews.filter(({ deleted, archived }) => deleted !== true && archived !== true).map(readReview),
    listed: content.reviews.length,
    total,
    pageSize: content.pagination?.per_page ?? null,
    object: { name: nameOf(product?.name), reviewCount: known, ...ratingOf(content) },
    hasProduct: product !== null,
  };
}

/** The length of the list, and the largest number of reviews that the response states. */
function totalsOf(content: Content): { readonly total: number; readonly known: number } {
  const total = content.pagination?.total ?? content.total_reviews ?? content.bottomline?.total_review;
  if (total === null || total === undefined) throw new Changed("Yotpo's list of reviews has no number of reviews");
  return { total, known: Math.max(total, content.bottomline?.total_review ?? 0) };
}

function ratingOf({ bottomline }: Content): Pick<PlatformObject, 'rating' | 'ratingOriginal'> {
  const { rating, ratingOriginal } = parseRating(bottomline?.average_score, RATING_SCALE);
  return { rating, ratingOriginal: rating === null ? null : ratingOriginal };
}

function readReview(review: Review): CollectedReview {
  const parts = [textOf(review.title), textOf(review.content)].filter((part) => part !== null);
  const replyText = textOf(review.comment?.content);
  return {
    externalId: String(review.id),
    author: nameOf(review.user?.display_name),
    text: parts.length === 0 ? null : parts.join('\n\n'),
    positive: null,
    negative: null,
    // Shops show dates without a zone, so the interface's times are stored in UTC.
    reviewDate: utcTime(review.created_at, 'A review of Yotpo'),
    datePrecision: 'exact',
    ...parseRating(review.score, RATING_SCALE),
    // Reviews are parts of pages of the shop.
    reviewUrl: null,
    replyText,
    replyDate: replyText === null ? null : utcTime(review.comment?.created_at, 'A comment of Yotpo'),
    images: (review.images_data ?? []).flatMap(({ thumb_url: thumbnail, original_url: original }) => {
      const preview = addressOf(thumbnail);
      const image = addressOf(original) ?? preview;
      return image === null ? [] : [{ templateUrl: image, preview, image }];
    }),
    videos: [],
    isNative: true,
    raw: review,
  };
}

type Encoded = string | null | undefined;

const nameOf = (encoded: Encoded): string | null => cleanTextOrNull(decodeEntities(encoded ?? ''));
const textOf = (encoded: Encoded): string | null => cleanTextOrNull(plainText(encoded ?? ''));
const addressOf = (encoded: Encoded): string | null => cleanTextOrNull(decodeAddress(encoded ?? ''));
