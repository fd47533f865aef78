import { heldRows } from './held-rows';

interface Row {
  readonly id: number;
  readonly text: string;
}

const rows = (...ids: readonly number[]): readonly Row[] => ids.map((id) => ({ id, text: 'old' }));
const fresh = (...ids: readonly number[]): readonly Row[] => ids.map((id) => ({ id, text: 'new' }));
const held = (shown: readonly Row[], now: readonly Row[], isFull = false) => {
  const { rows: kept, newCount } = heldRows(shown, now, ({ id }) => id, isFull);
  return [kept.map(({ id, text }) => `${id} ${text}`), newCount];
};

test('new rows wait, and the others show their newest contents', () =>
  expect(held(rows(3, 2, 1), fresh(5, 4, 3, 2, 1))).toEqual([['3 new', '2 new', '1 new'], 2]));

test('a row that was removed leaves the list', () =>
  expect(held(rows(3, 2, 1), fresh(3, 1))).toEqual([['3 new', '1 new'], 0]));

test('rows that newer ones pushed off the end of a full page stay', () =>
  expect(held(rows(3, 2, 1), fresh(5, 3, 2), true)).toEqual([['3 new', '2 new', '1 old'], 1]));

test('in a full page a row that was removed from the middle leaves the list', () =>
  expect(held(rows(4, 3, 2), fresh(5, 4, 2), true)).toEqual([['4 new', '2 new'], 1]));

test('rows that move up from the next page are shown at the end', () =>
  expect(held(rows(4, 2), fresh(5, 4, 2, 1), true)).toEqual([['4 new', '2 new', '1 new'], 1]));

test('a list that was empty shows that rows arrived', () => expect(held([], fresh(1))).toEqual([[], 1]));

test('the order of the shown rows stays', () => expect(held(rows(1, 2), fresh(2, 1))).toEqual([['1 new', '2 new'], 0]));
