/**
 * A reply that was proposed: it is published only after an approval, by a person, by a key that may write, or by the policy of the account.
 *
 *   open  →  approved  →  published
 *   open  →  dismissed
 *   open, approved  →  superseded   by a newer proposal of the same proposer, or by another reply to the review
 */
import { AppError } from '@libs/kernel';
import type { Reply } from '../../domain/reply';

export const PROPOSAL_STATES = ['open', 'approved', 'dismissed', 'published', 'superseded'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** Most open proposals for a review, of a proposer, and of an account. One key alone cannot reach the limit of the account. */
export const OPEN_LIMITS = { review: 5, proposer: 200, account: 1_000 } as const;
/** Most proposals of a key in 24 hours. */
export const DAILY_LIMIT = 1_000;

/** Who proposes or decides: a key, or a person of the console. */
export type Party =
  | { readonly keyId: number; readonly personId: null }
  | { readonly keyId: null; readonly personId: number };

/** What a proposal would be counted with. Proposals that it supersedes are left out. */
export interface ProposalCounts {
  readonly openOfReview: number;
  readonly openOfProposer: number;
  readonly openOfAccount: number;
  readonly ofProposerToday: number;
}

/** Throws `proposal_limit_reached` with the limit that another proposal would exceed. */
export function requireRoom(counts: ProposalCounts): void {
  const { openOfReview, openOfProposer, openOfAccount, ofProposerToday } = counts;
  if (openOfReview >= OPEN_LIMITS.review) throw full(`A review has at most ${OPEN_LIMITS.review} open proposals`);
  if (openOfProposer >= OPEN_LIMITS.proposer)
    throw full(`A key has at most ${OPEN_LIMITS.proposer} open proposals: wait until they are decided`);
  if (openOfAccount >= OPEN_LIMITS.account) throw full(`An account has at most ${OPEN_LIMITS.account} open proposals`);
  if (ofProposerToday >= DAILY_LIMIT) throw full(`A key proposes at most ${DAILY_LIMIT} replies in 24 hours`);
}

const full = (detail: string): AppError => new AppError('proposal_limit_reached', detail);

/** Throws `proposal_closed` for a proposal that was decided. */
export function requireOpen(state: ProposalState): void {
  if (state !== 'open') throw closed(state);
}

export const closed = (state: ProposalState): AppError =>
  new AppError('proposal_closed', `The proposal is not open any more: it is ${state}`);

/** The parts of a reply of the account that say whether a review is answered. */
export type AnswerFacts = Pick<Reply, 'state' | 'action' | 'publishedText' | 'inDoubt'>;

/**
 * Whether the review has a reply of any author on its platform, or may get one: a text that is on its way counts, and so does a request
 * with an unknown result. A reply that failed, and one that was removed, do not.
 */
export function isAnswered(shownText: string | null, reply: AnswerFacts | null): boolean {
  if (shownText !== null) return true;
  if (reply === null) return false;
  const isOnItsWay = reply.action === 'publish' && (reply.state === 'pending' || reply.state === 'publishing');
  return isOnItsWay || reply.publishedText !== null || reply.inDoubt;
}

/** Throws `review_answered` for an answered review. */
export function requireUnanswered(shownText: string | null, reply: AnswerFacts | null): void {
  if (isAnswered(shownText, reply)) throw new AppError('review_answered', 'The review has a reply already');
}

export interface JudgedVersions {
  /** The version of the review as it stands; null if it is no longer on the platform. */
  readonly current: string | null;
  readonly whenProposed: string;
  /** The version that the approver has read; null: the one of the proposal. */
  readonly read: string | null;
}

/** Throws `review_changed` unless the approver has read the review as it stands. */
export function requireRead({ current, whenProposed, read }: JudgedVersions): void {
  if (current === null) throw new AppError('review_changed', 'The review is no longer on the platform');
  if ((read ?? whenProposed) === current) return;
  const detail = 'The review changed since the reply was proposed: read it again, and send its `review_version`';
  throw new AppError('review_changed', detail);
}
