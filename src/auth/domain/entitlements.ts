/**
 * The entitlements of the plans (contract §5.3). Plans are data: the defaults below, in which the operator may override single
 * fields (`HREV_PLANS`, `HREV_TRIAL_REVIEWS_PER_LINK`).
 */
export const PLAN_NAMES = ['trial', 'basic', 'full'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface Entitlements {
  /** Maximum number of active objects; the plan's limit in the contract. */
  readonly objectCeiling: number;
  /** Slugs of the platforms in the plan; null is all. */
  readonly allowedSources: readonly string[] | null;
  readonly canPublishReplies: boolean;
  /** Number of latest reviews of each link that are visible; null is all. With a number, responses contain `access` (contract §4.7). */
  readonly visibleReviewsPerLink: number | null;
  /** Maximum number of replies of the account on each platform (a source); null is no limit. */
  readonly trialRepliesPerSource: number | null;
}

/** Days from the beginning to the end of a trial. */
export const TRIAL_DAYS = 14;

const DEFAULTS: Readonly<Record<PlanName, Entitlements>> = {
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

/** The fields of a plan that an operator may override. */
interface PlanOverride {
  readonly object_ceiling?: number | undefined;
  readonly allowed_sources?: readonly string[] | null | undefined;
  readonly can_publish_replies?: boolean | undefined;
  readonly visible_reviews_per_link?: number | null | undefined;
  readonly trial_replies_per_source?: number | null | undefined;
}

/** The part of the configuration that defines plans. */
export interface PlanSettings {
  readonly HREV_PLANS: Readonly<Partial<Record<PlanName, PlanOverride>>>;
  readonly HREV_TRIAL_REVIEWS_PER_LINK: number;
}

/** The plan's values in this installation. */
export function entitlementsOf(plan: PlanName, settings: PlanSettings): Entitlements {
  const defaults = DEFAULTS[plan];
  const overrides = settings.HREV_PLANS[plan] ?? {};
  const visible = defaults.visibleReviewsPerLink === null ? null : settings.HREV_TRIAL_REVIEWS_PER_LINK;
  return {
    objectCeiling: overrides.object_ceiling ?? defaults.objectCeiling,
    allowedSources: overrides.allowed_sources === undefined ? defaults.allowedSources : overrides.allowed_sources,
    canPublishReplies: overrides.can_publish_replies ?? defaults.canPublishReplies,
    visibleReviewsPerLink:
      overrides.visible_reviews_per_link === undefined ? visible : overrides.visible_reviews_per_link,
    trialRepliesPerSource:
      overrides.trial_replies_per_source === undefined
        ? defaults.trialRepliesPerSource
        : overrides.trial_replies_per_source,
  };
}

export function isPlanName(text: string): text is PlanName {
  return (PLAN_NAMES as readonly string[]).includes(text);
}
