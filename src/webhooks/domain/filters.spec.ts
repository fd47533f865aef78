// cspell:ignore trustpilott
import { ratingBucket } from '@libs/kernel';
import { matches, type FilteredReview, type ReviewFilters } from './filters';

const REVIEW: FilteredReview = { rating: 5, sourceSlug: 'trustpilot', hasText: true, hasImages: true };
const of = (review: Partial<FilteredReview>): FilteredReview => ({ ...REVIEW, ...review });

describe('filters of a webhook (contract §6.3)', () => {
  const BUCKETS: readonly (readonly [rating: number | null, bucket: number])[] = [
    [5, 5],
    [4.99, 4],
    [4.01, 4],
    [4, 4],
    [3.99, 3],
    [3, 3],
    [2.99, 2],
    [2, 2],
    [1.99, 1],
    [1, 1],
    [0.5, 1],
    [0, 1],
    [null, 0],
  ];

  it.each(BUCKETS)('a rating of %s is in bucket %i and in no other', (rating, bucket) => {
    const passing = [0, 1, 2, 3, 4, 5].filter((allowed) => matches({ allowed_ratings: [allowed] }, of({ rating })));
    expect(passing).toEqual([bucket]);
  });

  it('every rating that there can be falls where analytics counts it', () => {
    for (let hundredths = 100; hundredths <= 500; hundredths += 1) {
      const allowed = ratingBucket(hundredths);
      expect(matches({ allowed_ratings: [allowed] }, of({ rating: hundredths / 100 }))).toBe(true);
    }
  });

  const ROWS: readonly (readonly [
    what: string,
    filters: ReviewFilters,
    review: Partial<FilteredReview>,
    passes: boolean,
  ])[] = [
    ['"omitted object = no filter", and still "rated reviews only": a rated one', {}, {}, true],
    ['…an unrated one', {}, { rating: null }, false],
    ['"0 = no numeric rating, only on explicit request"', { allowed_ratings: [0] }, { rating: null }, true],
    ['0 alone leaves the rated ones out', { allowed_ratings: [0] }, { rating: 3 }, false],
    ['0 beside others adds the unrated', { allowed_ratings: [1, 0] }, { rating: null }, true],
    ['an empty list is as good as omitted: rated', { allowed_ratings: [] }, { rating: 1 }, true],
    ['an empty list is as good as omitted: unrated', { allowed_ratings: [] }, { rating: null }, false],
    ['"slug, case-insensitive": upper case in the filter', { allowed_sources: ['TrustPilot'] }, {}, true],
    ['upper case in the slug', { allowed_sources: ['my-shop'] }, { sourceSlug: 'My-Shop' }, true],
    ['another platform', { allowed_sources: ['steam', 'app-store'] }, {}, false],
    ['one of several', { allowed_sources: ['steam', 'trustpilot'] }, {}, true],
    ['"a typo silently matches nothing"', { allowed_sources: ['trustpilott'] }, {}, false],
    ['no part of a name', { allowed_sources: ['trust'] }, {}, false],
    ['"omitted or null = all"', { allowed_sources: null }, {}, true],
    ['an empty list is all', { allowed_sources: [] }, {}, true],
    ['has_text: "true = only reviews with non-empty text"', { has_text: true }, { hasText: false }, false],
    ['has_text and there is one', { has_text: true }, {}, true],
    ['has_text false demands nothing: without', { has_text: false }, { hasText: false }, true],
    ['has_text false demands nothing: with', { has_text: false }, {}, true],
    ['has_images: "true = only reviews with attached photos"', { has_images: true }, { hasImages: false }, false],
    ['has_images and there are', { has_images: true }, {}, true],
    ['has_images false demands nothing', { has_images: false }, {}, true],
    [
      '"fields combine with AND": all fit',
      { allowed_ratings: [5], allowed_sources: ['trustpilot'], has_text: true, has_images: true },
      {},
      true,
    ],
    ['…the rating does not', { allowed_ratings: [4], allowed_sources: ['trustpilot'], has_text: true }, {}, false],
    ['…the platform does not', { allowed_ratings: [5], allowed_sources: ['steam'], has_text: true }, {}, false],
    ['…the text does not', { allowed_ratings: [5], has_text: true, has_images: true }, { hasText: false }, false],
    ['…the photos do not', { allowed_ratings: [5], has_text: true, has_images: true }, { hasImages: false }, false],
  ];

  it.each(ROWS)('%s', (_, filters, review, passes) => expect(matches(filters, of(review))).toBe(passes));
});
