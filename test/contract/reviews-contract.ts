/** The contract of the review feed and the single review (contract §2.3, §3.3, §4.4), tested for each version. */
import type { Words } from './contract-client';
import { describeFeed } from './reviews-feed-contract';
import { describeReviewModel, describeTrialVisibility } from './reviews-model-contract';
import { ReviewsWorld } from './reviews-world';

export function describeReviews(words: Words): void {
  let world: ReviewsWorld;
  beforeAll(async () => {
    world = await ReviewsWorld.make(words);
  });
  afterAll(() => world.app.close());

  describeFeed(words, () => world);
  describeReviewModel(words, () => world);
  describeTrialVisibility(words, () => world);
}
