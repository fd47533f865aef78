/** Parses responses of Wildberries: the card of an article, and the card's list of reviews. Pure. */
import { cleanTextOrNull, localTimeInZone, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { parseRating } from '../../parse-rating';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedReview, PlatformObject } from '../../source';
import { utcTime } from '../../utc-time';

export const RATING_SCALE = 5;
const SITE_ZONE = 'Europe/Moscow';
/** The state of replies that the site shows. */
const PUBLIC_REPLY = 'wbRu';

const text = z.string().nullish();
const count = z.number().int().min(0).nullish();
const rating = z.union([z.string(), z.number()]).nullish();

const cardShape = z.looseObject({
  products: z.array(
    z.looseObject({
      id: z.number().int(),
      root: z.number().int().positive(),
      name: text,
      feedbacks: count,
      nmFeedbacks: count,
      reviewRating: rating,
    }),
  ),
});
const basketShape = z.looseObject({
  imt_id: z.number().int().positive(),
  nm_id: z.number().int().nullish(),
  imt_name: text,
});
const reviewShape = z.looseObject({
  id: z.string().min(1),
  nmId: z.number().int().nullish(),
  wbUserDetails: z.looseObject({ name: text }).nullish(),
  text: text,
  pros: text,
  cons: text,
  productValuation: z.number(),
  createdDate: text,
  answer: z.looseObject({ text: text, state: text, createDate: text }).nullish(),
});
const listShape = z.looseObject({
  feedbackCount: count,
  valuation: rating,
  // Null on the host that does not have the list.
  feedbacks: z.array(reviewShape).nullable(),
});

/** An article's card. */
export interface Card {
  /** The number under which the reviews are stored. */
  readonly imtId: number;
  readonly object: PlatformObject;
  /** The number of reviews of the article itself; null if the response has none. */
  readonly articleCount: number | null;
}

/** Reads the card of an article; null if the article does not exist. Throws `Changed` if the response does not match. */
export function readCard(value: unknown, article: string): Card | null {
  const { products } = readShape(cardShape, value, "Wildberries' card");
  if (products.length === 0) return null;
  const product = products.find(({ id }) => String(id) === article);
  if (product === undefined) throw new Changed("Wildberries' card is of another article");
  return {
    imtId: product.root,
    articleCount: product.nmFeedbacks ?? null,
    object: {
      name: cleanTextOrNull(product.name),
      reviewCount: product.feedbacks ?? null,
      ...ratingOf(product.reviewRating),
    },
  };
}

/** Reads the description of an article, which has no counters. Throws `Changed` if it does not match. */
export function readBasketCard(value: unknown, article: string): Card {
  const { imt_id, nm_id, imt_name } = readShape(basketShape, value, "Wildberries' description of the article");
  if (String(nm_id ?? article) !== article) throw new Changed("Wildberries' description is of another article");
  return {
    imtId: imt_id,
    articleCount: null,
    object: { name: cleanTextOrNull(imt_name), reviewCount: null, rating: null, ratingOriginal: null },
  };
}

export interface FeedbackList {
  /** Newest first. */
  readonly reviews: CollectedReview[];
  /** Counter and rating of the card; null if the response has none. */
  readonly reviewCount: number | null;
  readonly rating: number | null;
  readonly ratingOriginal: string | null;
}

/** Reads the list of reviews of a card. Throws `Changed` if it does not match. */
export function readFeedbacks(value: unknown, article: string): FeedbackList {
  const list = readShape(listShape, value, "Wildberries' list of reviews");
  const reviews = (list.feedbacks ?? []).map((feedback) => readReview(feedback, article));
  return {
    reviews: reviews.sort((a, b) => (b.reviewDate ?? '').localeCompare(a.reviewDate ?? '')),
    reviewCount: list.feedbackCount ?? null,
    ...ratingOf(list.valuation),
  };
}

function readReview(feedback: z.infer<typeof reviewShape>, article: string): CollectedReview {
  const { nmId, wbUserDetails } = feedback;
  return reviewOf({ ...feedback, nmId: nmId ?? Number(article), author: wbUserDetails?.name, raw: feedback });
}

/** A review as both interfaces of Wildberries return it. */
export interface Feedback extends Pick<
  z.infer<typeof reviewShape>,
  'id' | 'text' | 'pros' | 'cons' | 'productValuation' | 'createdDate' | 'answer'
> {
  readonly nmId: number;
  readonly author: string | null | undefined;
  readonly raw: CollectedReview['raw'];
}

export function reviewOf(feedback: Feedback): CollectedReview {
  const [positive, negative] = [cleanTextOrNull(feedback.pros), cleanTextOrNull(feedback.cons)];
  const parts = [cleanTextOrNull(feedback.text), positive, negative].filter((part) => part !== null);
  const { answer } = feedback;
  const replyText = answer?.state === PUBLIC_REPLY ? cleanTextOrNull(answer.text) : null;
  return {
    externalId: feedback.id,
    author: cleanTextOrNull(feedback.author),
    text: parts.length === 0 ? null : parts.join('\n\n'),
    positive,
    negative,
    reviewDate: moscowTime(feedback.createdDate),
    datePrecision: 'exact',
    ...parseRating(feedback.productValuation, RATING_SCALE),
    // A single review has no address.
    reviewUrl: `https://www.wildberries.ru/catalog/${feedback.nmId}/feedbacks`,
    replyText,
    replyDate: replyText === null ? null : utcTime(answer?.createDate, 'A reply on Wildberries'),
    images: [],
    videos: [],
    isNative: true,
    raw: feedback.raw,
  };
}

function moscowTime(instant: string | null | undefined): LocalDateTime | null {
  const utc = utcTime(instant, 'A review of Wildberries');
  if (utc === null) return null;
  const local = localTimeInZone(new Date(`${utc}Z`), SITE_ZONE);
  // The last hours of the year 9999 are in the year 10000 in Moscow.
  return local.length === utc.length ? local : null;
}

/** Before the first review, a rating is empty or 0. */
function ratingOf(value: string | number | null | undefined): Pick<CollectedReview, 'rating' | 'ratingOriginal'> {
  const parsed = parseRating(value, RATING_SCALE);
  return parsed.rating === null ? { rating: null, ratingOriginal: null } : parsed;
}
