import { AppError } from '@libs/kernel';
import { seriesRange, summaryRange } from './applied-range';

const TODAY = '2026-11-20';

describe('contract §4.7: the range of the summary', () => {
  it.each([
    ['neither bound: 2000-01-01 to today, and the undated', {}, { from: '2000-01-01', to: TODAY, undated: true }],
    [
      'the default bounds by hand leave the undated out',
      { from: '2000-01-01', to: TODAY },
      { from: '2000-01-01', to: TODAY, undated: false },
    ],
    ['only from', { from: '2026-01-01' }, { from: '2026-01-01', to: TODAY, undated: false }],
    ['only to', { to: '2025-12-31' }, { from: '2000-01-01', to: '2025-12-31', undated: false }],
    ['a day', { from: '2026-01-01', to: '2026-01-01' }, { from: '2026-01-01', to: '2026-01-01', undated: false }],
    [
      'a bound beyond a default is an empty range',
      { from: '2027-01-01' },
      { from: '2027-01-01', to: TODAY, undated: false },
    ],
    ['the same from below', { to: '1999-12-31' }, { from: '2000-01-01', to: '1999-12-31', undated: false }],
  ])('%s', (_, asked, expected) => {
    expect(summaryRange(asked, TODAY)).toEqual(expected);
  });
});

describe('§4.8: the range of a timeseries', () => {
  it.each([
    ['neither bound: 90 days ago to today, never the undated', {}, TODAY, { from: '2026-08-22', to: TODAY }],
    ['90 days over a leap day', {}, '2024-03-01', { from: '2023-12-02', to: '2024-03-01' }],
    ['only to, earlier than 90 days ago', { to: '2026-01-01' }, TODAY, { from: '2026-08-22', to: '2026-01-01' }],
    ['both', { from: '2020-01-01', to: '2020-12-31' }, TODAY, { from: '2020-01-01', to: '2020-12-31' }],
  ])('%s', (_, asked, today, expected) => {
    expect(seriesRange(asked, today)).toEqual({ ...expected, undated: false });
  });
});

describe('contract §4.7: published_from later than published_to', () => {
  it.each([summaryRange, seriesRange])('rejects contradicting bounds with 422 (%p)', (rangeOf) => {
    const contradicting = (): unknown => rangeOf({ from: '2026-01-02', to: '2026-01-01' }, TODAY);
    expect(contradicting).toThrow(AppError);
    expect(contradicting).toThrow('published_from: must not be later than published_to');
  });
});
