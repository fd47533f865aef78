/** Parses responses of Wildberries: the card of an article, and the card's list of reviews. Pure. */
import { cleanTextOrNull, localTimeInZone, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, joinTexts } from '../../collected-review';
import { readItems, Reading, type ItemsRead } from '../../reading';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedReview, PlatformObject } from '../../source';
import { sumUnread } from '../../unread';
import { utcTime } from '../../times';

export const RATING_SCALE = 5;
const SITE_ZONE = 'Europe/Moscow';
/** The states of replies, and whether the site shows the reply. */
const REPLY_STATES: ReadonlyMap<string, boolean> = new Map([
  ['wbRu', true],
  ['none', false],
  ['reviewRequired', false],
  ['rejected', false],
]);

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
  productValuation: z.number().nullish(),
  createdDate: text,
  answer: z.looseObject({ text: text, state: text, createDate: text }).nullish(),
});
/** The parts of a review, on both APIs. */
export const PARTS = {
  nmId: 'address',
  wbUserDetails: 'author',
  userName: 'author',
  text: 'text',
  pros: 'text',
  cons: 'text',
  productValuation: 'rating',
  createdDate: 'date',
  answer: 'reply',
  'answer.createDate': 'reply_date',
} as const;
export const RECORD = 'A review of Wildberries';
const LIST_PARTS = { feedbackCount: 'count', valuation: 'average' } as const;
const listShape = z.looseObject({
  feedbackCount: count,
  valuation: rating,
  // Null on the host that does not have the list.
  feedbacks: z.array(z.unknown()).nullable(),
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
  const reading = new Reading("Wildberries' card");
  const average = reading.average(product.reviewRating, RATING_SCALE);
  return {
    imtId: product.root,
    articleCount: product.nmFeedbacks ?? null,
    object: {
      name: cleanTextOrNull(product.name),
      reviewCount: product.feedbacks ?? null,
      ...average,
      unread: reading.unread,
    },
  };
}

/** Reads the description of an article, which has no counters. Throws `Changed` if it does not match. */
export function readBasketCard(value: unknown, article: string): Card {
  const reading = new Reading("Wildberries' description of the article");
  const { imt_id, nm_id, imt_name } = reading.shape(basketShape, value, { imt_name: 'name' });
  if (String(nm_id ?? article) !== article) throw new Changed("Wildberries' description is of another article");
  const figures = { reviewCount: null, rating: null, ratingOriginal: null };
  return {
    imtId: imt_id,
    articleCount: null,
    object: { name: cleanTextOrNull(imt_name), ...figures, unread: reading.unread },
  };
}

/** The reviews are listed newest first. */
export interface FeedbackList extends ItemsRead {
  /** Counter and rating of the card; null if the response has none. */
  readonly reviewCount: number | null;
  readonly rating: number | null;
  readonly ratingOriginal: string | null;
}

/** Reads the list of reviews of a card. Throws `Changed` if it does not match. */
export function readFeedbacks(value: unknown, article: string): FeedbackList {
  const reading = new Reading("Wildberries' list of reviews");
  const list = reading.shape(listShape, value, LIST_PARTS);
  const average = reading.average(list.valuation, RATING_SCALE);
  const items = readItems(list.feedbacks ?? [], RECORD, (feedback, one) => readReview(feedback, article, one));
  return {
    ...items,
    reviews: items.reviews.sort((a, b) => (b.reviewDate ?? '').localeCompare(a.reviewDate ?? '')),
    ...(reading.unread === undefined ? {} : { unread: sumUnread(items.unread, reading.unread) }),
    reviewCount: list.feedbackCount ?? null,
    ...average,
  };
}

function readReview(value: unknown, article: string, reading: Reading): CollectedReview {
  const feedback = reading.shape(reviewShape, value, PARTS);
  const author = feedback.wbUserDetails?.name;
  const raw = value as CollectedReview['raw'];
  return reviewOf({ ...feedback, nmId: feedback.nmId ?? Number(article), author, raw }, reading);
}

/** A review as both APIs of Wildberries return it. */
export interface Feedback extends Pick<
  z.infer<typeof reviewShape>,
  'id' | 'text' | 'pros' | 'cons' | 'productValuation' | 'createdDate' | 'answer'
> {
  readonly nmId: number;
  readonly author: string | null | undefined;
  readonly raw: CollectedReview['raw'];
}

export function reviewOf(feedback: Feedback, reading: Reading): CollectedReview {
  const [positive, negative] = [cleanTextOrNull(feedback.pros), cleanTextOrNull(feedback.cons)];
  const { answer } = feedback;
  const replyText = publicReply(answer, reading);
  return collectedReview({
    externalId: feedback.id,
    author: cleanTextOrNull(feedback.author),
    text: joinTexts(feedback.text, positive, negative),
    positive,
    negative,
    reviewDate: reading.needed('date', feedback.createdDate, moscowTime),
    ...reading.neededRating(feedback.productValuation, RATING_SCALE),
    // A single review has no address.
    reviewUrl: `https://www.wildberries.ru/catalog/${feedback.nmId}/feedbacks`,
    ...reading.reply(replyText, answer?.createDate, replyTime),
    raw: feedback.raw,
  });
}

/** The text of a reply that the site shows. A reply in an unknown state is counted. */
function publicReply(answer: Feedback['answer'], reading: Reading): string | null {
  const isPublic = REPLY_STATES.get(answer?.state ?? '');
  if (isPublic === undefined) return reading.stated('reply', answer?.text, () => null);
  return isPublic ? reading.within('reply', answer?.text, true) : null;
}

const replyTime = (instant: string): LocalDateTime | null => utcTime(instant, 'A reply on Wildberries');

/** A date in Moscow's local time; null if it is none. */
function moscowTime(instant: string): LocalDateTime | null {
  const utc = utcTime(instant, 'A review of Wildberries');
  if (utc === null) return null;
  const local = localTimeInZone(new Date(`${utc}Z`), SITE_ZONE);
  // The last hours of the year 9999 are in the year 10000 in Moscow.
  return local.length === utc.length ? local : null;
}
