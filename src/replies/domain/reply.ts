/** A reply of an account: its states, and how they are shown to clients (contract §2.6, §3.1, §4.5). */
import { isSameReply } from '@libs/kernel';

export const REPLY_STATES = ['pending', 'publishing', 'published', 'failed', 'deleted'] as const;
export type ReplyState = (typeof REPLY_STATES)[number];

/** Why a reply failed, as clients see it. Only `text_rejected` is solved by another text. */
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
  /** The text accepted last. */
  readonly text: string;
  /** Our text that the platform holds, as last known; null if it holds none. */
  readonly heldText: string | null;
  readonly heldAt: Date | null;
  readonly confirmedAt: Date | null;
  /** A request may have had an effect that is not known: the platform is read before anything else is sent. */
  readonly inDoubt: boolean;
  readonly error: ReplyFailure | null;
}

/** Whether the shown text is one of these. */
export function isOneOf(texts: readonly string[], shown: string | null): boolean {
  return shown !== null && texts.some((text) => isSameReply(text, shown));
}

/** Nothing of it reached the platform, so that deleting it needs no call. */
export function wasNeverSent({ state, heldText, inDoubt }: Reply): boolean {
  return (state === 'pending' || state === 'failed') && heldText === null && !inDoubt;
}

/** Whether the platform certainly has this text, so that publishing it again needs no call. */
export function holds(reply: Reply | null, text: string): boolean {
  return reply !== null && reply.heldText === text && !reply.inDoubt;
}

/**
 * As clients see it. A removal that is being sent is `pending` (§3.1). The times are those of the published text; it is not
 * confirmed while the platform shows something else.
 */
export function shownReply({ state, action, heldAt, confirmedAt, inDoubt, error }: Reply): {
  readonly status: ReplyState;
  readonly publishedAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly error: ReplyFailure | null;
} {
  const isPublished = state === 'published';
  return {
    status: state === 'publishing' && action === 'remove' ? 'pending' : state,
    publishedAt: isPublished ? heldAt : null,
    confirmedAt: isPublished && !inDoubt ? confirmedAt : null,
    error: state === 'failed' ? error : null,
  };
}
