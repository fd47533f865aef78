import { waitAfter, type RetrySchedule } from './retry-schedule';

const MINUTE = 60_000;
const DEFAULT: RetrySchedule = {
  waitsMs: [30_000, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  attempts: 30,
};

describe('the default retry schedule (contract §6.5: 30 s, 1 m, 2 m, 5 m, 10 m, 15 m, then every 30 m; up to 30 attempts)', () => {
  it.each([
    [1, 30_000],
    [2, MINUTE],
    [3, 2 * MINUTE],
    [4, 5 * MINUTE],
    [5, 10 * MINUTE],
    [6, 15 * MINUTE],
    [7, 30 * MINUTE],
    [8, 30 * MINUTE],
    [29, 30 * MINUTE],
    [30, null],
    [31, null],
  ])('after failed attempt %i, the wait in milliseconds is %s (null: no further attempt)', (attempt, wait) => {
    expect(waitAfter(attempt, DEFAULT)).toBe(wait);
  });

  it('waits 12 h 3 m 30 s in total, in 29 waits (contract §6.5)', () => {
    const waits = Array.from({ length: 30 }, (_, index) => waitAfter(index + 1, DEFAULT)).filter(
      (wait) => wait !== null,
    );
    expect(waits).toHaveLength(29);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(43_410_000);
  });

  it.each([
    { waitsMs: [5], attempts: 1, after: [null] },
    { waitsMs: [5], attempts: 3, after: [5, 5, null] },
    { waitsMs: [1, 2, 3], attempts: 2, after: [1, null] },
  ])(
    'with the configured waits $waitsMs and $attempts attempts, the waits are $after',
    ({ waitsMs, attempts, after }) => {
      expect(after.map((_, index) => waitAfter(index + 1, { waitsMs, attempts }))).toEqual(after);
    },
  );
});
