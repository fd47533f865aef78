import fc from 'fast-check';
import { normalizeRating, ratingBucket, ratingHundredths } from './rating';

describe('ratings (contract §1, §6.3, §2.3)', () => {
  it.each([
    [7, 10, 3.5],
    [5, 5, 5],
    [1, 5, 1],
    [3, 5, 3],
    [4.5, 5, 4.5],
    [9.2, 10, 4.6],
    [8.33, 10, 4.17],
    [87, 100, 4.35],
    [1, 10, 1],
    [0.1, 10, 1],
    [10, 10, 5],
    [0, 5, null],
    [-1, 5, null],
    [6, 5, null],
    [3, 0, null],
    [3, NaN, null],
    [NaN, 5, null],
    [Infinity, 5, null],
  ])('normalizes %d on a scale of %d to %p', (original, scale, rating) => {
    expect(normalizeRating(original, scale)).toBe(rating);
  });

  it('normalizes to original × 5 / scale, at least 1, rounded to two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.constantFrom(5, 10, 20, 100), (part, scale) => {
        const original = (part / 1_000) * scale;
        const hundredths = ratingHundredths(original, scale) as number;
        expect(Number.isInteger(hundredths)).toBe(true);
        expect(Math.abs(hundredths - Math.max(100, (original * 500) / scale))).toBeLessThanOrEqual(0.500001);
      }),
    );
  });

  it.each([
    [500, 5],
    [499, 4],
    [400, 4],
    [399, 3],
    [300, 3],
    [299, 2],
    [200, 2],
    [199, 1],
    [100, 1],
    [null, 0],
  ])('%p hundredths are in bucket %d', (hundredths, bucket) => {
    expect(ratingBucket(hundredths)).toBe(bucket);
  });
});
