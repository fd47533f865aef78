import { cellTable, ratioTable, missingFactor } from './figures';
import { evaluate, THRESHOLDS } from './measure/verdicts';

const ratio = (value: number) => evaluate('R1', { value, lo: value, hi: value, min: value, max: value }, { cpu: 0.5 });
const cell = (value: number, more = {}) => ({
  id: 'export',
  variant: 'ours',
  value,
  unit: 'reviews/s',
  rounds: [],
  ...more,
});

describe('tables for the documentation', () => {
  it('have one row for every threshold, measured or not, with the later of two results', () => {
    const rows = ratioTable([
      { ratios: [ratio(0.3)], cells: [] },
      { ratios: [ratio(0.6)], cells: [] },
    ]).split('\n');
    expect(rows).toHaveLength(2 + Object.keys(THRESHOLDS).length);
    expect(rows[2]).toBe(`| R1 | ${THRESHOLDS.R1.what} | 0.60 | 0.60 – 0.60 | 0.50 | ≥ 0.5 | ≥ 1.2 | × 2.00 | pass |`);
    expect(rows[3]).toMatch(/^\| R2 \|.*\| – \|.*\| not measured \|$/);
  });

  it.each([
    ['a ratio at half of its target, where higher is better', { value: 2, better: 'higher', stretch: 4 }, '× 2.00'],
    ['a ratio at three times its target, where lower is better', { value: 6, better: 'lower', stretch: 2 }, '× 3.00'],
    ['a ratio that has reached its target', { value: 5, better: 'higher', stretch: 4 }, ''],
    ['a count that is not zero', { value: 3, better: 'lower', stretch: 0 }, ''],
  ])('give the factor that is missing to "stretch" for %s', (_, figures, expected) =>
    expect(missingFactor(figures)).toBe(expected),
  );

  it('have no row for cells that were not measured', () => {
    const rows = cellTable([{ ratios: [], cells: [cell(9_379.4, { p99: 12.5 }), cell(1, { variant: 'copy' })] }]).split(
      '\n',
    );
    expect(rows.slice(2)).toEqual(['| reviews through the sync, one client | 9,379 reviews/s | 12.50 ms |']);
  });
});
