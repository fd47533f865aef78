/**
 * What this context tells others, once per run that found something of the kind (contract §6.1). The
 * payload names the run and those of its objects that were on when it ended; which of their reviews they are stands in
 * `run_review` under the fact beside the name here. Outside of runs it names the reviews themselves.
 */
import type { ReviewFact } from './domain/review-content';

export const REVIEW_EVENTS: Readonly<Record<ReviewFact, string>> = {
  appeared: 'ReviewsAppeared',
  replied: 'RepliesAppeared',
  changed: 'ReviewsChanged',
  deleted: 'ReviewsDeleted',
  restored: 'ReviewsRestored',
};
