import { entitlementsOf, type PlanName } from './entitlements';

const defaultSettings = { HREV_PLANS: {}, HREV_TRIAL_REVIEWS_PER_LINK: 20 };

describe('the entitlements of a plan (contract §5.3)', () => {
  it.each<[PlanName, number, boolean, number | null, number | null]>([
    ['trial', 3, true, 20, 3],
    ['basic', 50, false, null, null],
    ['full', 10_000, true, null, null],
  ])(
    'are the defaults of the plan %s without settings',
    (plan, objectCeiling, canPublishReplies, visibleReviewsPerLink, trialRepliesPerSource) => {
      expect(entitlementsOf(plan, defaultSettings)).toEqual({
        objectCeiling,
        allowedSources: null,
        canPublishReplies,
        visibleReviewsPerLink,
        trialRepliesPerSource,
      });
    },
  );

  it('are overridden by single fields of HREV_PLANS, including null and 0', () => {
    const settings = {
      HREV_PLANS: {
        trial: { visible_reviews_per_link: null, trial_replies_per_source: 0 },
        basic: { allowed_sources: ['steam'], object_ceiling: 0 },
      },
      HREV_TRIAL_REVIEWS_PER_LINK: 20,
    };
    expect(entitlementsOf('trial', settings)).toMatchObject({
      objectCeiling: 3,
      visibleReviewsPerLink: null,
      trialRepliesPerSource: 0,
    });
    expect(entitlementsOf('basic', settings)).toMatchObject({
      objectCeiling: 0,
      allowedSources: ['steam'],
      canPublishReplies: false,
    });
  });

  it('depend on HREV_TRIAL_REVIEWS_PER_LINK only for the plan trial', () => {
    const settings = { HREV_PLANS: {}, HREV_TRIAL_REVIEWS_PER_LINK: 7 };
    expect(entitlementsOf('trial', settings).visibleReviewsPerLink).toBe(7);
    expect(entitlementsOf('full', settings).visibleReviewsPerLink).toBeNull();
  });
});
