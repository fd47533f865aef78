import fc from 'fast-check';
import { LONGEST_DELAY_MS, RefusalPace } from './refusal-pace';

/** The delays of this many refusals, one every `everyMs`. */
function delaysOf(count: number, everyMs: number, pace = new RefusalPace(), from = 0): readonly number[] {
  return Array.from({ length: count }, (_, nth) => pace.delayMs('a', from + nth * everyMs));
}

describe('the pace of refusals (contract §5.4)', () => {
  it.each([
    ['answers the first 60 refusals of a minute at once', 60, 0, 0],
    ['delays the next one', 61, 0, 2],
    ['delays each one longer than the one before it', 560, 0, 1_000],
    ['delays none longer than two seconds', 100_000, 0, LONGEST_DELAY_MS],
    ['answers a client at once that sends one request a second', 3_600, 1_000, 0],
    ['delays a client that sends ten a second by as many as it was refused within a minute', 3_600, 100, 1_080],
  ])('%s', (_, count, everyMs, last) => {
    expect(delaysOf(count, everyMs).at(-1)).toBeGreaterThanOrEqual(last - 20);
    expect(delaysOf(count, everyMs).at(-1)).toBeLessThanOrEqual(last + 20);
  });

  it('forgets the refusals of a caller that has paused for two minutes', () => {
    const pace = new RefusalPace();
    delaysOf(5_000, 0, pace);
    expect(pace.delayMs('a', 30_000)).toBe(LONGEST_DELAY_MS);
    expect(pace.delayMs('a', 179_999)).toBe(0);
  });

  it('counts each caller alone', () => {
    const pace = new RefusalPace();
    for (let nth = 0; nth < 5_000; nth += 1) pace.delayMs('key 7', 0);
    const delays = ['key 7', 'session 7', '7', 'key 8'].map((caller) => pace.delayMs(caller, 0));
    expect(delays).toEqual([LONGEST_DELAY_MS, 0, 0, 0]);
  });

  it('never delays beyond its limit, and never shortens the delay of a caller while it continues at the same rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 200 }), fc.integer({ min: 0, max: 10 ** 9 }), (everyMs, from) => {
        const delays = delaysOf(Math.ceil(60_000 / everyMs), everyMs, undefined, from);
        expect(Math.max(...delays)).toBeLessThanOrEqual(LONGEST_DELAY_MS);
        // The share of the minute before is rounded.
        const shortened = delays.filter((delay, nth) => delay < (delays[nth - 1] ?? 0) - 4);
        expect(shortened).toEqual([]);
      }),
    );
  });

  it('counts a bounded number of callers, and answers further ones at once', () => {
    const pace = new RefusalPace();
    for (let caller = 0; caller < 10_000; caller += 1) pace.delayMs(String(caller), 0);
    const delays = Array.from({ length: 200 }, () => pace.delayMs('10000', 0));
    expect(delays.at(-1)).toBe(0);
    expect(Array.from({ length: 200 }, () => pace.delayMs('5', 0)).at(-1)).toBeGreaterThan(0);
  });
});
