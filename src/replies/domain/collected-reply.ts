/**
 * What a collection says of our replies (decisions §7, `confirmed_at`). The collection's word on the review itself is taken
 * by the intake; here it is held against what we believe the platform holds.
 *
 * - It shows our text: confirmed. So is one that had failed for want of an answer and stands there after all.
 * - It shows another text or none, after ours had been confirmed or had its time to appear: somebody changed or removed it
 *   on the platform. It stays `published`, which says that the platform accepted it; but nothing is taken for granted any
 *   more: the next PUT or DELETE asks the platform first, also with the same text.
 * - Ours waits for moderation: nothing is said by its absence.
 */
import { isSameReply } from '@libs/kernel';
import type { Reply } from './reply';

export interface CollectedReply extends Pick<
  Reply,
  'state' | 'wish' | 'text' | 'heldText' | 'confirmedAt' | 'inDoubt'
> {
  /** A worker asks the platform about it from time to time: it waits for moderation. */
  readonly awaitsModeration: boolean;
  /** What the review shows, as the last collection left it. */
  readonly shown: string | null;
}

export type CollectedVerdict = 'confirmed' | 'appeared_after_all' | 'doubt' | 'nothing';

/** What the collection says of one reply; of one that is on its way, or was taken away by us, it says nothing. */
export function judgeCollected(reply: CollectedReply): CollectedVerdict {
  const { state, wish, text, shown } = reply;
  if (state === 'published') return judgePublished(reply);
  const isThere = state === 'failed' && wish === 'publish' && shown !== null && isSameReply(text, shown);
  return isThere ? 'appeared_after_all' : 'nothing';
}

function judgePublished({ heldText, confirmedAt, inDoubt, awaitsModeration, shown }: CollectedReply): CollectedVerdict {
  if (shown !== null && isSameReply(heldText, shown)) return confirmedAt === null || inDoubt ? 'confirmed' : 'nothing';
  return inDoubt || awaitsModeration ? 'nothing' : 'doubt';
}
