/**
 * Publishes replies through the Guest Review API with `POST`. A reply cannot be replaced or deleted, and is shown after
 * Booking.com has moderated it. A review without a text cannot be answered.
 *
 * The API has its own ids; review-in-api.ts finds the id of a review by its content.
 */
import { cleanTextOrNull, parseLocalDateTime } from '@libs/kernel';
import { CardNotYours, NotSent, OutcomeUnknown, PlatformRefused } from '../../publish-errors';
import { isSuccess } from '../../publish-status';
import type { HeldReply, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import type { PublishResponse } from '../../source-http';
import {
  call,
  CREDENTIAL_FIELDS,
  failureOf,
  reviewWithReplyShape,
  isPropertyId,
  listUrl,
  singleShape,
  reviewUrl,
  publishedShape,
} from './guest-review-api';
import { hotelIdOn } from './hotel-page';
import { HOSTS } from './match';
import { idInApi } from './review-in-api';

/** Not documented; the API responds with 400 to longer replies. */
export const REPLY_MAX_CHARACTERS = 4_000;

export const publisher: ReplyPublisher = {
  hosts: HOSTS,
  credentialFields: CREDENTIAL_FIELDS,
  canReplace: false,
  canDelete: false,
  moderated: true,
  needsReviewText: true,

  async check(objectUrl: string, tools: PublishTools): Promise<{ card: string; name: string | null }> {
    const card = tools.credentials['property_id'] ?? '';
    if (!isPropertyId(card)) throw new CardNotYours('`property_id` must be the number of the property');
    const response = await call(tools, { url: listUrl(card, '2000-01-01', 1) });
    if (response.status === 404)
      throw new CardNotYours('The connected account has no access to this property at Booking.com');
    if (!isSuccess(response)) throw failureOf(response, 'read');
    await requireSamePage(objectUrl, card, tools);
    return { card, name: `Property ${card}` };
  },

  async publish(review: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
    if (!review.hasText) throw new PlatformRefused('Booking.com accepts no reply to a review without a text');
    const response = await call(tools, {
      url: await addressOf(review, tools),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reply: text }),
    });
    if (response.status === 409) throw new PlatformRefused('Booking.com already has a reply to this review');
    if (!isSuccess(response)) throw failureOf(response, 'text');
    const published = publishedShape.safeParse(response.json());
    if (!published.success) throw new OutcomeUnknown('Booking.com returned an unexpected response');
    if ((published.data.errors ?? []).length > 0) throw new PlatformRefused('Booking.com did not accept the reply');
    return { kind: 'accepted' };
  },

  remove(): Promise<void> {
    return Promise.reject(new PlatformRefused('A reply cannot be deleted at Booking.com'));
  },

  async readBack(review: ReviewAddress, tools: PublishTools): Promise<HeldReply> {
    const response = await call(tools, { url: await addressOf(review, tools) });
    if (response.status === 404) return { kind: 'review_gone' };
    if (!isSuccess(response)) throw failureOf(response, 'read');
    return replyInApi(response);
  },
};

function replyInApi(response: PublishResponse): HeldReply {
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
  return { kind: 'held', text, state: 'published', at, detail: null };
}

/** Throws `CardNotYours` if the page can be read and belongs to another property. */
async function requireSamePage(objectUrl: string, card: string, tools: PublishTools): Promise<void> {
  const page = await tools.http.request(objectUrl, { headers: { accept: 'text/html' } }).catch((error: unknown) => {
    if (error instanceof NotSent && !tools.signal.aborted) return null;
    throw error;
  });
  if (page?.status === 404) throw new CardNotYours('Booking.com has no such page');
  // A bot check does not identify the property. The check of the number and the secrets is then sufficient.
  const idOnPage = page !== null && isSuccess(page) ? hotelIdOn(page.body) : null;
  if (idOnPage !== null && idOnPage !== card) throw new CardNotYours('The page belongs to another property');
}

async function addressOf(review: ReviewAddress, tools: PublishTools): Promise<string> {
  if (!isPropertyId(review.card)) throw new CardNotYours('The connection has no property number');
  return reviewUrl(review.card, await idInApi(review, tools));
}
