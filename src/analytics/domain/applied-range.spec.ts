import { AppError } from '@libs/kernel';
import { seriesRange, summaryRange } from './applied-range';

const TODAY = '2026-11-20';

describe('the range of the summary (contract §4.7)', () => {
  it.each([
    [
      '2000-01-01 to today with undated reviews if neither bound is given',
      {},
      { from: '2000-01-01', to: TODAY, undated: true },
    ],
    [
      'without undated reviews if the default bounds are given',
      { from: '2000-01-01', to: TODAY },
      { from: '2000-01-01', to: TODAY, undated: false },
    ],
    ['from the given date to today', { from: '2026-01-01' }, { from: '2026-01-01', to: TODAY, undated: false }],
    ['2000-01-01 to the given date', { to: '2025-12-31' }, { from: '2000-01-01', to: '2025-12-31', undated: false }],
    [
      'one day if both bounds are equal',
      { from: '2026-01-01', to: '2026-01-01' },
      { from: '2026-01-01', to: '2026-01-01', undated: false },
    ],
    [
      'empty if the lower bound is after today',
      { from: '2027-01-01' },
      { from: '2027-01-01', to: TODAY, undated: false },
    ],
    [
      'empty if the upper bound is before 2000-01-01',
      { to: '1999-12-31' },
      { from: '2000-01-01', to: '1999-12-31', undated: false },
    ],
  ])('is %s', (_, requested, expected) => {
    expect(summaryRange(requested, TODAY)).toEqual(expected);
  });
});

describe('the range of a timeseries (contract §4.8)', () => {
  it.each([
    [
      '90 days ago to today without undated reviews if neither bound is given',
      {},
      TODAY,
      { from: '2026-08-22', to: TODAY },
    ],
    ['90 days before today across a leap day', {}, '2024-03-01', { from: '2023-12-02', to: '2024-03-01' }],
    [
      'empty if the upper bound is before the default lower bound',
      { to: '2026-01-01' },
      TODAY,
      { from: '2026-08-22', to: '2026-01-01' },
    ],
    ['the given dates', { from: '2020-01-01', to: '2020-12-31' }, TODAY, { from: '2020-01-01', to: '2020-12-31' }],
  ])('is %s', (_, requested, today, expected) => {
    expect(seriesRange(requested, today)).toEqual({ ...expected, undated: false });
  });
});

describe('a published_from after published_to (contract §4.7)', () => {
  it.each([summaryRange, seriesRange])('is rejected with 422 by %p', (rangeOf) => {
    const resolveContradiction = (): unknown => rangeOf({ from: '2026-01-02', to: '2026-01-01' }, TODAY);
    expect(resolveContradiction).toThrow(AppError);
    expect(resolveContradiction).toThrow('published_from: must not be later than published_to');
  });
});
