import { aCollectedReview } from '@test/support/collected-review';
import { FieldCounter, readCounts, storedCounts, weighed } from './field-counts';

describe('fields of the reviews of a pass', () => {
  it('counts the reviews that have each field', () => {
    const counter = new FieldCounter();
    counter.add(aCollectedReview({ text: null, replyText: 'Thanks', images: [] }));
    counter.add(aCollectedReview({ author: null, rating: null, ratingOriginal: null, replyKnown: false }));
    const counts = Object.fromEntries(counter.counts.map(({ field, reviews, filled }) => [field, [filled, reviews]]));
    expect(counts).toMatchObject({ rating: [1, 2], text: [1, 2], date: [2, 2], author: [1, 2], reply: [1, 1] });
  });

  it('leaves out a field that the visit could not read', () => {
    const counter = new FieldCounter();
    counter.add(aCollectedReview({ replyKnown: false }));
    expect(counter.counts.map(({ field }) => field)).not.toContain('reply');
    expect(new FieldCounter().counts).toEqual([]);
  });

  it('reads what it stored', () => {
    const counter = new FieldCounter();
    counter.add(aCollectedReview({ replyKnown: false }));
    expect(readCounts(storedCounts(counter.counts))).toEqual(counter.counts);
  });

  it.each([
    [10, 5, 10, 5],
    [100, 0, 100, 0],
    [10_000, 2_500, 100, 25],
  ])('weighs %i reviews of which %i are filled as %i and %i', (reviews, filled, weight, share) => {
    expect(weighed({ field: 'text', reviews, filled })).toEqual({ field: 'text', reviews: weight, filled: share });
  });
});
