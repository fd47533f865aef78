/** The contract of the review feed and the single review (contract §2.3, §3.3, §4.4), tested for each version. */
import type { ApiNames } from './contract-client';
import { describeFeed } from './reviews-feed-contract';
import { describeReviewModel, describeTrialVisibility } from './reviews-model-contract';
import { ReviewsFixture } from './reviews-fixture';

export function describeReviews(api: ApiNames): void {
  let fixture: ReviewsFixture;
  beforeAll(async () => {
    fixture = await ReviewsFixture.create(api);
  });
  afterAll(() => fixture.app.close());

  describeFeed(api, () => fixture);
  describeReviewModel(api, () => fixture);
  describeTrialVisibility(api, () => fixture);
}
