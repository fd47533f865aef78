import type { RatingBucket } from '@libs/kernel';
import type { CountCell } from '@src/reviews';
import { averageRating, figuresOf } from './figures';

const cell = (bucket: RatingBucket, n: number, overrides: Partial<CountCell> = {}): CountCell => ({
  sourceId: 1,
  start: null,
  bucket,
  n,
  withText: 0,
  withImages: 0,
  withReply: 0,
  ratingSum: bucket * 100 * n,
  ...overrides,
});

describe('an average (contract §4.7: rounded half up to two decimals)', () => {
  it.each<[string, number, number, number | null]>([
    ['null without ratings', 0, 0, null],
    ['exact if no rounding is needed', 900, 2, 4.5],
    ['rounded up at half a hundredth', 4_35 + 4_36, 2, 4.36],
    ['rounded down just below half a hundredth', 4_35 * 3 + 1, 3, 4.35],
    ['rounded up at two thirds', 1_400, 3, 4.67],
    ['rounded down at a third', 1_300, 3, 4.33],
    ['rounded up at half a hundredth over eight ratings', 8 * 435 + 4, 8, 4.36],
    ['1.01 for 1.005, which a binary fraction would round to 1.00', 100 * 1 + 101, 2, 1.01],
    ['5 if all ratings are 5', 500 * 7, 7, 5],
    ['exact for a thousand million reviews at the half', 435 * 1_000_000_000 + 500_000_000, 1_000_000_000, 4.36],
    [
      'exact for a thousand million reviews just below the half',
      435 * 1_000_000_000 + 499_999_999,
      1_000_000_000,
      4.35,
    ],
  ])('is %s', (_, sum, count, expected) => {
    expect(averageRating(sum, count)).toBe(expected);
  });
});

describe('figures (contract §4.7)', () => {
  it('are 0 without an average if there are no reviews', () => {
    expect(figuresOf([])).toEqual({
      reviewCount: 0,
      averageRating: null,
      withText: 0,
      withImages: 0,
      withReply: 0,
      unansweredNegative: 0,
      byRating: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
      repliesByRating: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    });
  });

  it('add up the cells of several sources', () => {
    const cells = [
      cell(5, 3, { withText: 2, withReply: 1 }),
      cell(5, 1, { sourceId: 2, withImages: 1 }),
      cell(4, 2, { ratingSum: 870, withReply: 2 }),
    ];
    expect(figuresOf(cells)).toMatchObject({
      reviewCount: 6,
      averageRating: 4.78,
      withText: 2,
      withImages: 1,
      withReply: 3,
      byRating: { 1: 0, 2: 0, 3: 0, 4: 2, 5: 4 },
      repliesByRating: { 4: 2, 5: 1 },
    });
  });

  it('count reviews of the buckets 1 and 2 without a reply as unanswered negative, but not unrated ones or bucket 3', () => {
    const cells = [cell(0, 9), cell(1, 4, { withReply: 1 }), cell(2, 5, { withReply: 5 }), cell(3, 7)];
    expect(figuresOf(cells).unansweredNegative).toBe(3);
  });

  it('count unrated reviews as reviews, but not in distributions and averages', () => {
    expect(figuresOf([cell(0, 4, { withReply: 3, withText: 1 }), cell(2, 1)])).toMatchObject({
      reviewCount: 5,
      averageRating: 2,
      withText: 1,
      withReply: 3,
      byRating: { 1: 0, 2: 1, 3: 0, 4: 0, 5: 0 },
      repliesByRating: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
    });
  });
});
