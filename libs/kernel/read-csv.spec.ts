import { FAR_FROM_QUADRATIC, growth } from '@test/support/growth';
import { readCsv } from './read-csv';

test.each<[what: string, text: string, rows: readonly (readonly string[])[]]>([
  [
    'rows and cells',
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'no end of the last line',
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['quotes', '"a, ""b""\nc",d\n', [['a, "b"\nc', 'd']]],
  ['a quote that is never closed', 'a,"b\nc', [['a', 'b\nc']]],
  ['the mark of UTF-8', '\uFEFFa,b\n', [['a', 'b']]],
  [
    'semicolons',
    'a;b\nc,d;e\n',
    [
      ['a', 'b'],
      ['c,d', 'e'],
    ],
  ],
  ['tabs', 'a\tb\n', [['a', 'b']]],
  ['a stated separator', 'sep=|\na|b\n', [[''], ['a', 'b']]],
  ['empty rows and cells', 'a,,\n\nb\n', [['a', '', ''], [''], ['b']]],
  ['nothing', '', []],
])('%s', (_, text, rows) => expect(readCsv(text).rows).toEqual(rows));

test.each([
  ['a,"b"\n', false],
  ['a,"b', true],
  ['a,"b""', true],
  ['"a,b\nc,d\n', true],
  ['a"b\n', false],
  ['a,"b" "', false],
  ['a,"" "', true],
  ['', false],
])('%j has a quote that is never closed: %p', (text, isOpen) => expect(readCsv(text).hasOpenQuote).toBe(isOpen));

test.each<[what: string, input: (size: number) => string]>([
  ['quotes in a cell', (size) => `a${'"'.repeat(size)}`],
  ['quoted cells', (size) => '"" '.repeat(size)],
  ['separators', (size) => ';,'.repeat(size)],
])('the time grows with the length of the text: %s', (_, input) =>
  expect(growth(5_000, input, readCsv)).toBeLessThan(FAR_FROM_QUADRATIC),
);
