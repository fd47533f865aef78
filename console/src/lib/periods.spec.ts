import {
  daysBefore,
  daysOf,
  daysOfPeriod,
  granularityOf,
  periodName,
  periodSearch,
  scopeIds,
  scopeSearch,
} from './periods';

const NOW = Date.parse('2026-11-25T23:30:00Z');

test.each([
  [{}, { from: '2026-10-27', to: '2026-11-25' }],
  [{ period: '7d' }, { from: '2026-11-19', to: '2026-11-25' }],
  [{ period: '90d' }, { from: '2026-08-28', to: '2026-11-25' }],
  [{ period: '12m' }, { from: '2025-11-26', to: '2026-11-25' }],
  [{ period: 'all' }, null],
  [
    { from: '2026-01-05', to: '2026-01-09' },
    { from: '2026-01-05', to: '2026-01-09' },
  ],
] as const)('%p is %p', (search, days) => expect(daysOf(search, NOW)).toEqual(days));

test('twelve months to 29 February begin on 1 March', () =>
  expect(daysOf({ period: '12m' }, Date.parse('2028-02-29T10:00:00Z'))).toEqual({
    from: '2027-03-01',
    to: '2028-02-29',
  }));

test.each([
  [
    { from: '2026-11-19', to: '2026-11-25' },
    { from: '2026-11-12', to: '2026-11-18' },
  ],
  [
    { from: '2026-11-25', to: '2026-11-25' },
    { from: '2026-11-24', to: '2026-11-24' },
  ],
  [
    { from: '2025-11-26', to: '2026-11-25' },
    { from: '2024-11-26', to: '2025-11-25' },
  ],
])('%p is compared with %p', (range, before) => expect(daysBefore(range)).toEqual(before));

test.each([
  [null, 'month'],
  [{ from: '2026-08-28', to: '2026-11-25' }, 'day'],
  [{ from: '2025-11-26', to: '2026-11-25' }, 'week'],
  [{ from: '2016-11-26', to: '2026-11-25' }, 'month'],
])('the granularity of %p is %s', (range, granularity) => expect(granularityOf(range)).toBe(granularity));

test.each([
  ['2026-11-20', { from: '2026-11-20', to: '2026-11-20' }],
  ['2026-W47', { from: '2026-11-16', to: '2026-11-22' }],
  ['2026-W01', { from: '2025-12-29', to: '2026-01-04' }],
  ['2020-W53', { from: '2020-12-28', to: '2021-01-03' }],
  ['2028-02', { from: '2028-02-01', to: '2028-02-29' }],
  ['2026-12', { from: '2026-12-01', to: '2026-12-31' }],
])('the days of %s are %p', (period, days) => expect(daysOfPeriod(period)).toEqual(days));

test.each([
  [{ period: '7d' }, '7d'],
  [{ period: '8d' }, '30d'],
  [{ from: '2026-01-05', to: '2026-01-04' }, '30d'],
  [{ from: '2026-01-05', to: '2026-01-06', period: '7d' }, null],
])('an address with %p has the period %p', (search, name) => expect(periodName(periodSearch(search))).toBe(name));

test.each([
  ['object:17', { object_id: 17 }],
  ['folder:3', { folder_id: 3 }],
  ['object:0', {}],
  ['account', {}],
  [undefined, {}],
])('the scope %p is %p', (scope, ids) => expect(scopeIds(scopeSearch(scope))).toEqual(ids));
