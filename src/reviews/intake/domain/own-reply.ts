/**
 * A reply that the service published or removed, and what collections show of it afterwards (contract §3.1). Public pages lag: a pass may have read
 * its page before the change, and platforms serve old pages for minutes. For an hour, a collection that contradicts the change is ignored;
 * after that, the collection is right.
 */
import { isSameReply } from '@libs/kernel';

/** How long a collection that contradicts the service's change counts as an old page. */
export const OWN_REPLY_FRESH_MS = 3_600_000;

/** What is stored of the reply that the service changed, and what a collection shows. */
export interface ReplySighting {
  /** Milliseconds since the service changed it; null where the stored reply is as the platform showed it. */
  readonly ownReplyAgeMs: number | null;
  readonly stored: string | null;
  readonly seen: string | null;
}

/**
 * `taken`: the collected reply is stored, and our change is no longer awaited. `ours`: the page is old, and the stored reply stays.
 */
export function judgeSighting({ ownReplyAgeMs, stored, seen }: ReplySighting): 'taken' | 'ours' {
  if (ownReplyAgeMs === null || ownReplyAgeMs >= OWN_REPLY_FRESH_MS) return 'taken';
  return isSameReply(stored, seen) ? 'taken' : 'ours';
}
