/**
 * A reply that the service itself put on a platform, or took away, and what collections show of it afterwards (contract §3.1). Public pages lag behind: a pass may be under way with a page read before, and platforms serve old
 * pages for minutes. So for an hour nothing but the platform showing what we did is believed; after that its word wins.
 */
import { isSameReply } from '@libs/kernel';

/** How long a collection that contradicts what the service did is taken for an old page. */
export const OWN_REPLY_FRESH_MS = 3_600_000;

/** What is stored of the reply that the service changed, and what a collection shows. */
export interface ReplySighting {
  /** Milliseconds since the service changed it; null where the stored reply is as the platform showed it. */
  readonly ownReplyAgeMs: number | null;
  readonly stored: string | null;
  readonly seen: string | null;
}

/**
 * `taken`: the collection's word is taken, and with it the platform has spoken since the service changed the reply. `ours`:
 * it is an old page, and what is stored stays.
 */
export function judgeSighting({ ownReplyAgeMs, stored, seen }: ReplySighting): 'taken' | 'ours' {
  if (ownReplyAgeMs === null || ownReplyAgeMs >= OWN_REPLY_FRESH_MS) return 'taken';
  return isSameReply(stored, seen) ? 'taken' : 'ours';
}
