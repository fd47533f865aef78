/**
 * What PUT and DELETE of a reply refuse, in the order that is decided (contract §4.5). One function each over plain facts, so
 * that the order stands in one place; the facts are read in the transaction that then accepts.
 */
import { AppError, notFound, type ErrorCode } from '@libs/kernel';
import { holds, wasNeverSent, type Reply } from './reply';
import { readReplyText, type LengthLimit } from './reply-text';

/** What a platform can; null where reviews on it cannot be answered. */
export interface PlatformAbilities extends LengthLimit {
  readonly canReplace: boolean;
  readonly canDelete: boolean;
  readonly needsReviewText: boolean;
}

/** Whether the account may answer on the object's card; `unconnected`: it is its own, and only the connection is missing. */
export type Access = 'active' | 'revoked' | 'unconnected' | 'none';

export interface PutFacts {
  /** Null: not the caller's, or not to be seen. */
  readonly review: {
    readonly isDeleted: boolean;
    readonly isNative: boolean;
    readonly hasText: boolean;
    /** What the platform shows, whoever wrote it. */
    readonly replyText: string | null;
  } | null;
  readonly platform: PlatformAbilities | null;
  readonly planPublishes: boolean;
  /** The plan's replies on this platform are used up by other reviews. */
  readonly quotaIsUsedUp: boolean;
  readonly connection: Access;
  readonly text: string;
  /** Another account has its reply on this very place. */
  readonly isTaken: boolean;
  readonly reply: Reply | null;
}

const refuse = (code: ErrorCode, detail: string): never => {
  throw new AppError(code, detail);
};

/** The text that is accepted. Throws the first refusal. */
export function acceptPut(facts: PutFacts): string {
  const { review, platform } = facts;
  if (review === null || review.isDeleted) throw notFound();
  if (platform === null) return refuse('reply_not_supported', 'Reviews on this platform cannot be answered');
  requireReplyable(review, platform);
  requirePlan(facts);
  requireAccess(facts.connection);
  const text = readReplyText(facts.text, platform);
  if (facts.isTaken) refuse('reply_owned_by_other_account', 'Another account has its reply on this review');
  requireIdle(facts.reply);
  requireFreePlace({ ...facts, text }, review.replyText, platform.canReplace);
  return text;
}

function requireReplyable(review: NonNullable<PutFacts['review']>, platform: PlatformAbilities): void {
  if (!review.isNative) {
    refuse('reply_not_replyable', 'This review was collected from another provider: the platform cannot answer it');
  }
  if (platform.needsReviewText && !review.hasText) {
    refuse('reply_not_replyable', 'This platform takes no reply to a review without a text');
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
 * Where a platform rewrites nothing, the place must be free: neither our own reply stands there nor one that somebody wrote
 * on the platform. Our own text again is no rewriting; and where it is not known what stands there, the worker finds out.
 */
function requireFreePlace({ reply, text }: PutFacts, shownText: string | null, canReplace: boolean): void {
  if (canReplace || holds(reply, text) || reply?.inDoubt) return;
  const isFree = (reply?.heldText ?? null) === null && shownText === null;
  if (!isFree) refuse('reply_edit_not_supported', 'A published reply cannot be rewritten on this platform');
}

export interface DeleteFacts {
  readonly reviewIsThere: boolean;
  readonly reply: Reply | null;
  readonly platform: PlatformAbilities | null;
  readonly connection: Access;
}

/** What becomes of an accepted DELETE: `drop` ends it without a call, `remove` asks the platform. Throws the first refusal. */
export function acceptDelete({ reviewIsThere, reply, platform, connection }: DeleteFacts): 'drop' | 'remove' {
  if (!reviewIsThere) throw notFound();
  if (reply === null || reply.state === 'deleted')
    return refuse('reply_not_found', 'There is no reply of yours on this review');
  // It stands nowhere but here: no ability of the platform and no access to it is needed to forget it.
  if (wasNeverSent(reply)) return 'drop';
  if (!platform?.canDelete) refuse('reply_delete_not_supported', 'A reply cannot be deleted on this platform');
  requireAccess(connection);
  requireIdle(reply);
  return 'remove';
}
