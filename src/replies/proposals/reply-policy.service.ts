import { Inject, Injectable, Optional } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { AuditTrail, type Facts } from '@src/audit';
import { SessionAccess, type Caller } from '@src/auth';
import { unknownPlaceholders, PLACEHOLDERS, type PolicyRule, type ReplyPolicy } from './domain/reply-policy';
import { ProposalStore } from './persistence/proposal.store';
import { ReplyPolicyStore } from './persistence/reply-policy.store';

/** The policy of an account with its use. */
export interface ReplyPolicyState extends ReplyPolicy {
  /** How many proposals it has approved in 24 hours. */
  readonly approvedToday: number;
  /** Null if the account has never had one. */
  readonly updatedAt: Date | null;
  /** Name of the owner who changed it last. */
  readonly updatedBy: string | null;
}

const NONE: ReplyPolicy = { isEnabled: false, dailyLimit: 20, rules: [] };

/** The policy by which an account answers proposals with texts of its own (contract §4.20). */
@Injectable()
export class ReplyPolicyService {
  constructor(
    private readonly database: Database,
    private readonly policies: ReplyPolicyStore,
    private readonly proposals: ProposalStore,
    private readonly trail: AuditTrail,
    @Optional() @Inject(SessionAccess) private readonly persons: SessionAccess | null = null,
  ) {}

  async get(accountId: number): Promise<ReplyPolicyState> {
    const approvedToday = await this.policies.approvedToday(accountId);
    const policy = await this.policies.find(accountId);
    if (policy === null) return { ...NONE, approvedToday, updatedAt: null, updatedBy: null };
    return { ...policy, approvedToday, updatedBy: await this.nameOf(policy.updatedBy) };
  }

  /**
   * Replaces the policy. No proposal is approved by the one before once this has returned. Throws `validation_error` for a template with an
   * unknown placeholder, and `forbidden` for a person who is no longer an owner.
   */
  async put({ accountId, personId }: Pick<Caller, 'accountId' | 'personId'>, policy: ReplyPolicy): Promise<void> {
    for (const { template } of policy.rules) requireKnownPlaceholders(template);
    await this.database.transaction(async () => {
      await this.database.waitLonger();
      await this.proposals.lock(accountId);
      if (personId !== null && (await this.persons?.role(personId, accountId)) !== 'owner')
        throw new AppError('forbidden', 'This needs the role owner');
      const before = (await this.policies.find(accountId)) ?? NONE;
      await this.policies.put(accountId, policy, personId);
      const target = { type: 'reply_policy', id: null } as const;
      const act = { action: 'reply_policy.changed', accountId, target } as const;
      await this.trail.recordChange({ ...act, before: factsOf(before), after: factsOf(policy) });
    });
  }

  private async nameOf(personId: number | null): Promise<string | null> {
    if (personId === null || this.persons === null) return null;
    return (await this.persons.names([personId])).get(personId) ?? null;
  }
}

function requireKnownPlaceholders(template: string): void {
  const [unknown] = unknownPlaceholders(template);
  if (unknown === undefined) return;
  const known = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  throw new AppError(
    'validation_error',
    `rules: a template has {${unknown.slice(0, 40)}}; the placeholders are ${known}`,
  );
}

const factsOf = ({ isEnabled, dailyLimit, rules }: ReplyPolicy): Facts => ({
  enabled: isEnabled,
  daily_limit: dailyLimit,
  rules: rules.map(ruleFacts),
});

const ruleFacts = ({ minRating, text, sourceIds, objectIds, template }: PolicyRule): Facts => ({
  min_rating: minRating,
  text,
  source_ids: sourceIds,
  object_ids: objectIds,
  template,
});
