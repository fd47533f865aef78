/**
 * Parses reviews, and the name of an app, of the App Store Connect API (contract §2.3). Pure. A response has the reviews in `data` and
 * their replies in `included`. The reviews are those of all storefronts; `territory` names the storefront.
 */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { collectedReview, type CollectedReview } from '../../collected-review';
import { readItems, type ItemsRead, type Reading } from '../../reading';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import { utcTime } from '../../times';
import { responseShape, type StoreResponse } from './app-store-connect';
import type { StoreApp } from './match';
import { lineBreaks, mergeText, ratingOf, reviewsUrl, storeTime } from './parse';

const text = z.string().nullish();
const reference = z.looseObject({ id: z.string() });

const reviewShape = z.looseObject({
  type: z.literal('customerReviews'),
  id: z.string().min(1),
  attributes: z.looseObject({
    rating: z.number().nullish(),
    title: text,
    body: text,
    reviewerNickname: text,
    createdDate: text,
  }),
  relationships: z.looseObject({ response: z.looseObject({ data: reference.nullish() }).nullish() }).nullish(),
});

const PARTS = {
  'attributes.rating': 'rating',
  'attributes.title': 'text',
  'attributes.body': 'text',
  'attributes.reviewerNickname': 'author',
  'attributes.createdDate': 'date',
  relationships: 'reply',
} as const;

const included = z.array(z.looseObject({ type: z.string() })).nullish();

const listShape = z.looseObject({
  data: z.array(z.unknown()),
  included: z.unknown().optional(),
  links: z.looseObject({ next: text }),
  meta: z.looseObject({ paging: z.looseObject({ total: z.number().int().min(0).nullish() }) }).nullish(),
});

const singleShape = z.looseObject({ data: reviewShape, included });

type Review = z.infer<typeof reviewShape>;

export interface ConnectPage extends ItemsRead {
  /** The address of the next page; null on the last page. */
  readonly nextPage: string | null;
  /** Apple's number of reviews in all storefronts; null if there is none. */
  readonly total: number | null;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readConnectPage(value: unknown, app: StoreApp): ConnectPage {
  const page = readShape(listShape, value, "App Store Connect's list of reviews");
  const replies = readableReplies(page.included);
  return {
    ...readItems(page.data, 'A review of the App Store', (review, reading) =>
      readReview(review, replies, app, reading),
    ),
    nextPage: cleanTextOrNull(page.links.next),
    total: page.meta?.paging.total ?? null,
  };
}

/** The reply in the response for a single review; null if it has none. Throws `Changed` if the response does not match. */
export function readReply(value: unknown): StoreResponse | null {
  const single = readShape(singleShape, value, "App Store Connect's review");
  return replyOf(single.data, repliesIn(single.included));
}

type Replies = ReadonlyMap<string, StoreResponse>;

function repliesIn(resources: z.infer<typeof included>): Replies {
  const replies = (resources ?? []).filter(({ type }) => type === 'customerReviewResponses');
  return new Map(replies.map((reply) => readShape(responseShape, reply, 'A reply')).map((reply) => [reply.id, reply]));
}

/** The replies of a list. A reply that cannot be read is left out; its review then counts it as unread. */
function readableReplies(resources: unknown): Replies {
  const replies = (Array.isArray(resources) ? resources : []).map((resource) => responseShape.safeParse(resource));
  return new Map(replies.flatMap(({ success, data }) => (success ? [[data.id, data] as const] : [])));
}

/** The reply of a review; null if it has none. Throws `Changed` if the response does not include it. */
function replyOf({ relationships }: Review, replies: Replies): StoreResponse | null {
  const id = relationships?.response?.data?.id;
  if (id === undefined) return null;
  const reply = replies.get(id);
  if (reply === undefined) throw new Changed('A review has a reply that the response does not include');
  return reply;
}

function readReview(value: unknown, replies: Replies, app: StoreApp, reading: Reading): CollectedReview {
  const review = reading.shape(reviewShape, value, PARTS);
  const { rating, title, body, reviewerNickname, createdDate } = review.attributes;
  const reply = reading.stated('reply', review.relationships?.response?.data, () => replyOf(review, replies));
  return collectedReview({
    externalId: review.id,
    ...ratingOf(rating, reading),
    reviewUrl: reviewsUrl(app),
    author: cleanTextOrNull(reviewerNickname),
    text: mergeText(title ?? '', body ?? ''),
    reviewDate: reading.needed('date', createdDate, storeTime),
    ...replyFields(reply, reading),
    raw: { ...(value as CollectedReview['raw']), ...(reply === null ? {} : { response: reply }) },
  });
}

function replyFields(
  reply: StoreResponse | null,
  reading: Reading,
): Pick<CollectedReview, 'replyText' | 'replyDate' | 'replyKnown'> {
  if (reply === null) return { replyText: null, replyDate: null, replyKnown: true };
  const { responseBody, lastModifiedDate, state } = reply.attributes;
  // Until a changed reply is published, the previous one is public.
  if (state === 'PENDING_PUBLISH') return { replyText: null, replyDate: null, replyKnown: false };
  const replyText = reading.within('reply', responseBody && lineBreaks(responseBody), true);
  return { ...reading.reply(replyText, lastModifiedDate, replyTime), replyKnown: true };
}

const replyTime = (date: string): LocalDateTime | null => utcTime(date, 'A reply');

/** The description of an app. */
export const appShape = z.looseObject({
  data: z.looseObject({ attributes: z.looseObject({ name: z.string().nullish() }) }),
});

/** The name of the app. Throws `Changed` if the description does not match. */
export function readAppName(value: unknown): string | null {
  return cleanTextOrNull(readShape(appShape, value, "App Store Connect's data about the app").data.attributes.name);
}
