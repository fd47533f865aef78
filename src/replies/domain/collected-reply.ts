/**
 * Compares a collected reply with the one that the service published (contract §4.5, `confirmed_at`; ADR 17).
 *
 * - The collection shows our text: confirmed. This includes a reply that had failed because no response arrived.
 * - It shows an earlier text of ours: an earlier request arrived after the later one. The later text is published again if the
 *   platform can replace replies. A text of ours that we removed is removed again. Both are limited to `MAX_REPAIRS`: a person may
 *   be restoring the text on the platform.
 * - It shows another text or none: the reply was changed or removed on the platform, and the account is notified. The reply stays
 *   `published`, because the platform accepted it, but is in doubt: the next PUT or DELETE, also with the same text, first reads
 *   what the platform has.
 * - Our text is in moderation: that it is not shown does not count as removed.
 */
import { isSameReply } from '@libs/kernel';
import { isOneOf, type Reply } from './reply';

/** How many times the text of one PUT or DELETE may be repaired. */
export const MAX_REPAIRS = 3;

export interface CollectedReply extends Pick<
  Reply,
  'state' | 'action' | 'text' | 'heldText' | 'confirmedAt' | 'inDoubt'
> {
  /** The platform moderates it, and a worker polls for the result. */
  readonly awaitsModeration: boolean;
  /** All texts that were sent for this review since the last removal that a collection confirmed. */
  readonly sentTexts: readonly string[];
  readonly repairs: number;
  /** Another account has a reply on the same review of the platform. */
  readonly isTaken: boolean;
  /** The reply that the last collection saw. */
  readonly shown: string | null;
}

export interface ReplyCapabilities {
  readonly canReplace: boolean;
  readonly canDelete: boolean;
}

export type CollectedVerdict =
  | 'confirmed'
  | 'shown_after_failure'
  /** Ours, but not the latest: to be repaired. */
  | 'overtaken'
  /** Not the published text. */
  | 'changed'
  /** The removed reply is no longer shown: any later reply is not ours. */
  | 'removed'
  /** The removed reply is still shown after all repairs. */
  | 'still_shown'
  | 'unchanged';

/** Returns `unchanged` for a reply that is being published. */
export function verdictOn(reply: CollectedReply, platform: ReplyCapabilities): CollectedVerdict {
  const { state, action, text, shown } = reply;
  if (state === 'published') return verdictOnPublished(reply, platform);
  if (state === 'deleted') return verdictOnDeleted(reply, platform);
  const isShown = state === 'failed' && action === 'publish' && shown !== null && isSameReply(text, shown);
  return isShown ? 'shown_after_failure' : 'unchanged';
}

function verdictOnPublished(reply: CollectedReply, { canReplace }: ReplyCapabilities): CollectedVerdict {
  const { heldText, confirmedAt, inDoubt, awaitsModeration, shown, repairs } = reply;
  if (shown !== null && isSameReply(heldText, shown))
    return confirmedAt === null || inDoubt ? 'confirmed' : 'unchanged';
  if (inDoubt || awaitsModeration) return 'unchanged';
  return isOneOf(reply.sentTexts, shown) && canReplace && repairs < MAX_REPAIRS ? 'overtaken' : 'changed';
}

function verdictOnDeleted(reply: CollectedReply, { canDelete }: ReplyCapabilities): CollectedVerdict {
  if (reply.sentTexts.length === 0) return 'unchanged';
  if (reply.isTaken || !isOneOf(reply.sentTexts, reply.shown)) return 'removed';
  return canDelete && reply.repairs < MAX_REPAIRS ? 'overtaken' : 'still_shown';
}
