import { collectedReview, type CollectedReview } from '@libs/sources/collected-review';

/** A collected review with default fields, overridden by the argument. */
export function aCollectedReview(changes: Partial<CollectedReview> = {}): CollectedReview {
  return collectedReview({
    externalId: '1',
    author: 'Anna Maria Kowalska',
    text: 'Friendly and quick',
    reviewDate: '2026-05-01T12:30:00',
    ratingOriginal: '5',
    rating: 5,
    raw: { id: '1' },
    ...changes,
  });
}

/** `count` reviews with ids from `from` on, one per day, newest first. */
export function collectedReviews(count: number, from = 1): CollectedReview[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + count - 1 - index;
    const reviewDate = new Date(Date.UTC(2020, 0, number)).toISOString().slice(0, 19);
    return aCollectedReview({
      externalId: String(number),
      reviewDate,
      text: `Review number ${number}`,
      raw: { id: String(number) },
    });
  });
}
