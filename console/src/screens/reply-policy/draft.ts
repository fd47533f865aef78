import type { PolicyInput, ReplyPolicy } from '../../api/queries/proposals';
import { replyPolicyWords } from '../../words/en/reply-policy';

/** A rule as the form holds it. */
export interface RuleDraft {
  readonly rating: '1' | '2' | '3' | '4' | '5';
  readonly text: 'none' | 'any';
  readonly sourceIds: readonly string[];
  readonly objectIds: readonly string[];
  readonly template: string;
}

export interface PolicyDraft {
  readonly enabled: boolean;
  readonly daily: string;
  readonly rules: readonly RuleDraft[];
}

export const MOST_RULES = 20;
export const NEW_RULE: RuleDraft = { rating: '5', text: 'none', sourceIds: [], objectIds: [], template: '' };
const KNOWN = ['{author}', '{object}', '{rating}'];

export const draftOf = ({ enabled, daily_limit: daily, rules }: ReplyPolicy): PolicyDraft => ({
  enabled,
  daily: String(daily),
  rules: rules.map((rule) => ({
    rating: String(rule.min_rating) as RuleDraft['rating'],
    text: rule.text,
    sourceIds: rule.source_ids.map(String),
    objectIds: rule.object_ids.map(String),
    template: rule.template,
  })),
});

export const policyOf = ({ enabled, daily, rules }: PolicyDraft): PolicyInput => ({
  enabled,
  daily_limit: Number(daily),
  rules: rules.map(({ rating, text, sourceIds, objectIds, template }) => ({
    min_rating: Number(rating),
    text,
    source_ids: sourceIds.map(Number),
    object_ids: objectIds.map(Number),
    template,
  })),
});

/** What is wrong with the limit of a day; null if nothing is. */
export function problemOfDaily(daily: string): string | null {
  const isRight = /^\d{1,3}$/.test(daily.trim()) && Number(daily) >= 1 && Number(daily) <= 200;
  return isRight ? null : replyPolicyWords.badDaily;
}

/** What is wrong with a template; null if nothing is. */
export function problemOfTemplate(template: string): string | null {
  if (template.trim() === '') return replyPolicyWords.templateMissing;
  const unknown = [...template.matchAll(/\{[^{}]*\}/g)].map(([brace]) => brace).find((brace) => !KNOWN.includes(brace));
  return unknown === undefined ? null : replyPolicyWords.unknown(unknown);
}
