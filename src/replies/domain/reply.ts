/**
 * A reply of an account, and its state as clients receive it (contract §2.6, §3.1, §4.5). A PUT or DELETE is accepted once it has passed the
 * checks. The text is published once the platform has it: shown, or in moderation. The columns `held_text` and `held_at` have the published
 * text and its time, and `was_accepted` states that the platform had a text of the reply at some time.
 */
import { isSameReply } from '@libs/kernel';

export const REPLY_STATES = ['pending', 'publishing', 'published', 'failed', 'deleted'] as const;
export type ReplyState = (typeof REPLY_STATES)[number];

/** The reasons of a failure, as clients receive them. Another text only helps after `text_rejected`. */
export const REPLY_FAILURES = [
  'text_rejected',
  'access_revoked',
  'review_gone',
  'platform_unavailable',
  'platform_error',
] as const;
export type ReplyFailure = (typeof REPLY_FAILURES)[number];

/** The reply of an account on a review; there is at most one. */
export interface Reply {
  readonly state: ReplyState;
  readonly action: 'publish' | 'remove';
  /** The text that was accepted last. */
  readonly text: string;
  /** The account's text that the platform has, as far as known; null if it has none. */
  readonly publishedText: string | null;
  readonly publishedTextAt: Date | null;
  readonly confirmedAt: Date | null;
  /** A request may have had an unknown effect: the platform is read before the next request. */
  readonly inDoubt: boolean;
  readonly error: ReplyFailure | null;
}

/** Whether the text that the platform shows is one of `texts`. */
export function isOneOf(texts: readonly string[], shown: string | null): boolean {
  return shown !== null && texts.some((text) => isSameReply(text, shown));
}

/** Whether no request for the reply reached the platform, so that deleting it needs no call. */
export function wasNeverSent({ state, publishedText, inDoubt }: Reply): boolean {
  return (state === 'pending' || state === 'failed') && publishedText === null && !inDoubt;
}

/** Whether the platform certainly has this text, so that publishing it again needs no call. */
export function isOnPlatform(reply: Reply | null, text: string): boolean {
  return reply !== null && reply.publishedText === text && !reply.inDoubt;
}

/** What accepting a text changes: a reply is sent, or a text of the account is replaced by another. */
export type TextChange = { readonly kind: 'sent' } | { readonly kind: 'changed'; readonly replaced: string };

/**
 * What accepting `text` changes in the reply; null if `text` was accepted last and is on the platform or on its way. The replaced text is
 * the one that the platform has. If that is `text` too, a request that was accepted since is recalled: the replaced text is then the text
 * of that request, and after a recalled removal the reply counts as sent.
 */
export function changeBy(reply: Reply | null, text: string): TextChange | null {
  if (reply === null) return { kind: 'sent' };
  const { publishedText, action, state } = reply;
  const isRepeated = action === 'publish' && reply.text === text;
  if (isRepeated && (publishedText === text || state !== 'failed')) return null;
  if (publishedText === null || (publishedText === text && action === 'remove')) return { kind: 'sent' };
  return { kind: 'changed', replaced: publishedText === text ? reply.text : publishedText };
}

/**
 * The reply as clients receive it. A removal that is being sent is `pending` (contract §3.1). The times are those of the published text;
 * `confirmedAt` is null while the platform shows another text or none.
 */
export function replyForClients({ state, action, publishedTextAt, confirmedAt, inDoubt, error }: Reply): {
  readonly status: ReplyState;
  readonly publishedAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly error: ReplyFailure | null;
} {
  const isPublished = state === 'published';
  return {
    status: state === 'publishing' && action === 'remove' ? 'pending' : state,
    publishedAt: isPublished ? publishedTextAt : null,
    confirmedAt: isPublished && !inDoubt ? confirmedAt : null,
    error: state === 'failed' ? error : null,
  };
}
