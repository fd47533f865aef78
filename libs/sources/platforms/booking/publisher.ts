/**
 * Publishes replies through the Guest Review API with `POST`. A reply cannot be replaced or deleted, and is shown after
 * Booking.com has moderated it. A review without a text cannot be answered.
 *
 * The API has its own ids; review-in-api.ts finds the id of a review by its content.
 */
import { cleanTextOrNull, parseLocalDateTime } from '@libs/kernel';
import { CardNotYours, isSuccess, OutcomeUnknown, PlatformRefused } from '../../publish-errors';
import type { ReplyOnPlatform, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import type { PublishResponse } from '../../source-http';
import {
  call,
  failureOf,
  isPropertyId,
  publishedShape,
  reviewUrl,
  reviewWithReplyShape,
  singleShape,
} from './guest-review-api';
import { idInApi } from './review-in-api';

/** Not documented; the API responds with 400 to longer replies. */
export const REPLY_MAX_CHARACTERS = 4_000;

export const publisher: ReplyPublisher = {
  canReplace: false,
  canDelete: false,
  moderated: true,
  needsReviewText: true,

  async publish(review: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
    if (!review.hasText) throw new PlatformRefused('Booking.com accepts no reply to a review without a text');
    const response = await call(tools, {
      url: await addressOf(review, tools),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reply: text }),
    });
    if (response.status === 409) throw new PlatformRefused('Booking.com already has a reply to this review');
    if (!isSuccess(response)) throw failureOf(response, { requestKind: 'text' });
    const published = publishedShape.safeParse(response.json());
    if (!published.success) throw new OutcomeUnknown('Booking.com returned an unexpected response');
    if ((published.data.errors ?? []).length > 0) throw new PlatformRefused('Booking.com did not accept the reply');
    return { kind: 'accepted' };
  },

  remove(): Promise<void> {
    return Promise.reject(new PlatformRefused('A reply cannot be deleted at Booking.com'));
  },

  async readBack(review: ReviewAddress, tools: PublishTools): Promise<ReplyOnPlatform> {
    const response = await call(tools, { url: await addressOf(review, tools) });
    if (response.status === 404) return { kind: 'review_gone' };
    if (!isSuccess(response)) throw failureOf(response, { requestKind: 'read' });
    return replyInApi(response);
  },
};

function replyInApi(response: PublishResponse): ReplyOnPlatform {
  const result = singleShape.safeParse(response.json());
  const data = result.success ? result.data.data : null;
  const review = reviewWithReplyShape.safeParse(
    data !== null && Array.isArray(data['reviews']) ? (data['reviews'] as unknown[])[0] : data,
  );
  if (!review.success) throw new PlatformRefused('Booking.com returned the review in an unexpected format');
  const text = cleanTextOrNull(review.data.reply?.text);
  // The reply may be in moderation or rejected; the API reports neither.
  if (text === null) return { kind: 'unknown' };
  const at = parseLocalDateTime(review.data.reply?.last_change_timestamp ?? '');
  return { kind: 'found', text, state: 'published', at, detail: null };
}

async function addressOf(review: ReviewAddress, tools: PublishTools): Promise<string> {
  if (!isPropertyId(review.card)) throw new CardNotYours('The connection has no property number');
  return reviewUrl(review.card, review.idOnOwnerRoad ?? (await idInApi(review, tools)));
}
