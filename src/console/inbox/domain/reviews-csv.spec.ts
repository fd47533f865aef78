import { CSV_HEAD, csvCut, csvRow } from './reviews-csv';

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
