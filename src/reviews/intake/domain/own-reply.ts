/**
 * Decides which reply is stored after the service published or removed one (contract §3.1). Pages can be outdated: a pass may have read
 * its page before the change, and platforms serve old pages for minutes. For an hour, a collected reply that contradicts the change is
 * ignored; after that, it is stored.
 */
import { isSameReply } from '@libs/kernel';

/** How long a collected reply that contradicts the service's change is ignored. */
export const OWN_REPLY_FRESH_MS = 3_600_000;

/** The stored and the collected reply of a review; null: no reply. */
export interface ReplyComparison {
  /** Milliseconds since the service changed the stored reply; null if it did not, or a collection has seen the change. */
  readonly ownReplyAgeMs: number | null;
  readonly stored: string | null;
  readonly collected: string | null;
}

/**
 * Returns `collected` if the collected reply is to be stored; `own_reply_at` is then cleared. Returns `stored` if the page is outdated
 * and the stored reply stays.
 */
export function replyToStore({ ownReplyAgeMs, stored, collected }: ReplyComparison): 'collected' | 'stored' {
  if (ownReplyAgeMs === null || ownReplyAgeMs >= OWN_REPLY_FRESH_MS) return 'collected';
  return isSameReply(stored, collected) ? 'collected' : 'stored';
}
