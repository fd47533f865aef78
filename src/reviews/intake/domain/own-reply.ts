/**
 * Which reply is stored after the service published or removed one (contract §3.1). Pages can be outdated: a pass may have read its page
 * before the change, and platforms serve old pages for minutes. For an hour, a collected reply that contradicts the change is ignored;
 * after that, it is stored.
 */
import { isSameReply } from '@libs/kernel';

/** How long a collected reply that contradicts the service's change is ignored. */
export const OWN_REPLY_FRESH_MS = 3_600_000;

/** The stored and the collected reply of a review; null: no reply. */
export interface ReplySighting {
  /** Milliseconds since the service changed the stored reply; null if it did not, or a collection has seen the change. */
  readonly ownReplyAgeMs: number | null;
  readonly stored: string | null;
  readonly collected: string | null;
}

/**
 * `collected`: the collected reply is stored, and the service's change is no longer awaited. `stored`: the page is outdated, and the
 * stored reply is kept.
 */
export function replyToStore({ ownReplyAgeMs, stored, collected }: ReplySighting): 'collected' | 'stored' {
  if (ownReplyAgeMs === null || ownReplyAgeMs >= OWN_REPLY_FRESH_MS) return 'collected';
  return isSameReply(stored, collected) ? 'collected' : 'stored';
}
