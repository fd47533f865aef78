import { rowWindow } from './row-window';

test.each([
  ['at its top', 100, { first: 0, last: 33, before: 0, after: 9_670 }],
  ['in its middle', -5_000, { first: 485, last: 543, before: 4_850, after: 4_570 }],
  ['at its end', -9_700, { first: 955, last: 1_000, before: 9_550, after: 0 }],
  ['above the screen', -50_000, { first: 985, last: 1_000, before: 9_850, after: 0 }],
  ['below the screen', 50_000, { first: 0, last: 15, before: 0, after: 9_850 }],
])('a table of 1,000 rows of 10 pixels, seen %s', (_, top, expected) =>
  expect(rowWindow(1_000, 10, top, 280)).toEqual(expected),
);
