import type { RatingBucket } from '@libs/kernel';
import type { CountCell } from '@src/reviews';
import { averageRating, figuresOf } from './figures';

const cell = (bucket: RatingBucket, n: number, more: Partial<CountCell> = {}): CountCell => ({
  sourceId: 1,
  start: null,
  bucket,
  n,
  withText: 0,
  withImages: 0,
  withReply: 0,
  ratingSum: bucket * 100 * n,
  ...more,
});

describe('contract §4.7: averages are rounded half up to two decimals from exact sums', () => {
  it.each<[string, number, number, number | null]>([
    ['nothing', 0, 0, null],
    ['exact', 900, 2, 4.5],
    ['a half is rounded up', 4_35 + 4_36, 2, 4.36],
    ['just below a half is rounded down', 4_35 * 3 + 1, 3, 4.35],
    ['two thirds', 1_400, 3, 4.67],
    ['a third', 1_300, 3, 4.33],
    ['half of a hundredth in eight', 8 * 435 + 4, 8, 4.36],
    ['1.005 is no 1.00, as it would be in binary fractions', 100 * 1 + 101, 2, 1.01],
    ['all five', 500 * 7, 7, 5],
    ['a thousand million reviews', 435 * 1_000_000_000 + 500_000_000, 1_000_000_000, 4.36],
    ['one less than the half of them', 435 * 1_000_000_000 + 499_999_999, 1_000_000_000, 4.35],
  ])('%s', (_, sum, count, expected) => {
    expect(averageRating(sum, count)).toBe(expected);
  });
});

describe('§4.7: figures', () => {
  it('no reviews: all counts are 0, and there is no average', () => {
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

  it('adds up the cells of several sources', () => {
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

  it('unanswered_negative is buckets 1 and 2 without reply, and never the unrated or bucket 3', () => {
    const cells = [cell(0, 9), cell(1, 4, { withReply: 1 }), cell(2, 5, { withReply: 5 }), cell(3, 7)];
    expect(figuresOf(cells).unansweredNegative).toBe(3);
  });

  it('unrated reviews count as reviews, but not in distributions and averages', () => {
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
