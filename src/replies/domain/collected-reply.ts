/**
 * Compares the reply that a collection found with the one that the service published (contract §4.5, `confirmed_at`; ADR 17).
 *
 * - The collection found the published text: confirmed. This includes a reply that had failed because no response arrived.
 * - It found an earlier text of the account: an earlier request arrived after the later one. The later text is published again if the
 *   platform can replace replies. A text that the account removed is removed again. Both are limited to `MAX_REPAIRS`, because a person
 *   may be restoring the text on the platform.
 * - It found another text or none: the reply was changed or removed on the platform, and the account is notified. The reply stays
 *   `published`, because the platform had the text, but is in doubt: the worker of the next PUT or DELETE, also with the same text, first
 *   reads the platform.
 * - The published text is in moderation: its absence does not mean that it was removed.
 */
import { isSameReply } from '@libs/kernel';
import { isOneOf, type Reply } from './reply';

/** How many times the result of one PUT or DELETE may be repaired. */
export const MAX_REPAIRS = 3;

export interface CollectedReply extends Pick<
  Reply,
  'state' | 'action' | 'text' | 'publishedText' | 'confirmedAt' | 'inDoubt'
> {
  /** The text is in moderation, and a worker polls for the result. */
  readonly awaitsModeration: boolean;
  /** All texts that were sent for this review since the last removal that a collection confirmed. */
  readonly sentTexts: readonly string[];
  readonly repairs: number;
  /** Another account has a reply on the same review of the platform. */
  readonly isOwnedByOtherAccount: boolean;
  /** The reply that the last collection found. */
  readonly shown: string | null;
}

export interface ReplyCapabilities {
  readonly canReplace: boolean;
  readonly canDelete: boolean;
}

export type Comparison =
  | 'confirmed'
  | 'shown_after_failure'
  /** An earlier text of the account is shown: it must be repaired. */
  | 'overtaken'
  /** Another text is shown, or none. */
  | 'changed'
  /** The removed reply is no longer shown: any later reply is not of this account. */
  | 'removed'
  /** The removed reply is still shown after all repairs. */
  | 'still_shown'
  | 'unchanged';

/** Compares a reply with the collected one. Returns `unchanged` for a reply that is being published. */
export function compare(reply: CollectedReply, platform: ReplyCapabilities): Comparison {
  const { state, action, text, shown } = reply;
  if (state === 'published') return comparePublished(reply, platform);
  if (state === 'deleted') return compareDeleted(reply, platform);
  const isShown = state === 'failed' && action === 'publish' && shown !== null && isSameReply(text, shown);
  return isShown ? 'shown_after_failure' : 'unchanged';
}

function comparePublished(reply: CollectedReply, { canReplace }: ReplyCapabilities): Comparison {
  const { publishedText, confirmedAt, inDoubt, awaitsModeration, shown, repairs } = reply;
  if (shown !== null && isSameReply(publishedText, shown))
    return confirmedAt === null || inDoubt ? 'confirmed' : 'unchanged';
  if (inDoubt || awaitsModeration) return 'unchanged';
  return isOneOf(reply.sentTexts, shown) && canReplace && repairs < MAX_REPAIRS ? 'overtaken' : 'changed';
}

function compareDeleted(reply: CollectedReply, { canDelete }: ReplyCapabilities): Comparison {
  if (reply.sentTexts.length === 0) return 'unchanged';
  if (reply.isOwnedByOtherAccount || !isOneOf(reply.sentTexts, reply.shown)) return 'removed';
  return canDelete && reply.repairs < MAX_REPAIRS ? 'overtaken' : 'still_shown';
}
