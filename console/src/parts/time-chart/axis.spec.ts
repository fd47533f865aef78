import { countTicks, labelIndexes, ratingTicks } from './axis';

test.each([
  [
    [4.21, 4.3, 3.9],
    [3.75, 4, 4.25, 4.5],
  ],
  [
    [4.5, null],
    [4.4, 4.5, 4.6],
  ],
  [
    [5, 5],
    [4.9, 5],
  ],
  [
    [1, 5],
    [1, 2, 3, 4, 5],
  ],
  [[1], [1, 1.1]],
  [[null], [1, 3, 5]],
])('the lines of the ratings %p are %p', (ratings, lines) => expect(ratingTicks(ratings)).toEqual(lines));

test.each([
  [[], [0, 1, 2]],
  [[0], [0, 1, 2]],
  [[3], [0, 2, 4]],
  [
    [77, 24],
    [0, 50, 100],
  ],
  [[4_001], [0, 5_000, 10_000]],
])('the lines of the counts %p are %p', (counts, lines) => expect(countTicks(counts)).toEqual(lines));

test.each([
  [30, 5, [0, 6, 12, 18, 24]],
  [3, 5, [0, 1, 2]],
  [0, 5, []],
  [7, 0, []],
])('%i rows with at most %i labels have them at %p', (rows, most, at) => expect(labelIndexes(rows, most)).toEqual(at));
