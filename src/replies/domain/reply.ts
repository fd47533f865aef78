/** A reply of ours: its states and what each is on the wire (contract §2.6, §3.1, §4.5). */
import { isSameReply } from '@libs/kernel';

export const REPLY_STATES = ['pending', 'publishing', 'published', 'failed', 'deleted'] as const;
export type ReplyState = (typeof REPLY_STATES)[number];

/** Why a reply failed, as clients see it. Only the first one needs them. */
export const REPLY_FAILURES = [
  'text_rejected',
  'access_revoked',
  'review_gone',
  'platform_unavailable',
  'platform_error',
] as const;
export type ReplyFailure = (typeof REPLY_FAILURES)[number];

/** What is known of the one reply that an account has on a review. */
export interface Reply {
  readonly state: ReplyState;
  readonly wish: 'publish' | 'remove';
  /** The text accepted last. */
  readonly text: string;
  /** Our text that the platform holds as far as is known; null where it holds none of ours. */
  readonly heldText: string | null;
  readonly heldAt: Date | null;
  readonly confirmedAt: Date | null;
  /** Something may have been done to the place that is not known: the platform is asked before anything is done again. */
  readonly inDoubt: boolean;
  readonly error: ReplyFailure | null;
}

/** Whether what is shown is one of our texts. */
export function isOneOf(texts: readonly string[], shown: string | null): boolean {
  return shown !== null && texts.some((text) => isSameReply(text, shown));
}

/** Nothing of it ever reached the platform, so that deleting it calls nobody. */
export function wasNeverSent({ state, heldText, inDoubt }: Reply): boolean {
  return (state === 'pending' || state === 'failed') && heldText === null && !inDoubt;
}

/** Whether the platform holds exactly this text of ours for sure, so that publishing it again needs no call. */
export function holds(reply: Reply | null, text: string): boolean {
  return reply !== null && reply.heldText === text && !reply.inDoubt;
}

/**
 * As a client sees it: the removal that is under way is still `pending` (§3.1), times are those of what is published. It is
 * not confirmed as long as the platform shows something else.
 */
export function shownReply({ state, wish, heldAt, confirmedAt, inDoubt, error }: Reply): {
  readonly status: ReplyState;
  readonly publishedAt: Date | null;
  readonly confirmedAt: Date | null;
  readonly error: ReplyFailure | null;
} {
  const isPublished = state === 'published';
  return {
    status: state === 'publishing' && wish === 'remove' ? 'pending' : state,
    publishedAt: isPublished ? heldAt : null,
    confirmedAt: isPublished && !inDoubt ? confirmedAt : null,
    error: state === 'failed' ? error : null,
  };
}
