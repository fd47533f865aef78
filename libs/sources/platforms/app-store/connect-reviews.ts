/**
 * Parses reviews of the App Store Connect API (contract §2.3). Pure. A response has the reviews in `data` and their replies in
 * `included`. The reviews are those of all storefronts; `territory` names the storefront.
 */
import { cleanTextOrNull, type LocalDateTime } from '@libs/kernel';
import { z } from 'zod';
import { readShape } from '../../read-shape';
import { Changed } from '../../source-errors';
import type { CollectedReview } from '../../source';
import { utcTime } from '../../utc-time';
import { responseShape, type StoreResponse } from './app-store-connect';
import type { StoreApp } from './match';
import { commonFields, lineBreaks, mergeText, storeTime } from './parse';

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
    createdDate: z.string(),
    territory: text,
  }),
  relationships: z.looseObject({ response: z.looseObject({ data: reference.nullish() }).nullish() }).nullish(),
});

const included = z.array(z.looseObject({ type: z.string() })).nullish();

const listShape = z.looseObject({
  data: z.array(reviewShape),
  included,
  links: z.looseObject({ next: text }),
  meta: z.looseObject({ paging: z.looseObject({ total: z.number().int().min(0).nullish() }) }).nullish(),
});

const singleShape = z.looseObject({ data: reviewShape, included });

type Review = z.infer<typeof reviewShape>;

export interface ConnectPage {
  readonly reviews: readonly CollectedReview[];
  /** The address of the next page; null on the last page. */
  readonly nextPage: string | null;
  /** Apple's number of reviews in all storefronts; null if there is none. */
  readonly total: number | null;
}

/** Reads a page of the list. Throws `Changed` if it does not match. */
export function readConnectPage(value: unknown, app: StoreApp): ConnectPage {
  const page = readShape(listShape, value, "App Store Connect's list of reviews");
  const replies = repliesIn(page.included);
  return {
    reviews: page.data.map((review) => readReview(review, replies, app)),
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

function replyOf({ relationships }: Review, replies: Replies): StoreResponse | null {
  const id = relationships?.response?.data?.id;
  if (id === undefined) return null;
  const reply = replies.get(id);
  if (reply === undefined) throw new Changed('A review has a reply that the response does not include');
  return reply;
}

function readReview(review: Review, replies: Replies, app: StoreApp): CollectedReview {
  const { rating, title, body, reviewerNickname, createdDate } = review.attributes;
  const reply = replyOf(review, replies);
  const isPublic = reply?.attributes.state !== 'PENDING_PUBLISH';
  const replyText = isPublic ? cleanTextOrNull(lineBreaks(reply?.attributes.responseBody ?? '')) : null;
  return {
    ...commonFields(app, rating),
    externalId: review.id,
    author: cleanTextOrNull(reviewerNickname),
    text: mergeText(title ?? '', body ?? ''),
    reviewDate: dateOf(createdDate),
    replyText,
    replyDate: replyText === null ? null : utcTime(reply?.attributes.lastModifiedDate, 'A reply'),
    // Until a changed reply is published, the previous one is public.
    replyKnown: isPublic,
    raw: reply === null ? review : { ...review, response: reply },
  };
}

function dateOf(createdDate: string): LocalDateTime {
  const date = storeTime(createdDate);
  if (date === null) throw new Changed('A review has a date in an unexpected format');
  return date;
}
