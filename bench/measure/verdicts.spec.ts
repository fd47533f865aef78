import { exitCodeOf, evaluate, evaluateControl, THRESHOLDS, verdictOf, type Verdict } from './verdicts';

const higher = { what: '', better: 'higher', must: 2, stretch: 4 };
const lower = { what: '', better: 'lower', must: 6, stretch: 3 };

describe('verdicts', () => {
  it.each([
    ['higher is better, the median is above stretch', higher, [5, 3, 6], 'stretch'],
    ['higher is better, the median is above must', higher, [3, 1, 5], 'pass'],
    ['higher is better, only the interval reaches must', higher, [1.9, 1.5, 2.1], 'unsettled'],
    ['higher is better, the whole interval is below must', higher, [1.5, 1.2, 1.9], 'fail'],
    ['lower is better, the median is below stretch', lower, [2, 1, 9], 'stretch'],
    ['lower is better, the median is below must', lower, [5, 4, 7], 'pass'],
    ['lower is better, only the interval reaches must', lower, [7, 5.5, 9], 'unsettled'],
    ['lower is better, the whole interval is above must', lower, [8, 7, 9], 'fail'],
    ['there is no result', higher, [Number.NaN, Number.NaN, Number.NaN], 'fail'],
  ] as const)('a ratio gets its verdict if %s', (_, threshold, [value, lo, hi], verdict) => {
    expect(verdictOf({ value, lo, hi }, threshold)).toBe(verdict);
  });

  it.each([
    [0.89, 'inconclusive'],
    [0.9, 'ok'],
    [1.1, 'ok'],
    [1.11, 'inconclusive'],
    [Number.NaN, 'inconclusive'],
  ])('a server that is %d times as fast as itself makes the control %s', (aa, verdict) => {
    expect(evaluateControl(aa).verdict).toBe(verdict);
  });

  const ok = evaluateControl(1);
  const unsteady = evaluateControl(2);
  const ratiosWith = (...verdicts: readonly Verdict[]) => verdicts.map((verdict) => ({ verdict }));
  it.each([
    ['all ratios hold', ok, ratiosWith('pass', 'stretch', 'unsettled'), 0],
    ['one ratio fails', ok, ratiosWith('pass', 'fail', 'void'), 1],
    ['one ratio is void', ok, ratiosWith('pass', 'void'), 2],
    ['the machine is unsteady', unsteady, ratiosWith('pass', 'fail'), 2],
    ['nothing was measured over HTTP', null, ratiosWith('fail'), 1],
  ])('returns the exit code if %s', (_, control, ratios, code) => {
    expect(exitCodeOf({ control, ratios, failures: [] })).toBe(code);
  });

  it('returns the code for inconclusive if a block failed, unless a ratio fails', () => {
    expect(exitCodeOf({ control: ok, ratios: ratiosWith('pass'), failures: [{}] })).toBe(2);
    expect(exitCodeOf({ control: ok, ratios: ratiosWith('fail'), failures: [{}] })).toBe(1);
  });

  // The threshold of R8 is 100, set for three million reviews.
  it.each([
    ['is not judged on less data if it misses must', 100_000, 4, 'not judged', 'not judged below 3,000,000 reviews'],
    ['can pass on less data', 100_000, 150, 'pass', null],
    ['fails on enough data', 3_000_000, 4, 'fail', null],
    ['fails without a number of reviews', undefined, 4, 'fail', null],
  ] as const)('a ratio that grows with the data %s', (_, reviews, value, verdict, note) => {
    const interval = { value, lo: value, hi: value, min: value, max: value };
    expect(evaluate('R8', interval, reviews === undefined ? {} : { reviews })).toMatchObject({ verdict, note });
  });

  it('different responses make the ratio void, on any amount of data', () => {
    const interval = { value: 4, lo: 4, hi: 4, min: 4, max: 4 };
    expect(evaluate('R8', interval, { reviews: 1, unequal: 'ids' })).toMatchObject({ verdict: 'void', note: 'ids' });
  });

  it('every threshold has a direction, and a stretch that is at least as hard as must', () => {
    for (const threshold of Object.values(THRESHOLDS)) {
      expect(['higher', 'lower']).toContain(threshold.better);
      const sign = threshold.better === 'higher' ? 1 : -1;
      expect(sign * threshold.stretch).toBeGreaterThanOrEqual(sign * threshold.must);
    }
  });
});
