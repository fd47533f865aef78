/**
 * Replies through the Business Profile API: `PUT …/reply` writes or overwrites, `DELETE …/reply` takes away. Google checks
 * replies: most are shown at once (`APPROVED`), some later (`PENDING`), some never (`REJECTED`, with what it violates).
 */
import { cleanTextOrNull } from '@libs/kernel';
import { publisherCall } from '../../access/authorized';
import { CardNotYours, OutcomeUnknown, PlatformRefused, TextRejected } from '../../publish-errors';
import { isSuccess, publishFailure } from '../../publish-status';
import type { HeldReply, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import type { SourceResponse } from '../../source-http';
import {
  CREDENTIAL_FIELDS,
  googleTokens,
  isCard,
  PLATFORM,
  replyShape,
  reviewShape,
  reviewUrl,
  type Reply,
} from './business-profile';
import { findCard, wordOf } from './cards';
import { HOSTS } from './match';
import { originalText, utcTime } from './parse';

/** The API counts bytes of UTF-8. */
export const REPLY_MAX_BYTES = 4_096;
const MAX_DETAIL = 200;

export const publisher: ReplyPublisher = {
  hosts: HOSTS,
  credentialFields: CREDENTIAL_FIELDS,
  canReplace: true,
  canDelete: true,
  // Of most replies the answer says at once that they are shown.
  moderated: false,
  needsReviewText: false,
  check: findCard,

  async publish(review: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
    const answer = await publisherCall(PLATFORM, googleTokens, tools, {
      url: `${addressOf(review)}/reply`,
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ comment: text }),
    });
    if (!isSuccess(answer)) throw failureOf(answer, 'text');
    const reply = written(answer);
    if (reply.reviewReplyState === 'REJECTED') throw new TextRejected(`Google rejected the reply${violationOf(reply)}`);
    if (reply.reviewReplyState === 'PENDING') return { kind: 'accepted' };
    return { kind: 'published', at: timeOf(reply.updateTime) };
  },

  async remove(review: ReviewAddress, tools: PublishTools): Promise<void> {
    const url = `${addressOf(review)}/reply`;
    const answer = await publisherCall(PLATFORM, googleTokens, tools, { url, method: 'DELETE' });
    // Neither the reply nor the review: what was to be gone is gone.
    if (isSuccess(answer) || answer.status === 404) return;
    throw failureOf(answer, 'change');
  },

  async readBack(review: ReviewAddress, tools: PublishTools): Promise<HeldReply> {
    const answer = await publisherCall(PLATFORM, googleTokens, tools, { url: addressOf(review) });
    if (answer.status === 404) return { kind: 'review_gone' };
    if (!isSuccess(answer)) throw failureOf(answer, 'question');
    const read = reviewShape.safeParse(answer.json());
    if (!read.success) throw new PlatformRefused('Google describes the review in another form');
    return heldReply(read.data.reviewReply ?? null);
  },
};

function addressOf({ card, externalId }: ReviewAddress): string {
  if (!isCard(card)) throw new CardNotYours('The connection names no place of Google');
  return reviewUrl(card, externalId);
}

function failureOf(answer: SourceResponse, carried: 'text' | 'change' | 'question'): Error {
  return publishFailure(answer, { platform: PLATFORM, carried, detail: wordOf(answer) });
}

/** What Google made of a reply that it took. An answer that cannot be read leaves that open. */
function written(answer: SourceResponse): Reply {
  const read = replyShape.safeParse(answer.json());
  if (!read.success) throw new OutcomeUnknown('Google answered in another form');
  return read.data;
}

function heldReply(reply: Reply | null): HeldReply {
  const text = originalText(cleanTextOrNull(reply?.comment));
  if (reply === null || text === null) return { kind: 'none' };
  const at = timeOf(reply.updateTime);
  if (reply.reviewReplyState === 'REJECTED') {
    return { kind: 'held', text, state: 'rejected', at, detail: `Google rejected the reply${violationOf(reply)}` };
  }
  return {
    kind: 'held',
    text,
    state: reply.reviewReplyState === 'PENDING' ? 'pending' : 'published',
    at,
    detail: null,
  };
}

function violationOf({ policyViolation }: Reply): string {
  const said = typeof policyViolation === 'string' ? policyViolation : JSON.stringify(policyViolation ?? '');
  const words = said
    .replace(/["{}[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return words === '' ? '' : `: ${words.slice(0, MAX_DETAIL)}`;
}

/** A date of another form is no reason to call a published reply failed. */
function timeOf(time: string | null | undefined): string | null {
  try {
    return utcTime(time);
  } catch {
    return null;
  }
}
