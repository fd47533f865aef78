import { variedWindow } from './varied-rows';

const heights = Array.from({ length: 5_000 }, (_, place) => (place < 100 ? 100 : undefined));

test.each([
  ['at its top', 100, { first: 0, last: 17, before: 0 }],
  ['in its middle', -5_000, { first: 41, last: 68, before: 4_100 }],
  ['at its end', -(100 * 100 + 4_900 * 50), { first: 4_983, last: 5_000, after: 0 }],
  ['below the screen', 50_000, { first: 0, last: 1, before: 0 }],
  ['above the screen', -1_000_000, { first: 4_999, last: 5_000, after: 0 }],
])('a table of 5,000 rows, of which 100 were measured, seen %s', (_, top, expected) => {
  const window = variedWindow(heights, 50, top, 900);
  expect(window).toMatchObject(expected);
  const shown = heights.slice(window.first, window.last).reduce<number>((sum, height) => sum + (height ?? 50), 0);
  expect(window.before + shown + window.after).toBe(100 * 100 + 4_900 * 50);
});

test('a table without rows has none', () => expect(variedWindow([], 50, 0, 900)).toMatchObject({ first: 0, last: 0 }));
