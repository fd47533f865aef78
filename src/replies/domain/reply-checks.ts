/**
 * The checks of PUT and DELETE of a reply, in the order of contract §4.5. The facts are read in the transaction that accepts the
 * request.
 */
import { AppError, notFound, type ErrorCode } from '@libs/kernel';
import { isOnPlatform, wasNeverSent, type Reply } from './reply';
import { readReplyText, type LengthLimit } from './reply-text';

/** What a platform allows for replies. */
export interface PlatformAbilities extends LengthLimit {
  readonly canReplace: boolean;
  readonly canDelete: boolean;
  readonly needsReviewText: boolean;
}

/** Access to the object's card; `unconnected`: the object belongs to the account, and only the connection is missing. */
export type Access = 'active' | 'revoked' | 'unconnected' | 'none';

export interface PutFacts {
  /** Null if the account has no such review, or may not see it. */
  readonly review: {
    readonly isDeleted: boolean;
    readonly isNative: boolean;
    /** Only an import has brought it. */
    readonly isImported: boolean;
    readonly hasText: boolean;
    /** The reply that the platform shows, including one that was written there. */
    readonly replyText: string | null;
  } | null;
  /** Null if the service cannot reply to reviews on the platform. */
  readonly platform: PlatformAbilities | null;
  readonly planPublishes: boolean;
  /** The replies that the plan includes on this platform are used up by other reviews. */
  readonly quotaIsUsedUp: boolean;
  readonly connection: Access;
  readonly text: string;
  /** Another account has a reply on the same review of the platform. */
  readonly isOwnedByOtherAccount: boolean;
  readonly reply: Reply | null;
}

const refuse = (code: ErrorCode, detail: string): never => {
  throw new AppError(code, detail);
};

/** Returns the accepted text. Throws the first refusal. */
export function checkPut(facts: PutFacts): string {
  const { review, platform } = facts;
  if (review === null || review.isDeleted) throw notFound();
  if (platform === null) return refuse('reply_not_supported', NOT_SUPPORTED);
  requireReplyable(review, platform);
  requirePlan(facts);
  requireAccess(facts.connection);
  const text = readReplyText(facts.text, platform);
  if (facts.isOwnedByOtherAccount) refuse('reply_owned_by_other_account', 'Another account has a reply on this review');
  requireIdle(facts.reply);
  requireNoReply({ ...facts, text }, review.replyText, platform.canReplace);
  return text;
}

/**
 * The checks of a reply that is only proposed: those that no change of the plan or the connection lifts. Returns the text as it would be
 * accepted.
 */
export function checkProposed({ review, platform, text }: Pick<PutFacts, 'review' | 'platform' | 'text'>): string {
  if (review === null || review.isDeleted) throw notFound();
  if (platform === null) return refuse('reply_not_supported', NOT_SUPPORTED);
  requireReplyable(review, platform);
  return readReplyText(text, platform);
}

const NOT_SUPPORTED = 'Reviews on this platform cannot be answered';

function requireReplyable(review: NonNullable<PutFacts['review']>, platform: PlatformAbilities): void {
  if (review.isImported) {
    refuse('reply_not_replyable', 'This review was imported, and no collection has found it on the platform');
  }
  if (!review.isNative) {
    refuse('reply_not_replyable', 'This review was collected from another provider: the platform cannot answer it');
  }
  if (platform.needsReviewText && !review.hasText) {
    refuse('reply_not_replyable', 'This platform accepts no reply to a review without a text');
  }
}

function requirePlan({ planPublishes, quotaIsUsedUp }: PutFacts): void {
  if (!planPublishes) refuse('reply_requires_upgrade', 'The plan does not include publishing replies');
  if (quotaIsUsedUp) {
    refuse('reply_trial_quota_exhausted', 'The replies that the trial includes on this platform are used up');
  }
}

function requireAccess(connection: Access): void {
  if (connection === 'none') {
    refuse('reply_card_not_yours', 'The object is not confirmed as yours on this platform: connect the platform first');
  }
  if (connection === 'unconnected') {
    refuse(
      'reply_access_revoked',
      'The service has no access to this object on the platform: connect the platform first',
    );
  }
  if (connection === 'revoked') {
    refuse('reply_access_revoked', 'The platform has revoked the access to this object: connect it again');
  }
}

function requireIdle(reply: Reply | null): void {
  if (reply?.state === 'publishing')
    refuse('reply_in_progress', 'The previous reply is being published: retry in seconds');
}

/**
 * A platform that cannot replace replies must have no reply yet, neither one of the account nor one that was written there. Repeating
 * the same text is allowed. A reply in doubt is accepted, because the worker first reads the platform.
 */
function requireNoReply({ reply, text }: PutFacts, shownText: string | null, canReplace: boolean): void {
  if (canReplace || isOnPlatform(reply, text) || reply?.inDoubt) return;
  const hasNone = (reply?.publishedText ?? null) === null && shownText === null;
  if (!hasNone) refuse('reply_edit_not_supported', 'A published reply cannot be rewritten on this platform');
}

export interface DeleteFacts {
  readonly reviewExists: boolean;
  readonly reply: Reply | null;
  readonly platform: PlatformAbilities | null;
  readonly connection: Access;
}

/** Returns how an accepted DELETE is carried out: `drop` needs no call, `remove` sends a request. Throws the first refusal. */
export function checkDelete({ reviewExists, reply, platform, connection }: DeleteFacts): 'drop' | 'remove' {
  if (!reviewExists) throw notFound();
  if (reply === null || reply.state === 'deleted')
    return refuse('reply_not_found', 'There is no reply of yours on this review');
  // The platform does not have the reply, so neither `canDelete` nor access is needed.
  if (wasNeverSent(reply)) return 'drop';
  if (!platform?.canDelete) refuse('reply_delete_not_supported', 'A reply cannot be deleted on this platform');
  requireAccess(connection);
  requireIdle(reply);
  return 'remove';
}
