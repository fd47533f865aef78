// cspell:ignore trustpilott
import { ratingBucket } from '@libs/kernel';
import { matches, type FilteredReview, type ReviewFilters } from './selection';

const REVIEW: FilteredReview = { rating: 5, sourceSlug: 'trustpilot', hasText: true, hasImages: true };
const reviewWith = (review: Partial<FilteredReview>): FilteredReview => ({ ...REVIEW, ...review });

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

  it.each(BUCKETS)('a rating of %s is only in bucket %i', (rating, bucket) => {
    const matching = [0, 1, 2, 3, 4, 5].filter((allowed) =>
      matches({ allowed_ratings: [allowed] }, reviewWith({ rating })),
    );
    expect(matching).toEqual([bucket]);
  });

  it('uses the buckets of analytics for every possible rating', () => {
    for (let hundredths = 100; hundredths <= 500; hundredths += 1) {
      const allowed = ratingBucket(hundredths);
      expect(matches({ allowed_ratings: [allowed] }, reviewWith({ rating: hundredths / 100 }))).toBe(true);
    }
  });

  const ROWS: readonly (readonly [
    condition: string,
    filters: ReviewFilters,
    review: Partial<FilteredReview>,
    expected: boolean,
  ])[] = [
    ['no filter ("rated reviews only"), a rated review', {}, {}, true],
    ['no filter ("rated reviews only"), an unrated review', {}, { rating: null }, false],
    [
      'bucket 0 ("no numeric rating, only on explicit request"), an unrated review',
      { allowed_ratings: [0] },
      { rating: null },
      true,
    ],
    ['only bucket 0, a rated review', { allowed_ratings: [0] }, { rating: 3 }, false],
    ['bucket 0 and another, an unrated review', { allowed_ratings: [1, 0] }, { rating: null }, true],
    ['an empty list of ratings, a rated review', { allowed_ratings: [] }, { rating: 1 }, true],
    ['an empty list of ratings, an unrated review', { allowed_ratings: [] }, { rating: null }, false],
    ['a slug in upper case ("case-insensitive")', { allowed_sources: ['TrustPilot'] }, {}, true],
    [
      'a slug in lower case, a platform in upper case',
      { allowed_sources: ['my-shop'] },
      { sourceSlug: 'My-Shop' },
      true,
    ],
    ['other platforms', { allowed_sources: ['steam', 'app-store'] }, {}, false],
    ['several platforms, a review of one of them', { allowed_sources: ['steam', 'trustpilot'] }, {}, true],
    ['a misspelled slug ("a typo silently matches nothing")', { allowed_sources: ['trustpilott'] }, {}, false],
    ['a part of a slug', { allowed_sources: ['trust'] }, {}, false],
    ['null as platforms ("omitted or null = all")', { allowed_sources: null }, {}, true],
    ['an empty list of platforms', { allowed_sources: [] }, {}, true],
    [
      'has_text ("true = only reviews with non-empty text"), a review without text',
      { has_text: true },
      { hasText: false },
      false,
    ],
    ['has_text, a review with text', { has_text: true }, {}, true],
    ['has_text false, a review without text', { has_text: false }, { hasText: false }, true],
    ['has_text false, a review with text', { has_text: false }, {}, true],
    [
      'has_images ("true = only reviews with attached photos"), a review without photos',
      { has_images: true },
      { hasImages: false },
      false,
    ],
    ['has_images, a review with photos', { has_images: true }, {}, true],
    ['has_images false, a review with photos', { has_images: false }, {}, true],
    [
      'several fields ("fields combine with AND"), a review that matches all',
      { allowed_ratings: [5], allowed_sources: ['trustpilot'], has_text: true, has_images: true },
      {},
      true,
    ],
    [
      'several fields, a review with another rating',
      { allowed_ratings: [4], allowed_sources: ['trustpilot'], has_text: true },
      {},
      false,
    ],
    [
      'several fields, a review of another platform',
      { allowed_ratings: [5], allowed_sources: ['steam'], has_text: true },
      {},
      false,
    ],
    [
      'several fields, a review without text',
      { allowed_ratings: [5], has_text: true, has_images: true },
      { hasText: false },
      false,
    ],
    [
      'several fields, a review without photos',
      { allowed_ratings: [5], has_text: true, has_images: true },
      { hasImages: false },
      false,
    ],
  ];

  it.each(ROWS)('with %s, matches(%j, %j) returns %s', (_, filters, review, expected) =>
    expect(matches(filters, reviewWith(review))).toBe(expected),
  );
});
