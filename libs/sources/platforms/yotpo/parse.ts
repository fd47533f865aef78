/** Parses responses of the widget's API (contract §2.3). Pure. */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, joinTexts } from '../../collected-review';
import { decodeAddress, decodeEntities } from '../../decode-entities';
import { plainText } from '../../html/plain-text';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { Changed } from '../../source-errors';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../times';

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
const PARTS = {
  score: 'rating',
  title: 'text',
  content: 'text',
  created_at: 'date',
  user: 'author',
  comment: 'reply',
  'comment.created_at': 'reply_date',
  images_data: 'photo',
  'images_data.*': 'photo',
  products: 'name',
} as const;
const LIST_PARTS = {
  'response.products': 'name',
  'response.bottomline.average_score': 'average',
} as const;
const contentShape = z.looseObject({
  reviews: z.array(z.unknown()),
  pagination: z.looseObject({ per_page: z.number().int().min(1).nullish(), total: count.nullish() }).nullish(),
  bottomline: z.looseObject({ average_score: z.number().nullish(), total_review: count.nullish() }).nullish(),
  products: z.array(productShape).nullish(),
  // Only on the older address.
  total_reviews: count.nullish(),
});
const pageShape = z.looseObject({ response: contentShape });

const listedShape = z.looseObject({ products: reviewShape.shape.products });

type Content = z.infer<typeof contentShape>;

export interface ReviewPage extends ItemsRead {
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
  const reading = new Reading("Yotpo's list of reviews");
  const { response: content } = reading.shape(pageShape, value, LIST_PARTS);
  const product = productOf(content);
  const name = nameOf(reading.within('name', product?.name, product !== null));
  const { total, known } = totalsOf(content);
  const average = reading.average(content.bottomline?.average_score, RATING_SCALE);
  return {
    ...readItems(content.reviews, 'A review of Yotpo', readReview),
    listed: content.reviews.length,
    total,
    pageSize: content.pagination?.per_page ?? null,
    object: { name, reviewCount: known, ...average, unread: reading.unread },
    hasProduct: product !== null,
  };
}

/** The record of the product, which is beside the list, or in its reviews; null if there is none. */
function productOf({ products, reviews }: Content) {
  return products?.[0] ?? listedShape.safeParse(reviews[0]).data?.products?.[0]?.Product ?? null;
}

/** The length of the list, and the largest number of reviews that the response states. */
function totalsOf(content: Content): { readonly total: number; readonly known: number } {
  const total = content.pagination?.total ?? content.total_reviews ?? content.bottomline?.total_review;
  if (total === null || total === undefined) throw new Changed("Yotpo's list of reviews has no number of reviews");
  return { total, known: Math.max(total, content.bottomline?.total_review ?? 0) };
}

/** Null for a review that is deleted or archived. */
function readReview(value: unknown, reading: Reading): CollectedReview | null {
  const review = reading.shape(reviewShape, value, PARTS);
  if (review.deleted === true || review.archived === true) return null;
  const { content: reply, created_at: repliedAt } = review.comment ?? {};
  const replyText = textOf(reading.within('reply', reply, Boolean(repliedAt)));
  return collectedReview({
    externalId: String(review.id),
    author: nameOf(review.user?.display_name),
    text: joinTexts(textOf(review.title), textOf(review.content)),
    // Shops show dates without a zone, so the API's times are stored in UTC.
    reviewDate: reading.needed('date', review.created_at, timeOf),
    ...reading.neededRating(review.score, RATING_SCALE),
    ...reading.reply(replyText, repliedAt, timeOf),
    images: (review.images_data ?? []).flatMap(({ thumb_url: thumbnail, original_url: original }) => {
      const preview = addressOf(thumbnail);
      const image = reading.needed('photo', addressOf(original) ?? thumbnail, addressOf);
      return image === null ? [] : [{ templateUrl: image, preview, image }];
    }),
    raw: value as CollectedReview['raw'],
  });
}

type Encoded = string | null | undefined;

const timeOf = (instant: string): LocalDateTime | null => utcTime(instant, 'A review of Yotpo');
const nameOf = (encoded: Encoded): string | null => cleanTextOrNull(decodeEntities(encoded ?? ''));
const textOf = (encoded: Encoded): string | null => cleanTextOrNull(plainText(encoded ?? ''));
const addressOf = (encoded: Encoded): string | null => cleanTextOrNull(decodeAddress(encoded ?? ''));
