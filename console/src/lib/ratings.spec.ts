import { mostOf, ratingOf, starsOf } from './ratings';

test.each([
  [1, 1.99],
  [2, 2.99],
  [4, 4.99],
  [5, 5],
])('the highest rating with %s whole stars is %s', (stars, rating) => {
  expect(mostOf(stars)).toBe(rating);
  expect(starsOf(rating)).toBe(stars);
});

test.each([
  ['2.99', 2.99],
  [2.99, 2.99],
  [0.5, undefined],
  [5.01, undefined],
  ['two', undefined],
  ['', undefined],
  [Number.NaN, undefined],
])('reads the rating %p of an address as %p', (value, rating) => expect(ratingOf(value, 1)).toBe(rating));
