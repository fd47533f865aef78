import fc from 'fast-check';
import { csvCell, csvHead, csvLine } from './csv';

test.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `'=1+1`],
  ['+351 22', `'+351 22`],
  ['-2', `'-2`],
  ['@sum(a)', `'@sum(a)`],
  ['\tx', `"'\tx"`],
  ['\nx', `"'\nx"`],
  [';=1+1', `"';'=1+1"`],
  ['a;=1+1', `"a;'=1+1"`],
  ['a\t=1+1', `"a\t'=1+1"`],
  ['a\n=1+1\r\n@x', `"a\n'=1+1\r\n'@x"`],
  ['a; ＝1', `"a; '＝1"`],
  ['well ;-)', '"well ;-)"'],
  [' =1+1', `' =1+1`],
  ['\u00a0@sum(a)', `'\u00a0@sum(a)`],
  ['＝1+1', `'＝1+1`],
  ['＋1', `'＋1`],
  ['－1', `'－1`],
  ['＠sum(a)', `'＠sum(a)`],
  ['\ufeff=1', `'\ufeff=1`],
  ['\rx', `"'\rx"`],
  ['="a"', `"'=""a"""`],
  ['a=b', 'a=b'],
  [null, ''],
  [undefined, ''],
  [4.5, '4.5'],
  [false, 'false'],
])('the cell of %j is %j', (value, cell) => expect(csvCell(value)).toBe(cell));

test('a file has a head with the mark of UTF-8, and lines that end as RFC 4180 says', () => {
  expect(csvHead(['id', 'text']) + csvLine([7, 'x, y'])).toBe('\uFEFFid,text\r\n7,"x, y"\r\n');
});

test('no cell begins with a formula, whichever of comma, semicolon and tab a spreadsheet divides at', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠;,\t\r\n" a1|('), maxLength: 12 });
  fc.assert(
    fc.property(text, (value) => {
      const cells = csvCell(value)
        .replaceAll('""', '"')
        .split(/[;\t\r\n]/);
      for (const [place, cell] of cells.entries()) {
        const shown = place === 0 ? cell.replace(/^"/, '') : cell;
        expect(shown).not.toMatch(/^\s{0,8}[=+\-@＝＋－＠](?![()])/);
      }
    }),
    { numRuns: 2_000 },
  );
});
