import fc from 'fast-check';
import { starIds, type KnownStars, type StarReview } from './star-ids';

const DATE = '2017-03-01T00:00:07';
const review = (author: string, change: Partial<StarReview> = {}): StarReview => ({
  ...{ date: DATE, author, text: null, rating: '5' },
  ...change,
});
const idsOf = (reviews: readonly StarReview[], met: KnownStars = {}): string[] => starIds(reviews, met).ids;

describe('ids of reviews with stars', () => {
  it('are the time of the review', () => {
    expect(idsOf([review('Ann'), review('Bob', { date: '2017-03-01T00:00:08' })])).toEqual([
      'rating-2017-03-01T00:00:07',
      'rating-2017-03-01T00:00:08',
    ]);
  });

  it('differ for reviews of one second, and do not depend on their order', () => {
    const [ann, bob] = [review('Ann'), review('Bob')];
    const ids = idsOf([ann, bob]);
    expect(new Set(ids).size).toBe(2);
    expect(ids).toContain(`rating-${DATE}`);
    expect(idsOf([bob, ann])).toEqual([ids[1], ids[0]]);
  });

  it('differ for equal reviews of one second on one page', () => {
    expect(new Set(idsOf([review('Ann'), review('Ann')])).size).toBe(2);
  });

  it('are kept on a later page: a review that appears again has its id, and another one has its own', () => {
    const first = starIds([review('Ann')], {});
    expect(idsOf([review('Ann')], first.met)).toEqual(first.ids);
    const second = starIds([review('Bob'), review('Ann')], first.met);
    expect(second.ids[1]).toBe(first.ids[0]);
    expect(second.ids[0]).not.toBe(first.ids[0]);
  });

  it('are unique on a page, and the same in every order', () => {
    const anyReview = fc.record({
      date: fc.constantFrom(DATE, '2017-03-01T00:00:08'),
      author: fc.constantFrom(null, 'Ann', 'Bob'),
      text: fc.constantFrom(null, 'Fine'),
      rating: fc.constantFrom('1', '5'),
    });
    fc.assert(
      fc.property(fc.array(anyReview, { maxLength: 12 }), (reviews) => {
        const ids = idsOf(reviews);
        expect(new Set(ids).size).toBe(reviews.length);
        expect(idsOf([...reviews].reverse()).sort()).toEqual([...ids].sort());
      }),
    );
  });
});
