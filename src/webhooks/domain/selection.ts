/** Which reviews a webhook receives: of its objects, and matching its filters (contract §6.1, §6.3). */
import { matches, type FilteredReview, type ReviewFilters } from './filters';

export interface Selecting {
  /** Null or empty: all objects of the account. */
  readonly objectIds: readonly number[] | null;
  readonly filters: ReviewFilters;
}

export function isSelected(webhook: Selecting, review: FilteredReview & { readonly objectId: number }): boolean {
  return covers(webhook, review.objectId) && matches(webhook.filters, review);
}

export function covers({ objectIds }: Pick<Selecting, 'objectIds'>, objectId: number): boolean {
  return objectIds === null || objectIds.length === 0 || objectIds.includes(objectId);
}
