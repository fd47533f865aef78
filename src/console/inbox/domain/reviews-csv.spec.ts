import fc from 'fast-check';
import { CSV_HEAD, csvCell, csvCut, csvRow } from './reviews-csv';

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

test('a row has a cell for each column, and counts the photos', () => {
  const row = csvRow({ id: 7, object_id: 3, text: 'x, y', images: [{}, {}] }, '=Hotel');
  expect(row.split(',')).toHaveLength(CSV_HEAD.split(',').length + 1);
  expect(row).toMatch(/^7,3,'=Hotel,/);
  expect(row).toContain('"x, y"');
  expect(row).toContain(',2,');
  expect(row.endsWith('\r\n')).toBe(true);
});

test('a cut names what is left out', () => {
  expect(csvCut(100_000, 250_000)).toBe(
    'Cut: the first 100000 of 250000 reviews. Choose a narrower date and export again.\r\n',
  );
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
