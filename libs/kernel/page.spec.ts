import { pageOf } from './page';

describe('pageOf (contract §1, §1.2)', () => {
  it.each([
    ['the first of three pages', 10, 25, 0, true],
    ['a page that ends with the list', 5, 25, 20, false],
    ['a page after the end', 0, 25, 30, false],
    ['an empty list', 0, 0, 0, false],
  ])('sets has_next to offset + data.length < total for %s', (_name, length, total, offset, hasNext) => {
    const data = Array.from({ length }, (_, index) => index);
    expect(pageOf(data, total, { limit: 10, offset })).toEqual({ data, total, limit: 10, offset, has_next: hasNext });
  });
});
