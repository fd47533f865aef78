/**
 * Replies through the Guest Review API: `POST` of a review, and no more: a reply can neither be replaced nor deleted, and
 * appears once Booking.com has moderated it. A review of a score alone cannot be answered.
 *
 * The API has ids of its own. A review that was collected from the page is looked for by its date, score and texts.
 */
import { cleanTextOrNull, parseLocalDateTime } from '@libs/kernel';
import { CardNotYours, NotSent, OutcomeUnknown, PlatformRefused } from '../../publish-errors';
import { isSuccess, publishFailure } from '../../publish-status';
import type { HeldReply, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import type { CollectedReview } from '../../source';
import type { SourceResponse } from '../../source-http';
import {
  call,
  CREDENTIAL_FIELDS,
  heldShape,
  isPropertyId,
  listShape,
  listUrl,
  oneShape,
  PLATFORM,
  reviewUrl,
  takenShape,
} from './guest-review-api';
import { hotelIdOn } from './hotel-page';
import { HOSTS } from './match';
import { readCard, readRecord } from './parse';

/** Not documented; one that is too long is answered as a bad request. */
export const REPLY_MAX_CHARACTERS = 4_000;
const CARD_ID = /^[0-9a-f]{16}$/;
const DAY_MS = 86_400_000;
const MAX_SEARCH_PAGES = 20;

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
  const id = CARD_ID.test(review.externalId) ? await idInApi(review, tools) : review.externalId;
  return reviewUrl(review.card, id);
}

/** The API's id of a review that was read as a card. Throws `PlatformRefused` where not exactly one fits. */
async function idInApi({ card, raw }: ReviewAddress, tools: PublishTools): Promise<string> {
  const wanted = wantedCard(raw);
  const day = Date.parse(`${wanted.reviewDate ?? '2000-01-02T00:00:00'}Z`);
  let url: string | null = listUrl(card, new Date(day - DAY_MS).toISOString().slice(0, 10));
  const fitting: string[] = [];
  for (let page = 1; url !== null && page <= MAX_SEARCH_PAGES; page += 1) {
    const { reviews, next } = await searchPage(url, tools);
    fitting.push(...reviews.filter((review) => isSame(review, wanted)).map(({ externalId }) => externalId ?? ''));
    const isPast = reviews.some(({ reviewDate }) => Date.parse(`${reviewDate ?? ''}Z`) > day + 2 * DAY_MS);
    url = isPast || reviews.length === 0 ? null : next;
  }
  const [only, another] = fitting;
  if (only !== undefined && another === undefined) return only;
  throw new PlatformRefused(
    'The review cannot be told for certain among those that Booking.com lets the property answer',
  );
}

function wantedCard(raw: ReviewAddress['raw']): CollectedReview {
  try {
    return readCard(raw);
  } catch (error) {
    throw new PlatformRefused('What is stored of the review does not suffice to find it at Booking.com', {
      cause: error,
    });
  }
}

async function searchPage(
  url: string,
  tools: PublishTools,
): Promise<{ reviews: CollectedReview[]; next: string | null }> {
  const answer = await call(tools, { url });
  if (!isSuccess(answer)) throw failureOf(answer, 'question');
  const list = listShape.safeParse(answer.json());
  if (!list.success) throw new PlatformRefused('Booking.com lists reviews in another form');
  return { reviews: list.data.data.reviews.map(readRecord), next: list.data.meta?.next_page ?? null };
}

function isSame(left: CollectedReview, right: CollectedReview): boolean {
  const [a, b] = [left, right].map(({ positive, negative, rating }) => JSON.stringify([positive, negative, rating]));
  const apart = Math.abs(Date.parse(`${left.reviewDate ?? ''}Z`) - Date.parse(`${right.reviewDate ?? ''}Z`));
  return a === b && apart <= DAY_MS;
}

/** Booking.com's words of a refusal may repeat the text: only the status is told. */
function failureOf(answer: SourceResponse, carried: 'text' | 'question'): Error {
  return publishFailure(answer, { platform: PLATFORM, carried });
}
