import { importRows, keyOf } from './rows';

test('a row of headings is left out, and cells may have several addresses', () => {
  const rows = importRows([
    ['Name', 'Addresses'],
    [' Harbor ', 'https://a.example https://b.example', '', 'https://c.example'],
    ['', 'https://d.example'],
    ['x'.repeat(201)],
    ['Many', 'a '.repeat(51)],
  ]);
  expect(rows.map(({ line, name, urls, fault }) => [line, name.slice(0, 6), urls.length, fault !== null])).toEqual([
    [2, 'Harbor', 3, false],
    [3, '', 1, true],
    [4, 'xxxxxx', 0, true],
    [5, 'Many', 51, true],
  ]);
});

test('a first row without headings is an object', () =>
  expect(importRows([['Harbor', 'https://a.example']])).toHaveLength(1));

test('the key of a row depends on its account, its place and its content', async () => {
  const row = { line: 2, name: 'Harbor', urls: ['https://a.example'], fault: null };
  const keys = await Promise.all([
    keyOf(1, row, 0),
    keyOf(2, row, 0),
    keyOf(1, { ...row, line: 3 }, 0),
    keyOf(1, { ...row, name: 'Pier' }, 0),
    keyOf(1, row, 1),
  ]);
  expect(new Set(keys).size).toBe(5);
  expect(await keyOf(1, row, 0)).toBe(keys[0]);
});
