/**
 * Compares a collected reply with the one that the service published (contract §4.5, `confirmed_at`; ADR 17).
 *
 * - The collection shows our text: confirmed. This includes a reply that had failed because no response arrived.
 * - It shows an earlier text of ours: an earlier request arrived after the later one. The later text is published again if the
 *   platform can replace replies. A text of ours that we removed is removed again. Both are limited to `MAX_REPAIRS`: someone may
 *   be restoring the text on the platform.
 * - It shows another text or none: the reply was changed or removed on the platform, and the account is notified. The reply stays
 *   `published`, because the platform accepted it, but is in doubt: the next PUT or DELETE, also with the same text, first reads
 *   what the platform has.
 * - Ours is in moderation: its absence means nothing.
 */
import { isSameReply } from '@libs/kernel';
import { isOneOf, type Reply } from './reply';

/** The most repairs for one PUT or DELETE. */
export const MAX_REPAIRS = 3;

export interface CollectedReply extends Pick<
  Reply,
  'state' | 'action' | 'text' | 'heldText' | 'confirmedAt' | 'inDoubt'
> {
  /** It is in moderation: a worker reads it from time to time. */
  readonly awaitsModeration: boolean;
  /** Our texts that were ever sent for this review, since the last removal that a collection confirmed. */
  readonly sentTexts: readonly string[];
  readonly repairs: number;
  /** By now another account has its reply on the same review of the platform. */
  readonly isTaken: boolean;
  /** The reply that the last collection saw. */
  readonly shown: string | null;
}

export interface PlatformAbilities {
  readonly canReplace: boolean;
  readonly canDelete: boolean;
}

export type CollectedVerdict =
  | 'confirmed'
  | 'appeared_after_all'
  /** Ours, but not the latest: to be repaired. */
  | 'overtaken'
  /** Not the published text. */
  | 'changed'
  /** The removed reply is gone: any later reply is not ours. */
  | 'gone'
  /** The removed reply is still shown after all repairs. */
  | 'stays'
  | 'nothing';

/** Judges one reply; `nothing` for one that is being published. */
export function judgeCollected(reply: CollectedReply, platform: PlatformAbilities): CollectedVerdict {
  const { state, action, text, shown } = reply;
  if (state === 'published') return judgePublished(reply, platform);
  if (state === 'deleted') return judgeDeleted(reply, platform);
  const isThere = state === 'failed' && action === 'publish' && shown !== null && isSameReply(text, shown);
  return isThere ? 'appeared_after_all' : 'nothing';
}

function judgePublished(reply: CollectedReply, { canReplace }: PlatformAbilities): CollectedVerdict {
  const { heldText, confirmedAt, inDoubt, awaitsModeration, shown, repairs } = reply;
  if (shown !== null && isSameReply(heldText, shown)) return confirmedAt === null || inDoubt ? 'confirmed' : 'nothing';
  if (inDoubt || awaitsModeration) return 'nothing';
  return isOneOf(reply.sentTexts, shown) && canReplace && repairs < MAX_REPAIRS ? 'overtaken' : 'changed';
}

function judgeDeleted(reply: CollectedReply, { canDelete }: PlatformAbilities): CollectedVerdict {
  if (reply.sentTexts.length === 0) return 'nothing';
  if (reply.isTaken || !isOneOf(reply.sentTexts, reply.shown)) return 'gone';
  return canDelete && reply.repairs < MAX_REPAIRS ? 'overtaken' : 'stays';
}
