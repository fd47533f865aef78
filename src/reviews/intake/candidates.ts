import { LoopShare } from '@libs/kernel';
import { ComparedReview } from './domain/compared-review';
import type { IntakeLink } from './persistence/review-row';
import type { UnseenReviewStore } from './persistence/unseen-review.store';

/** A stored review that may be a new one. */
export interface Candidate {
  readonly id: number;
  readonly review: ComparedReview;
}

/** At most this many stored reviews are compared with new ones. */
const MAX_COMPARED = 100_000;

/** Those of the stored reviews `ids` that fulfill the condition. They are read in parts; the work yields to the event loop. */
export async function candidatesAmong(
  store: UnseenReviewStore,
  link: IntakeLink,
  ids: readonly number[],
  isCandidate: (stored: ComparedReview) => boolean,
): Promise<readonly Candidate[]> {
  const [found, loop]: [Candidate[], LoopShare] = [[], new LoopShare()];
  for await (const part of store.fields(link, ids)) {
    for (const { id, ...fields } of part) {
      const review = new ComparedReview(fields);
      if (found.length < MAX_COMPARED && isCandidate(review)) found.push({ id, review });
      if (loop.isUsedUp) await loop.yieldLoop();
    }
  }
  return found;
}
