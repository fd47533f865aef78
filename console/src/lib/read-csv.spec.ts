import { parseCsv } from './read-csv';

test.each([
  ['', []],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['\uFEFFa;b\r\n\r\nc;d\r\n', [['a', 'b'], [''], ['c', 'd']]],
  ['a\tb,c\td', [['a', 'b,c', 'd']]],
  ['"a, ""b"""," c\nd"', [['a, "b"', ' c\nd']]],
  ['a,,\n , \nb', [['a', '', ''], [' ', ' '], ['b']]],
  ['sep=;\r\na,b;c', [[''], ['a,b', 'c']]],
  ['sep=;a,b', [['sep=;a', 'b']]],
  ['5" pipe,b', [['5" pipe', 'b']]],
])('%j is %j', (text, rows) => expect(parseCsv(text)).toEqual(rows));
