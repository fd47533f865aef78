/**
 * What a plan allows (contract §5.3). Plans are data: the shipped values below, overridden field by field by the operator
 * (`HREV_PLANS`, `HREV_TRIAL_REVIEWS_PER_LINK`). Nothing in the service asks for a plan's name.
 */
export const PLAN_NAMES = ['trial', 'basic', 'full'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface Entitlements {
  /** Active objects at most. */
  readonly objectCeiling: number;
  /** Slugs of the platforms in the plan; null is all. */
  readonly allowedSources: readonly string[] | null;
  readonly canPublishReplies: boolean;
  /** Only the latest so many reviews of each link are visible; null is all. Not null means trial access (§4.7 `access`). */
  readonly visibleReviewsPerLink: number | null;
  /** Replies that may be published per platform; null is no such limit. */
  readonly trialRepliesPerSource: number | null;
}

/** Days from the creation of a trial account to its end. */
export const TRIAL_DAYS = 14;

const SHIPPED: Readonly<Record<PlanName, Entitlements>> = {
  trial: {
    objectCeiling: 3,
    allowedSources: null,
    canPublishReplies: true,
    visibleReviewsPerLink: 20,
    trialRepliesPerSource: 3,
  },
  basic: {
    objectCeiling: 50,
    allowedSources: null,
    canPublishReplies: false,
    visibleReviewsPerLink: null,
    trialRepliesPerSource: null,
  },
  full: {
    objectCeiling: 10_000,
    allowedSources: null,
    canPublishReplies: true,
    visibleReviewsPerLink: null,
    trialRepliesPerSource: null,
  },
};

/** One plan's fields as an operator overrides them. */
interface PlanOverride {
  readonly object_ceiling?: number | undefined;
  readonly allowed_sources?: readonly string[] | null | undefined;
  readonly can_publish_replies?: boolean | undefined;
  readonly visible_reviews_per_link?: number | null | undefined;
  readonly trial_replies_per_source?: number | null | undefined;
}

/** The part of the configuration that plans are made of. */
export interface PlanSettings {
  readonly HREV_PLANS: Readonly<Partial<Record<PlanName, PlanOverride>>>;
  readonly HREV_TRIAL_REVIEWS_PER_LINK: number;
}

/** The plan's values as this installation has them. */
export function entitlementsOf(plan: PlanName, settings: PlanSettings): Entitlements {
  const shipped = SHIPPED[plan];
  const own = settings.HREV_PLANS[plan] ?? {};
  const visible = shipped.visibleReviewsPerLink === null ? null : settings.HREV_TRIAL_REVIEWS_PER_LINK;
  return {
    objectCeiling: own.object_ceiling ?? shipped.objectCeiling,
    allowedSources: own.allowed_sources === undefined ? shipped.allowedSources : own.allowed_sources,
    canPublishReplies: own.can_publish_replies ?? shipped.canPublishReplies,
    visibleReviewsPerLink: own.visible_reviews_per_link === undefined ? visible : own.visible_reviews_per_link,
    trialRepliesPerSource:
      own.trial_replies_per_source === undefined ? shipped.trialRepliesPerSource : own.trial_replies_per_source,
  };
}

export function isPlanName(text: string): text is PlanName {
  return (PLAN_NAMES as readonly string[]).includes(text);
}

/** Objects an account may create in a rolling 30 days (contract §5.3): protection against re-creating, no plan limit. */
export function objectCreationBudget(entitlements: Entitlements): number {
  return 3 * entitlements.objectCeiling + 10;
}
