/**
 * Proposals of replies (contract §4.20). A proposal publishes nothing: an approval does, by the same path and with the same checks as a
 * PUT of the reply.
 *
 * All facts are read under the locks that order the writes: first the lock of the account's proposals, then those of the reply
 * (`RepliesService`), then the review, so that a collection cannot change it until the approval is committed.
 */
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import type { Caller } from '@src/auth';
import { AnswerableReviewQuery, type JudgedReview } from '@src/reviews';
import { RepliesService } from '../replies.service';
import { closed, requireOpen, requireRead, requireRoom, requireUnanswered, type Party } from './domain/proposal';
import { policyAnswer } from './domain/reply-policy';
import { ProposalStore, type ProposalRow } from './persistence/proposal.store';
import { ReplyPolicyStore } from './persistence/reply-policy.store';

export type ProposalCaller = Pick<Caller, 'accountId' | 'keyId' | 'personId' | 'entitlements'>;

export interface ProposedText {
  readonly text: string;
  readonly note: string | null;
}

export interface Approval {
  /** Null: the text of the proposal. */
  readonly text: string | null;
  /** The version of the review that the approver has read; null: the one of the proposal. */
  readonly reviewVersion: string | null;
}

/** The text of an approval, and the rule of the policy that wrote it; null: a person or a key approved. */
interface Verdict {
  readonly text: string;
  readonly rule: number | null;
}

/** No rule of the policy answers the review. */
class NoRule extends Error {}

@Injectable()
export class ProposalsService {
  constructor(
    private readonly database: Database,
    private readonly proposals: ProposalStore,
    private readonly policies: ReplyPolicyStore,
    private readonly replies: RepliesService,
    private readonly reviews: AnswerableReviewQuery,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Stores a proposal for a review and returns its id. It supersedes an open one of the same key or person for the review. The policy of the
   * account may answer at once. Throws 404 for a review that the account does not have or see, `review_answered`,
   * `proposal_limit_reached`, and the refusals of a reply that no change of the account lifts: `reply_not_supported`,
   * `reply_not_replyable`, and `validation_error` of the text.
   */
  async propose(caller: ProposalCaller, reviewId: number, { text, note }: ProposedText): Promise<number> {
    const { accountId } = caller;
    const proposer = partyOf(caller);
    const id = await this.database.transaction(async () => {
      await this.database.waitLonger();
      await this.proposals.lock(accountId);
      const { review, reply, acceptable } = await this.replies.checkProposed(caller, reviewId, text);
      requireUnanswered(review.replyText, reply);
      requireRoom(await this.proposals.counts(accountId, reviewId, proposer));
      const { objectId, linkId, sourceId, version } = review;
      const made = await this.proposals.insert({
        ...{ accountId, reviewId, objectId, linkId, sourceId, proposer, note },
        text: acceptable,
        reviewVersion: version,
      });
      await this.record('proposal.created', accountId, made, { review_id: reviewId, text: acceptable });
      return made;
    });
    await this.answerByPolicy(caller, id);
    return id;
  }

  /**
   * Approves a proposal: accepts its text, or the given one, as the reply. Throws 404, `proposal_closed`, `review_answered`,
   * `review_changed`, and the refusals of a PUT of the reply (contract §4.5).
   */
  async approve(caller: ProposalCaller, id: number, { text, reviewVersion }: Approval): Promise<void> {
    await this.decide(caller, id, (proposal, review) => {
      requireRead({ current: review?.version ?? null, whenProposed: proposal.reviewVersion, read: reviewVersion });
      return Promise.resolve({ text: text ?? proposal.text, rule: null });
    });
  }

  /** Dismisses a proposal. Throws 404 and `proposal_closed`. */
  async dismiss(caller: ProposalCaller, id: number, reason: string | null): Promise<void> {
    const { accountId } = caller;
    await this.database.transaction(async () => {
      await this.database.waitLonger();
      await this.proposals.lock(accountId);
      const proposal = await this.proposals.find(accountId, id);
      if (proposal === null || (await this.reviews.find(accountId, proposal.reviewId, null)) === null) throw notFound();
      requireOpen(proposal.state);
      // A reply that another request just wrote may have superseded it.
      if (!(await this.proposals.dismiss(accountId, id, partyOf(caller), reason))) throw closed('superseded');
      await this.record('proposal.dismissed', accountId, id, { review_id: proposal.reviewId, reason });
    });
  }

  /** Answers an open proposal with a text of the owner if a rule fits. What the policy or the reply refuses waits for a person. */
  private async answerByPolicy(caller: ProposalCaller, id: number): Promise<void> {
    const { accountId } = caller;
    if ((await this.policies.find(accountId))?.isEnabled !== true) return;
    try {
      await this.decide(caller, id, async ({ reviewVersion }, review) => {
        if (review === null || review.version !== reviewVersion) throw new NoRule();
        return this.verdictOfPolicy(accountId, review);
      });
    } catch (error) {
      if (!(error instanceof NoRule) && !(error instanceof AppError)) throw error;
    }
  }

  private async verdictOfPolicy(accountId: number, review: JudgedReview): Promise<Verdict> {
    const policy = await this.policies.find(accountId);
    if (policy === null || !policy.isEnabled) throw new NoRule();
    const answer = policyAnswer(policy.rules, review);
    if (answer === null || (await this.policies.approvedToday(accountId)) >= policy.dailyLimit) throw new NoRule();
    return answer;
  }

  /** Accepts the text of the verdict as the reply, and closes the proposal. `judge` runs under all locks. */
  private async decide(
    caller: ProposalCaller,
    id: number,
    judge: (proposal: ProposalRow, review: JudgedReview | null) => Promise<Verdict>,
  ): Promise<void> {
    const { accountId } = caller;
    await this.database.transaction(async () => {
      await this.database.waitLonger();
      await this.proposals.lock(accountId);
      const proposal = await this.proposals.find(accountId, id);
      if (proposal === null) throw notFound();
      const { reviewId } = proposal;
      const decided: { rule: number | null } = { rule: null };
      const approvedText = await this.replies.putJudged(caller, reviewId, async (review, reply) => {
        requireOpen((await this.proposals.find(accountId, id))?.state ?? 'superseded');
        requireUnanswered(review?.replyText ?? null, reply);
        const verdict = await judge(proposal, review);
        decided.rule = verdict.rule;
        return verdict.text;
      });
      const { rule } = decided;
      const byPolicy = rule !== null;
      // The owner's rule approves, not the key that proposed.
      const by = byPolicy ? null : partyOf(caller);
      await this.proposals.decide(accountId, id, { state: 'approved', by, byPolicy, approvedText, reason: null });
      const facts = { review_id: reviewId, text: approvedText, ...(byPolicy && { policy_rule: rule }) };
      await this.record('proposal.approved', accountId, id, facts);
    });
  }

  private async record(
    action: 'proposal.created' | 'proposal.approved' | 'proposal.dismissed',
    accountId: number,
    id: number,
    after: Readonly<Record<string, string | number | null>>,
  ): Promise<void> {
    await this.trail.record({ action, accountId, target: { type: 'proposal', id }, after });
  }
}

function partyOf({ keyId, personId }: ProposalCaller): Party {
  if (keyId !== null) return { keyId, personId: null };
  if (personId !== null) return { keyId: null, personId };
  throw new Error('a caller is a key or a person');
}
