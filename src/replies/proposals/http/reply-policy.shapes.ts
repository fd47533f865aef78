import { ApiSchema } from '@nestjs/swagger';
import { BodyBoolean, BodyEnum, BodyIds, BodyInteger, BodyList, BodyText, Input, Shape } from '@libs/http';
import { wireTimeOrNull } from '@libs/kernel';
import { POLICY_TEXTS, type PolicyRule, type ReplyPolicy } from '../domain/reply-policy';
import type { ReplyPolicyState } from '../reply-policy.service';

const MIN_RATING = 'The least rating. A review without a rating matches no rule.';
const TEXT = '`none`: only reviews without words. `any`: any review.';
const SOURCES = 'The platforms; empty: all.';
const OBJECTS = 'The objects; empty: all.';
const TEMPLATE =
  'The reply; `{author}`, `{object}` and `{rating}` are filled in. Where a review has no such value, or its author does not look like a name, the rule does not answer it.';

@ApiSchema({ description: 'A rule of the policy.' })
class PolicyRuleBody extends Input({
  min_rating: BodyInteger({ description: MIN_RATING, min: 1, max: 5, example: 5 }),
  text: BodyEnum({ description: TEXT, values: POLICY_TEXTS }),
  source_ids: BodyIds({ description: SOURCES, max: 1000, optional: true }),
  object_ids: BodyIds({ description: OBJECTS, max: 1000, optional: true }),
  template: BodyText({ description: TEMPLATE, min: 1, max: 4000, example: 'Thank you, {author}!' }),
}) {}

@ApiSchema({ description: 'The policy for proposed replies.' })
export class PolicyBody extends Input({
  enabled: BodyBoolean({ description: 'Whether proposals are answered by it.' }),
  daily_limit: BodyInteger({ description: 'Most approvals in 24 hours.', min: 1, max: 200, example: 20 }),
  rules: BodyList(() => PolicyRuleBody, { description: 'The rules; the first that fits counts.', min: 0, max: 20 }),
}) {}

@ApiSchema({ description: 'A rule of the policy.' })
export class PolicyRuleShown extends Shape({
  min_rating: { type: 'integer', description: MIN_RATING, example: 5 },
  text: { type: 'string', values: POLICY_TEXTS, description: TEXT, example: 'none' },
  source_ids: { type: 'integer', list: true, description: SOURCES },
  object_ids: { type: 'integer', list: true, description: OBJECTS },
  template: { type: 'string', description: TEMPLATE, example: 'Thank you, {author}!' },
}) {}

@ApiSchema({ description: 'The policy for proposed replies, and its use.' })
export class ReplyPolicyShown extends Shape({
  enabled: { type: 'boolean', description: 'Whether proposals are answered by it.' },
  daily_limit: { type: 'integer', description: 'Most approvals in 24 hours.', example: 20 },
  rules: { type: () => PolicyRuleShown, list: true, description: 'The rules; the first that fits counts.' },
  approved_24h: { type: 'integer', description: 'How many proposals it has approved in 24 hours.', example: 3 },
  updated_at: { type: 'date-time', nullable: true, description: 'When it was changed; null: never.' },
  updated_by: { type: 'string', nullable: true, description: 'Name of the owner who changed it last.', example: 'Ana' },
}) {}

export const policyOf = ({ enabled, daily_limit: dailyLimit, rules }: PolicyBody): ReplyPolicy => ({
  isEnabled: enabled,
  dailyLimit,
  rules: rules.map(
    ({
      min_rating: minRating,
      text,
      source_ids: sourceIds = [],
      object_ids: objectIds = [],
      template,
    }): PolicyRule => ({
      minRating,
      text,
      sourceIds,
      objectIds,
      template,
    }),
  ),
});

export const presentPolicy = (policy: ReplyPolicyState): ReplyPolicyShown => ({
  enabled: policy.isEnabled,
  daily_limit: policy.dailyLimit,
  rules: policy.rules.map(({ minRating, text, sourceIds, objectIds, template }) => ({
    min_rating: minRating,
    text,
    source_ids: [...sourceIds],
    object_ids: [...objectIds],
    template,
  })),
  approved_24h: policy.approvedToday,
  updated_at: wireTimeOrNull(policy.updatedAt),
  updated_by: policy.updatedBy,
});
