import { exitCodeOf, judge, judgeControl, THRESHOLDS, verdictOf, type Verdict } from './judge';

const higher = { what: '', better: 'higher', must: 2, stretch: 4 };
const lower = { what: '', better: 'lower', must: 6, stretch: 3 };

describe('verdicts of the bench: a ratio fails only when its whole interval misses "must"', () => {
  it.each([
    ['higher, above stretch', higher, [5, 3, 6], 'stretch'],
    ['higher, above must', higher, [3, 1, 5], 'pass'],
    ['higher, interval reaches must', higher, [1.9, 1.5, 2.1], 'unsettled'],
    ['higher, wholly below', higher, [1.5, 1.2, 1.9], 'fail'],
    ['lower, below stretch', lower, [2, 1, 9], 'stretch'],
    ['lower, below must', lower, [5, 4, 7], 'pass'],
    ['lower, interval reaches must', lower, [7, 5.5, 9], 'unsettled'],
    ['lower, wholly above', lower, [8, 7, 9], 'fail'],
    ['no result at all', higher, [Number.NaN, Number.NaN, Number.NaN], 'fail'],
  ] as const)('%s', (_, threshold, [value, lo, hi], verdict) => {
    expect(verdictOf({ value, lo, hi }, threshold)).toBe(verdict);
  });

  it.each([
    [0.89, 'inconclusive'],
    [0.9, 'ok'],
    [1.1, 'ok'],
    [1.11, 'inconclusive'],
    [Number.NaN, 'inconclusive'],
  ])('a server that is %d times as fast as itself: %s', (aa, verdict) => {
    expect(judgeControl(aa).verdict).toBe(verdict);
  });

  const ok = judgeControl(1);
  const unsteady = judgeControl(2);
  const of = (...verdicts: readonly Verdict[]) => verdicts.map((verdict) => ({ verdict }));
  it.each([
    ['all hold', ok, of('pass', 'stretch', 'unsettled'), 0],
    ['one fails', ok, of('pass', 'fail', 'void'), 1],
    ['one is void', ok, of('pass', 'void'), 2],
    ['unsteady machine', unsteady, of('pass', 'fail'), 2],
    ['nothing over HTTP', null, of('fail'), 1],
  ])('exit code, %s', (_, control, ratios, code) => {
    expect(exitCodeOf({ control, ratios, failures: [] })).toBe(code);
  });

  it('exit code, a block failed: inconclusive, unless a ratio fails', () => {
    expect(exitCodeOf({ control: ok, ratios: of('pass'), failures: [{}] })).toBe(2);
    expect(exitCodeOf({ control: ok, ratios: of('fail'), failures: [{}] })).toBe(1);
  });

  // The threshold of R8 is 100, set for three million reviews.
  it.each([
    ['on less data it cannot fail', 100_000, 4, 'not judged', 'not judged below 3,000,000 reviews'],
    ['on less data it can pass', 100_000, 150, 'pass', null],
    ['on enough data it fails', 3_000_000, 4, 'fail', null],
    ['without a number of reviews it fails', undefined, 4, 'fail', null],
  ] as const)('a ratio that grows with the data: %s', (_, reviews, value, verdict, note) => {
    const interval = { value, lo: value, hi: value, min: value, max: value };
    expect(judge('R8', interval, reviews === undefined ? {} : { reviews })).toMatchObject({ verdict, note });
  });

  it('two different responses are void, on any amount of data', () => {
    const interval = { value: 4, lo: 4, hi: 4, min: 4, max: 4 };
    expect(judge('R8', interval, { reviews: 1, unequal: 'ids' })).toMatchObject({ verdict: 'void', note: 'ids' });
  });

  it('every threshold can be read: a direction, and a stretch that is at least as hard as must', () => {
    for (const threshold of Object.values(THRESHOLDS)) {
      expect(['higher', 'lower']).toContain(threshold.better);
      const sign = threshold.better === 'higher' ? 1 : -1;
      expect(sign * threshold.stretch).toBeGreaterThanOrEqual(sign * threshold.must);
    }
  });
});
