/**
 * The notice to an account about a failed reply (contract §4.5, `error`): the review, the reason, and what to do. It does not contain
 * the text, because notices are mailed.
 */
import type { ReplyFailure } from './reply';

export interface FailedReply {
  readonly reviewId: number;
  readonly objectId: number;
  /** Display name of the platform. */
  readonly platform: string;
  readonly action: 'publish' | 'remove';
  readonly error: ReplyFailure;
  /** The publisher's message, without credentials and without the text. */
  readonly detail: string;
}

export interface FailureNotice {
  readonly kind: 'reply_failed';
  readonly subject: string;
  readonly body: string;
  /** Screen of the review in the console. */
  readonly path: string;
}

const REMEDIES: Readonly<Record<ReplyFailure, string>> = {
  text_rejected: 'The platform did not accept the text. Change it and send it again.',
  access_revoked: 'The platform no longer lets the service act for this object. Connect the platform again and resend.',
  review_gone: 'The review is no longer on the platform, or its object or link was deleted. No action is possible.',
  platform_unavailable: 'The platform could not be reached in any attempt. Send it again later.',
  platform_error:
    'The platform refused the request, or did not report its result. Check the platform before you send it again.',
};

export function failureNotice({ reviewId, objectId, platform, action, error, detail }: FailedReply): FailureNotice {
  const done = action === 'publish' ? 'published' : 'removed';
  return {
    kind: 'reply_failed',
    subject: `The reply to review ${reviewId} could not be ${done} (${error})`,
    body: [
      `The reply to review ${reviewId} of object ${objectId} could not be ${done} on ${platform}: ${error}.`,
      REMEDIES[error],
      `Details: ${detail}`,
      `Its state is at GET /v3/reviews/${reviewId}/reply.`,
    ].join('\n'),
    path: `reviews/${reviewId}`,
  };
}
