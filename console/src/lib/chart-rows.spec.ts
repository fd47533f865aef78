import { chartRows } from './chart-rows';

const point = (review_count: number, avg_rating: number | null, low = 0) => ({
  period: '2026-11-20',
  review_count,
  avg_rating,
  rating_distribution: { '1': low, '2': 1 },
});
const series = (...points: ReturnType<typeof point>[]) => ({ series: points.map((one) => ({ timeseries: [one] })) });

/** With chosen platforms the API has one series for each of them (contract §4.8). */
test.each([
  ['one series', series(point(3, 4.5, 1)), { count: 3, average: 4.5, low: 2 }],
  ['two platforms', series(point(3, 5), point(1, 1, 1)), { count: 4, average: 4, low: 3 }],
  ['a platform without reviews', series(point(0, null), point(2, 3)), { count: 2, average: 3, low: 2 }],
  ['no reviews', series(point(0, null), point(0, null)), { count: 0, average: null, low: 2 }],
])('%s', (_, now, row) => expect(chartRows(now, undefined)).toMatchObject([{ ...row, before: null }]));

test('no platform is known', () => expect(chartRows({ series: [] }, undefined)).toEqual([]));
test('the period before is that of the chosen platforms', () =>
  expect(chartRows(series(point(1, 5)), series(point(3, 5), point(1, 1)))).toMatchObject([{ average: 5, before: 4 }]));
