/**
 * What a collection says of our replies (contract §4.5, `confirmed_at`; ADR 17). The collection's word on the review itself is
 * taken by the intake; here it is held against what we believe the platform holds.
 *
 * - It shows our text: confirmed. So is one that had failed for want of an answer and stands there after all.
 * - It shows an earlier text of ours: a request that was overtaken arrived after the later one. Put right, if the platform
 *   lets replies be rewritten; likewise a text of ours that we took away. So many times for one wish and no more: whoever
 *   writes there against us means it.
 * - It shows another text or none: somebody changed or removed it on the platform, and the account is told. It stays
 *   `published`, which says that the platform accepted it; but nothing is taken for granted any more: the next PUT or DELETE
 *   asks the platform first, also with the same text.
 * - Ours waits for moderation: nothing is said by its absence.
 */
import { isSameReply } from '@libs/kernel';
import { isOneOf, type Reply } from './reply';

/** How often the platform is put right for one wish of the client. */
export const MOST_REPAIRS = 3;

export interface CollectedReply extends Pick<
  Reply,
  'state' | 'wish' | 'text' | 'heldText' | 'confirmedAt' | 'inDoubt'
> {
  /** A worker asks the platform about it from time to time: it waits for moderation. */
  readonly awaitsModeration: boolean;
  /** Texts of ours that were ever on their way to the place, up to the last removal that a collection saw. */
  readonly sentTexts: readonly string[];
  readonly repairs: number;
  /** Another account has its reply on this place by now. */
  readonly isTaken: boolean;
  /** What the review shows, as the last collection left it. */
  readonly shown: string | null;
}

export interface PlatformAbilities {
  readonly canReplace: boolean;
  readonly canDelete: boolean;
}

export type CollectedVerdict =
  | 'confirmed'
  | 'appeared_after_all'
  /** Ours, but not what was ordered last: to be done again. */
  | 'overtaken'
  /** Not what was published. */
  | 'changed'
  /** What we took away is gone: what stands there from now on is not ours. */
  | 'gone'
  /** What we took away stands there as often as we take it away. */
  | 'stays'
  | 'nothing';

/** What the collection says of one reply; of one that is on its way it says nothing. */
export function judgeCollected(reply: CollectedReply, platform: PlatformAbilities): CollectedVerdict {
  const { state, wish, text, shown } = reply;
  if (state === 'published') return judgePublished(reply, platform);
  if (state === 'deleted') return judgeDeleted(reply, platform);
  const isThere = state === 'failed' && wish === 'publish' && shown !== null && isSameReply(text, shown);
  return isThere ? 'appeared_after_all' : 'nothing';
}

function judgePublished(reply: CollectedReply, { canReplace }: PlatformAbilities): CollectedVerdict {
  const { heldText, confirmedAt, inDoubt, awaitsModeration, shown, repairs } = reply;
  if (shown !== null && isSameReply(heldText, shown)) return confirmedAt === null || inDoubt ? 'confirmed' : 'nothing';
  if (inDoubt || awaitsModeration) return 'nothing';
  return isOneOf(reply.sentTexts, shown) && canReplace && repairs < MOST_REPAIRS ? 'overtaken' : 'changed';
}

function judgeDeleted(reply: CollectedReply, { canDelete }: PlatformAbilities): CollectedVerdict {
  if (reply.sentTexts.length === 0) return 'nothing';
  if (reply.isTaken || !isOneOf(reply.sentTexts, reply.shown)) return 'gone';
  return canDelete && reply.repairs < MOST_REPAIRS ? 'overtaken' : 'stays';
}
