import { importRows, keyOf } from './rows';

test('a row of headings is left out, and cells may have several addresses', () => {
  const rows = importRows([
    ['Name', 'Addresses'],
    [' Harbor ', 'https://a.example https://b.example', '', 'https://c.example'],
    ['', 'https://d.example'],
    ['x'.repeat(201)],
    ['Many', 'a.example '.repeat(51)],
  ]);
  expect(rows.map(({ line, name, urls, fault }) => [line, name.slice(0, 6), urls.length, fault !== null])).toEqual([
    [2, 'Harbor', 3, false],
    [3, '', 1, true],
    [4, 'xxxxxx', 0, true],
    [5, 'Many', 51, true],
  ]);
});

test('rows have the numbers of the spreadsheet, also after empty ones', () =>
  expect(importRows([[''], ['Name'], ['Harbor'], ['', ' '], ['Pier']]).map(({ line }) => line)).toEqual([3, 5]));

test('addresses get their scheme, and a cell without an address stays one text', () =>
  expect(importRows([['Harbor', 'www.a.example/x', 'no address yet']]).map(({ urls }) => urls)).toEqual([
    ['https://www.a.example/x', 'no address yet'],
  ]));

test.each([
  'https://a.example/x,https://b.example',
  'https://a.example/x;https://b.example',
  'https://a.example/x, https://b.example;',
  'https://a.example/x | https://b.example',
])('the addresses of the cell %j are two', (cell) =>
  expect(importRows([['Harbor', cell]]).map(({ urls }) => urls)).toEqual([
    ['https://a.example/x', 'https://b.example'],
  ]),
);

test('an address may have a comma', () =>
  expect(importRows([['Harbor', 'https://a.example/@41.1,-8.6,17z']])[0]?.urls).toEqual([
    'https://a.example/@41.1,-8.6,17z',
  ]));

test('a name with letters that could not be read is not imported', () =>
  expect(importRows([['Caf\uFFFD']])[0]?.fault).toContain('could not be read'));

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
