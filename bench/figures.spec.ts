import { cellTable, ratioTable, toGo } from './figures';
import { judge, THRESHOLDS } from './measure/judge';

const ratio = (value: number) => judge('R1', { value, lo: value, hi: value, min: value, max: value }, { cpu: 0.5 });
const cell = (value: number, more = {}) => ({
  id: 'export',
  variant: 'ours',
  value,
  unit: 'reviews/s',
  rounds: [],
  ...more,
});

describe('figures of a run for the documentation', () => {
  it('one row for every threshold, measured or not; the later of two runs counts', () => {
    const rows = ratioTable([
      { ratios: [ratio(0.3)], cells: [] },
      { ratios: [ratio(0.6)], cells: [] },
    ]).split('\n');
    expect(rows).toHaveLength(2 + Object.keys(THRESHOLDS).length);
    expect(rows[2]).toBe(`| R1 | ${THRESHOLDS.R1.what} | 0.60 | 0.60 – 0.60 | 0.50 | ≥ 0.5 | ≥ 1.2 | × 2.00 | pass |`);
    expect(rows[3]).toMatch(/^\| R2 \|.*\| – \|.*\| not measured \|$/);
  });

  it.each([
    ['higher, half way', { value: 2, better: 'higher', stretch: 4 }, '× 2.00'],
    ['lower, three times too long', { value: 6, better: 'lower', stretch: 2 }, '× 3.00'],
    ['there', { value: 5, better: 'higher', stretch: 4 }, ''],
    ['a count that should be zero and is not', { value: 3, better: 'lower', stretch: 0 }, ''],
  ])('the factor to "stretch": %s', (_, figures, expected) => expect(toGo(figures)).toBe(expected));

  it('cells that were not measured have no row', () => {
    const rows = cellTable([{ ratios: [], cells: [cell(9_379.4, { p99: 12.5 }), cell(1, { variant: 'copy' })] }]).split(
      '\n',
    );
    expect(rows.slice(2)).toEqual(['| reviews through the sync, one client | 9,379 reviews/s | 12.50 ms |']);
  });
});
