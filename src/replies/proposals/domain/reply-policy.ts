/**
 * The policy of an account: rules by which it answers proposals at once. What is published is always the template of the matching rule,
 * written by an owner, and never a text that was proposed.
 */

export const POLICY_TEXTS = ['none', 'any'] as const;
export const PLACEHOLDERS = ['author', 'object', 'rating'] as const;

export interface PolicyRule {
  /** The least rating, 1 to 5. A review without a rating matches no rule. */
  readonly minRating: number;
  /** `none`: only reviews without words. */
  readonly text: (typeof POLICY_TEXTS)[number];
  /** Empty: every platform. */
  readonly sourceIds: readonly number[];
  /** Empty: every object. */
  readonly objectIds: readonly number[];
  readonly template: string;
}

export interface ReplyPolicy {
  readonly isEnabled: boolean;
  /** Most approvals in 24 hours. */
  readonly dailyLimit: number;
  readonly rules: readonly PolicyRule[];
}

/** The review that a policy judges. */
export interface PolicyReview {
  readonly sourceId: number;
  readonly objectId: number;
  readonly rating: number | null;
  readonly author: string | null;
  readonly objectName: string;
  /** Whether it has a text in any field. */
  readonly hasWords: boolean;
}

export interface PolicyAnswer {
  /** The place of the rule in the policy, from 1. */
  readonly rule: number;
  readonly text: string;
}

/** The answer of the first rule that fits and whose template can be filled in; null if a person must decide. */
export function policyAnswer(rules: readonly PolicyRule[], review: PolicyReview): PolicyAnswer | null {
  for (const [index, rule] of rules.entries()) {
    const text = fits(rule, review) ? rendered(rule.template, review) : null;
    if (text !== null) return { rule: index + 1, text };
  }
  return null;
}

function fits({ minRating, text, sourceIds, objectIds }: PolicyRule, review: PolicyReview): boolean {
  if (review.rating === null || review.rating < minRating) return false;
  if (text === 'none' && review.hasWords) return false;
  if (sourceIds.length > 0 && !sourceIds.includes(review.sourceId)) return false;
  return objectIds.length === 0 || objectIds.includes(review.objectId);
}

/** The placeholders of a template that are not known, each once. */
export function unknownPlaceholders(template: string): readonly string[] {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return [...new Set(names.filter((name) => !PLACEHOLDERS.some((known) => known === name)))];
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** The template with its values, in one pass, so that a value is never read as a placeholder; null if a value is missing. */
function rendered(template: string, review: PolicyReview): string | null {
  const values: Readonly<Record<string, string | null>> = {
    author: nameOf(review.author),
    object: review.objectName,
    rating: review.rating === null ? null : String(review.rating),
  };
  let isComplete = true;
  const text = template.replace(PLACEHOLDER, (_, name: string) => {
    const value = values[name] ?? null;
    isComplete &&= value !== null;
    return value ?? '';
  });
  return isComplete ? text : null;
}

const LONGEST_NAME = 40;
/** Words of letters, joined by hyphens and apostrophes, an initial with its dot: no address, no digits, no line end. */
const NAME = /^[\p{Lu}\p{Lo}][\p{L}\p{M}]*(?:['’-][\p{L}\p{M}]+)*(?: \p{L}[\p{M}]?\.)*$/u;

/**
 * The author as a policy may repeat it: only what looks like a name, because the author of a review chooses it. Null otherwise: a person
 * then decides.
 */
function nameOf(author: string | null): string | null {
  return author !== null && author.length <= LONGEST_NAME && NAME.test(author) ? author : null;
}
