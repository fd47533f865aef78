/**
 * Publishes replies through the Business Profile API: `PUT …/reply` writes or replaces, `DELETE …/reply` deletes. Google
 * moderates replies: most are public at once (`APPROVED`), some later (`PENDING`), some never (`REJECTED`, with the violation).
 */
import { cleanTextOrNull } from '@libs/kernel';
import { publisherCall } from '../../access/authorized';
import { CardNotYours, isSuccess, OutcomeUnknown, PlatformRefused, TextRejected } from '../../publish-errors';
import type { ReplyOnPlatform, PublishResult, PublishTools, ReplyPublisher, ReviewAddress } from '../../publisher';
import type { PublishResponse } from '../../source-http';
import {
  googleTokens,
  isLocationName,
  PLATFORM,
  replyShape,
  reviewShape,
  reviewUrl,
  type Reply,
} from './business-profile';
import { googleFailure } from './failures';
import { utcTime } from './parse';
import { originalText } from './translation';

/** In bytes of UTF-8. */
export const REPLY_MAX_BYTES = 4_096;
const MAX_DETAIL = 200;

export const publisher: ReplyPublisher = {
  canReplace: true,
  canDelete: true,
  // Most replies are public at once; the response contains the state.
  moderated: false,
  needsReviewText: false,

  async publish(review: ReviewAddress, text: string, tools: PublishTools): Promise<PublishResult> {
    const response = await publisherCall(PLATFORM, googleTokens, tools, {
      url: `${addressOf(review)}/reply`,
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ comment: text }),
    });
    if (!isSuccess(response)) throw googleFailure(response, 'text');
    const reply = publishedReply(response);
    if (reply.reviewReplyState === 'REJECTED') throw new TextRejected(`Google rejected the reply${violationOf(reply)}`);
    if (reply.reviewReplyState === 'PENDING') return { kind: 'accepted' };
    return { kind: 'published', at: timeOf(reply.updateTime) };
  },

  async remove(review: ReviewAddress, tools: PublishTools): Promise<void> {
    const url = `${addressOf(review)}/reply`;
    const response = await publisherCall(PLATFORM, googleTokens, tools, { url, method: 'DELETE' });
    // 404: the reply or the review does not exist, so there is nothing to delete.
    if (isSuccess(response) || response.status === 404) return;
    throw googleFailure(response, 'change');
  },

  async readBack(review: ReviewAddress, tools: PublishTools): Promise<ReplyOnPlatform> {
    const response = await publisherCall(PLATFORM, googleTokens, tools, { url: addressOf(review) });
    if (response.status === 404) return { kind: 'review_gone' };
    if (!isSuccess(response)) throw googleFailure(response, 'read');
    const result = reviewShape.safeParse(response.json());
    if (!result.success) throw new PlatformRefused('Google returned the review in an unexpected format');
    return replyAtGoogle(result.data.reviewReply ?? null);
  },
};

function addressOf({ card: locationName, externalId }: ReviewAddress): string {
  if (!isLocationName(locationName)) throw new CardNotYours('The connection has no place of Google');
  return reviewUrl(locationName, externalId);
}

/** Returns the reply in the response. Throws `OutcomeUnknown` if the response cannot be read. */
function publishedReply(response: PublishResponse): Reply {
  const result = replyShape.safeParse(response.json());
  if (!result.success) throw new OutcomeUnknown('Google returned an unexpected response');
  return result.data;
}

function replyAtGoogle(reply: Reply | null): ReplyOnPlatform {
  const text = originalText(cleanTextOrNull(reply?.comment));
  if (reply === null || text === null) return { kind: 'none' };
  const at = timeOf(reply.updateTime);
  if (reply.reviewReplyState === 'REJECTED') {
    return { kind: 'found', text, state: 'rejected', at, detail: `Google rejected the reply${violationOf(reply)}` };
  }
  return {
    kind: 'found',
    text,
    state: reply.reviewReplyState === 'PENDING' ? 'pending' : 'published',
    at,
    detail: null,
  };
}

function violationOf({ policyViolation }: Reply): string {
  const violation = typeof policyViolation === 'string' ? policyViolation : JSON.stringify(policyViolation ?? '');
  const description = violation
    .replace(/["{}[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return description === '' ? '' : `: ${description.slice(0, MAX_DETAIL)}`;
}

/** Ignores an invalid date, because the reply has been published. */
function timeOf(time: string | null | undefined): string | null {
  try {
    return utcTime(time);
  } catch {
    return null;
  }
}
