import { wholeMonths } from './whole-months';

describe('contract §4.4: an inclusive range of dates is split into whole months and edges', () => {
  const cases: readonly (readonly [from: string, to: string, expected: string | null])[] = [
    ['-infinity', 'infinity', '[-infinity, infinity)'],
    ['2026-01-01', '2026-01-31', '[2026-01-01, 2026-02-01)'],
    ['2026-01-01', '2026-01-30', null],
    ['2026-01-02', '2026-01-31', null],
    ['2026-01-31', '2026-02-28', '[2026-02-01, 2026-03-01) + 2026-01-31..2026-01-31'],
    ['2024-02-01', '2024-02-28', null],
    ['2024-02-01', '2024-02-29', '[2024-02-01, 2024-03-01)'],
    ['2025-11-15', '2026-02-03', '[2025-12-01, 2026-02-01) + 2025-11-15..2025-11-30 + 2026-02-01..2026-02-03'],
    ['2025-12-02', 'infinity', '[2026-01-01, infinity) + 2025-12-02..2025-12-31'],
    ['-infinity', '2026-01-15', '[-infinity, 2026-01-01) + 2026-01-01..2026-01-15'],
    ['0026-05-05', '0026-07-02', '[0026-06-01, 0026-07-01) + 0026-05-05..0026-05-31 + 0026-07-01..0026-07-02'],
    ['0001-01-01', '9999-12-31', '[0001-01-01, infinity)'],
    ['9999-12-01', '9999-12-31', '[9999-12-01, infinity)'],
    ['9999-12-02', '9999-12-31', null],
    ['9999-12-02', 'infinity', null],
    ['2026-01-01', '9999-12-30', '[2026-01-01, 9999-12-01) + 9999-12-01..9999-12-30'],
    ['2026-01-01', 'infinity', '[2026-01-01, infinity)'],
  ];
  it.each(cases)('splits %s to %s into %s', (from, to, expected) => {
    const months = wholeMonths({ from, to });
    const edges = months?.edges.map((edge) => ` + ${edge.from}..${edge.to}`).join('') ?? '';
    expect(months === null ? null : `[${months.first}, ${months.end})${edges}`).toBe(expected);
  });
});
