import type { Granularity } from '@src/reviews';
import { periodsOf } from './periods';

const names = (from: string, to: string, granularity: Granularity): readonly string[] =>
  periodsOf({ from, to }, granularity).map((period) => period.name);

describe('the periods of a range (contract §4.8)', () => {
  it.each<[string, Granularity, string, string, readonly string[]]>([
    ['one day for a range of one day', 'day', '2026-11-20', '2026-11-20', ['2026-11-20']],
    ['days across a leap day', 'day', '2024-02-28', '2024-03-01', ['2024-02-28', '2024-02-29', '2024-03-01']],
    ['days across a new year', 'day', '2025-12-31', '2026-01-01', ['2025-12-31', '2026-01-01']],
    ['days before 1970', 'day', '1969-12-31', '1970-01-01', ['1969-12-31', '1970-01-01']],
    ['one week from its Monday to its Sunday', 'week', '2026-11-16', '2026-11-22', ['2026-W47']],
    ['two weeks for a Sunday and the next Monday', 'week', '2026-11-15', '2026-11-16', ['2026-W46', '2026-W47']],
    ['a week 53 that ends in January', 'week', '2021-01-03', '2021-01-04', ['2020-W53', '2021-W01']],
    ['53 weeks in a year that begins on a Thursday', 'week', '2026-12-28', '2027-01-04', ['2026-W53', '2027-W01']],
    [
      'the end of December as a week of the next ISO year',
      'week',
      '2024-12-29',
      '2024-12-30',
      ['2024-W52', '2025-W01'],
    ],
    ['January 1 as a day of the previous ISO year', 'week', '2022-01-01', '2022-01-03', ['2021-W52', '2022-W01']],
    ['weeks before 1970', 'week', '1969-12-28', '1970-01-01', ['1969-W52', '1970-W01']],
    ['one month for one day', 'month', '2026-11-30', '2026-11-30', ['2026-11']],
    [
      'months even if the range contains only one day of them',
      'month',
      '2025-11-30',
      '2026-01-01',
      ['2025-11', '2025-12', '2026-01'],
    ],
    ['months before 1970', 'month', '1969-11-05', '1970-01-05', ['1969-11', '1969-12', '1970-01']],
    ['years below 1000', 'month', '0001-01-01', '0001-02-01', ['0001-01', '0001-02']],
    ['the first week of year 1', 'week', '0001-01-01', '0001-01-08', ['0001-W01', '0001-W02']],
    ['the last week of year 9999', 'week', '9999-12-26', '9999-12-31', ['9999-W51', '9999-W52']],
    ['nothing for an empty range', 'day', '2026-11-20', '2026-11-19', []],
  ])('are %s', (_, granularity, from, to, expected) => {
    expect(names(from, to, granularity)).toEqual(expected);
  });

  it('start at the date that date_trunc returns for their days', () => {
    expect(periodsOf({ from: '2026-12-31', to: '2026-12-31' }, 'week')).toEqual([
      { start: '2026-12-28', name: '2026-W53' },
    ]);
    expect(periodsOf({ from: '2026-12-31', to: '2026-12-31' }, 'month')).toEqual([
      { start: '2026-12-01', name: '2026-12' },
    ]);
  });

  it.each<[Granularity, string, string]>([
    ['day', '2010-01-01', '2020-12-13'],
    ['week', '1950-01-02', '2026-08-30'],
    ['month', '1700-01-15', '2033-04-15'],
  ])('are at most 4000 of one %s each; 4001 are rejected with 422', (granularity, from, to) => {
    expect(names(from, to, granularity)).toHaveLength(4_000);
    const laterDate = new Date(Date.parse(to) + (granularity === 'month' ? 31 : 1) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    expect(() => periodsOf({ from, to: laterDate }, granularity)).toThrow(
      /^published_from to published_to: 4001 periods/,
    );
  });

  it('are in order and without duplicates over ten years of days and forty years of weeks', () => {
    const days = names('1999-06-15', '2010-05-27', 'day');
    expect(new Set(days).size).toBe(days.length);
    const weeks = names('1990-01-01', '2030-12-31', 'week');
    expect([new Set(weeks).size, [...weeks].sort()]).toEqual([weeks.length, weeks]);
  });
});
