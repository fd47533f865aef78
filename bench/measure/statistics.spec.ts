import { ratioOf, rotate, runRounds } from './rounds';
import { median, medianInterval, quantile } from './statistics';

describe('statistics of the bench', () => {
  it.each([
    [[3], 3],
    [[4, 1, 3], 3],
    [[4, 1, 3, 2], 2.5],
  ])('of %j is %d', (values, expected) => expect(median(values)).toBe(expected));

  it.each([
    [0, 10],
    [0.25, 17.5],
    [0.95, 38.5],
    [1, 40],
  ])('interpolates the quantile %d of four values', (share, expected) => {
    expect(quantile([40, 10, 30, 20], share)).toBeCloseTo(expected, 10);
  });

  it('returns an interval that contains the median, stays within the values and is the same each time', () => {
    const values = [0.8, 1.1, 0.9, 1.4, 1];
    const interval = medianInterval(values);
    expect(interval).toEqual(medianInterval(values));
    expect([interval.min, interval.max, interval.value]).toEqual([0.8, 1.4, 1]);
    expect(interval.lo).toBeGreaterThanOrEqual(0.8);
    expect(interval.lo).toBeLessThan(1);
    expect(interval.hi).toBeGreaterThan(1);
    expect(interval.hi).toBeLessThanOrEqual(1.4);
  });
});

describe('interleaved rounds', () => {
  it('run each contestant once, beginning with a different one in each round', async () => {
    const order: string[] = [];
    const figures = await runRounds(['a', 'b', 'c'], 3, (name, round) => {
      order.push(`${round}${name}`);
      return Promise.resolve(round + (name === 'a' ? 10 : 0));
    });
    expect(order).toEqual(['0a', '0b', '0c', '1b', '1c', '1a', '2c', '2a', '2b']);
    expect(figures).toEqual({ a: [10, 11, 12], b: [0, 1, 2], c: [0, 1, 2] });
  });

  it('rotate to the first contestant after the last', () => expect(rotate([1, 2, 3], 4)).toEqual([2, 3, 1]));

  it('compute ratios within a round: half speed in one round changes nothing', () => {
    expect(ratioOf([200, 100, 200], [100, 50, 100])).toMatchObject({ value: 2, lo: 2, hi: 2 });
  });

  it('refuse sides with different numbers of rounds', () => expect(() => ratioOf([1], [1, 2])).toThrow('every round'));
});
