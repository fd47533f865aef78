/**
 * Replies through the Guest Review API: `POST` of a review, and no more: a reply can neither be replaced nor deleted, and
 * appears once Booking.com has moderated it. A review of a score alone cannot be answered.
 *
 * The API has ids of its own; which one a review of the page has there is told by its looks (review-in-api.ts).
 */
import { cleanTextOrNull, parseLocalDateTime } from '@libs/kernel';
import { CardNotYours, NotSent, OutcomeUnknown, PlatformRefused } from '../../publish-errors';
import { isSuccess } from '../../publish-status';
import type { HeldReply, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import type { SourceResponse } from '../../source-http';
import {
  call,
  CREDENTIAL_FIELDS,
  failureOf,
  heldShape,
  isPropertyId,
  listUrl,
  oneShape,
  reviewUrl,
  takenShape,
} from './guest-review-api';
import { hotelIdOn } from './hotel-page';
import { HOSTS } from './match';
import { idInApi } from './review-in-api';

/** Not documented; one that is too long is answered as a bad request. */
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
    const answer = await call(tools, { url: listUrl(card, '2000-01-01', 1) });
    if (answer.status === 404) throw new CardNotYours('Booking.com shows the connected account no such property');
    if (!isSuccess(answer)) throw failureOf(answer, 'question');
    await refuseAnotherPage(objectUrl, card, tools);
    return { card, name: `Property ${card}` };
  },

  async publish(review: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
    if (!review.hasText) throw new PlatformRefused('Booking.com takes no reply to a review without a text');
    const answer = await call(tools, {
      url: await addressOf(review, tools),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reply: text }),
    });
    if (answer.status === 409) throw new PlatformRefused('Booking.com holds a reply to this review already');
    if (!isSuccess(answer)) throw failureOf(answer, 'text');
    const taken = takenShape.safeParse(answer.json());
    if (!taken.success) throw new OutcomeUnknown('Booking.com answered in another form');
    if ((taken.data.errors ?? []).length > 0) throw new PlatformRefused('Booking.com did not take the reply');
    return { kind: 'accepted' };
  },

  remove(): Promise<void> {
    return Promise.reject(new PlatformRefused('A reply cannot be deleted at Booking.com'));
  },

  async readBack(review: ReviewAddress, tools: PublishTools): Promise<HeldReply> {
    const answer = await call(tools, { url: await addressOf(review, tools) });
    if (answer.status === 404) return { kind: 'review_gone' };
    if (!isSuccess(answer)) throw failureOf(answer, 'question');
    return heldReply(answer);
  },
};

function heldReply(answer: SourceResponse): HeldReply {
  const one = oneShape.safeParse(answer.json());
  const data = one.success ? one.data.data : null;
  const held = heldShape.safeParse(
    data !== null && Array.isArray(data['reviews']) ? (data['reviews'] as unknown[])[0] : data,
  );
  if (!held.success) throw new PlatformRefused('Booking.com describes the review in another form');
  const text = cleanTextOrNull(held.data.reply?.text);
  // It may wait for moderation, or have failed it: the API tells of neither.
  if (text === null) return { kind: 'unknown' };
  const at = parseLocalDateTime(held.data.reply?.last_change_timestamp ?? '');
  return { kind: 'held', text, state: 'published', at, detail: null };
}

/** Where the page can be read and names another property, the connection is not for this page. */
async function refuseAnotherPage(objectUrl: string, card: string, tools: PublishTools): Promise<void> {
  const page = await tools.http.request(objectUrl, { headers: { accept: 'text/html' } }).catch((error: unknown) => {
    if (error instanceof NotSent && !tools.signal.aborted) return null;
    throw error;
  });
  if (page?.status === 404) throw new CardNotYours('Booking.com has no such page');
  // A bot check tells nothing: the property's own number and secrets are what is left as a proof.
  const shown = page !== null && isSuccess(page) ? hotelIdOn(page.body) : null;
  if (shown !== null && shown !== card) throw new CardNotYours('The page is that of another property');
}

async function addressOf(review: ReviewAddress, tools: PublishTools): Promise<string> {
  if (!isPropertyId(review.card)) throw new CardNotYours('The connection names no property');
  return reviewUrl(review.card, await idInApi(review, tools));
}
