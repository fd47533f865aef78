import { comparison, refusal } from './compare';
import { evaluate } from './measure/verdicts';

const machine = { platform: 'linux-x64', cpu: 'one', cores: 2, memoryMb: 8_000, node: '20.20.0', postgres: '18.4' };
const run = (value: number, lo: number, hi: number, profile = 'smoke', more: Partial<typeof machine> = {}) => ({
  profile,
  env: { machine: { ...machine, ...more } },
  ratios: [evaluate('R1', { value, lo, hi, min: lo, max: hi })],
});

describe('compare', () => {
  it.each([
    ['another profile', run(1, 1, 1, 'std'), 'different profiles: smoke and std'],
    ['another machine', run(1, 1, 1, 'smoke', { cores: 4, node: '22.0.0' }), 'different machines: cores, node'],
    ['the same profile and machine', run(2, 2, 2), null],
  ])('returns the reason to refuse a run with %s', (_, after, expected) =>
    expect(refusal(run(1, 1, 1), after)).toBe(expected),
  );

  it.each([
    ['do not overlap and the new one is higher', run(2, 1.9, 2.1), 'better'],
    ['do not overlap and the new one is lower', run(0.5, 0.4, 0.6), 'worse'],
    ['overlap', run(1.05, 0.95, 1.2), 'no difference shown'],
  ])('names the change if the intervals %s', (_, after, word) =>
    expect(comparison(run(1, 0.9, 1.1), after)[0]).toContain(word),
  );

  it('marks a ratio that is missing in the first run as new', () => {
    expect(comparison({ ...run(1, 1, 1), ratios: [] }, run(1, 1, 1))).toEqual(['R1: 1.00 (new)']);
  });
});
