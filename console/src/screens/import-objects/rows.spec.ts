import type { ImportedLine } from '../../api/queries/imports';
import {
  importRows,
  lacksRoom,
  lineOfRow,
  partsOf,
  reasonOf,
  verdictOf,
  withoutAdded,
  type ImportRow,
  type RowVerdict,
} from './rows';

const link = (url: string, code: ImportedLine['link_results'][number]['error_code'] = null) => ({
  ...{ url, link_id: null, link_name: null, source_name: 'google', error: code, error_code: code },
});
const A = link('https://a.example');
const line = (given: Partial<ImportedLine> = {}): ImportedLine => ({
  ...{ line: 2, name: 'Pier', result: 'created', object_id: null, link_results: [A], similar: [] },
  ...{ error: null, error_code: null },
  ...given,
});
const similar = (same: 'page' | 'name', other: { object_id?: number; line?: number }, name = 'Kept') => ({
  ...{ same, object_id: null, line: null, name },
  ...other,
});
const rowOf = (given: Partial<ImportedLine>): ImportRow => importRows([line(given)], undefined)[0] as ImportRow;

describe('a row of an import is ready only if nothing about it needs a look', () => {
  test.each<[what: string, given: Partial<ImportedLine>, verdict: RowVerdict]>([
    ['a new object with a page', {}, 'ready'],
    ['a page for an object that is there', { result: 'links_added', object_id: 7 }, 'ready'],
    [
      'an object that has the page',
      { result: 'present', object_id: 7, link_results: [link('x', 'link_already_added')] },
      'there',
    ],
    ['an object without pages', { result: 'present', object_id: 7, link_results: [] }, 'there'],
    ['a refused address', { link_results: [A, link('x', 'source_not_detected')] }, 'check'],
    ['a new object without an address', { link_results: [] }, 'check'],
    ['a page of another row', { similar: [similar('page', { line: 3 })] }, 'check'],
    ['a page of an object', { similar: [similar('page', { object_id: 7 })] }, 'check'],
    ['a name of another row', { similar: [similar('name', { line: 3 })] }, 'check'],
    ['a name of an object', { similar: [similar('name', { object_id: 7 })] }, 'check'],
    ['a refused row', { result: 'refused', error: 'no room', error_code: 'object_limit_reached' }, 'out'],
    ['a name with letters that could not be read', { name: 'Caf\uFFFD' }, 'out'],
  ])('%s', (_, given, verdict) => expect(verdictOf(rowOf(given))).toBe(verdict));
});

// The lines of a dry run are executed in their order, so a row that is left out later has used the room of the plan.
test.each<[what: string, lines: readonly Partial<ImportedLine>[], lacks: boolean]>([
  ['nothing to look at', [{}, { result: 'refused', error_code: 'object_limit_reached' }], false],
  ['a new object to look at', [{ link_results: [] }, { result: 'refused', error_code: 'object_limit_reached' }], true],
  [
    'an object that is there to look at',
    [
      { result: 'links_added', object_id: 7, link_results: [A, link('x', 'source_not_detected')] },
      { result: 'refused', error_code: 'object_limit_reached' },
    ],
    false,
  ],
  ['room for all', [{ link_results: [] }, { result: 'refused', error_code: 'conflict' }], false],
])('%s: the room of others is lacking', (_, lines, lacks) =>
  expect(lacksRoom(importRows(lines.map(line), undefined))).toBe(lacks),
);

test('rows have their numbers in the text of the person', () => {
  const [row] = importRows(withoutAdded([line({ line: 5, similar: [similar('page', { line: 9 })] })], 1), undefined);
  expect([row?.line, row?.notes]).toEqual([4, ['Row 8 has the same page.']]);
});

test('each note says what is the same, and where', () => {
  const { notes } = rowOf({
    link_results: [A, link('x', 'source_not_detected')],
    similar: [
      similar('page', { line: 7 }),
      similar('page', { object_id: 7 }),
      similar('page', { object_id: 7 }),
      ...[7, 9].map((other) => similar('name', { line: other })),
      similar('name', { object_id: 8 }, 'PIER'),
    ],
  });
  expect(notes).toEqual([
    '1 of 2 addresses is refused. It would be left out.',
    'Row 7 has the same page.',
    'Rows 7 and 9 have nearly the same name.',
    'The object \u2068Kept\u2069 of your account has this page already.',
    'Your account has an object with nearly the same name: \u2068PIER\u2069.',
  ]);
});

test.each<[code: string, error: string, text: string]>([
  ['validation_error', 'name: must not be empty', 'The row cannot be read (name: must not be empty).'],
  ['not_found', 'Not found', 'Your account has no object with this object_id.'],
  ['source_url_invalid', 'x', 'This is not the address of a page. Open the page in a browser and copy its address.'],
  ['another_code', 'What the API says', 'What the API says'],
])('a row that is refused with %s says why', (code, error, text) =>
  expect(reasonOf(line({ result: 'refused', error, error_code: code }))).toBe(text),
);

test.each<[result: ImportedLine['result'], remark: string]>([
  ['present', 'linked already'],
  ['created', 'twice in the row'],
])('a page that is linked is no refusal: %s', (result, remark) =>
  expect(rowOf({ result, link_results: [link('x', 'link_already_added')] }).addresses).toEqual([
    { url: 'x', slug: 'google', platform: 'google', refusal: null, remark },
  ]),
);

test('a row is sent with the object that was found, and with all of its addresses', () =>
  expect(lineOfRow(rowOf({ object_id: 7, link_results: [A, link('x', 'source_not_detected')] }))).toEqual({
    ...{ name: 'Pier', object_id: 7, urls: [A.url, 'x'] },
  }));

test.each<[what: string, rows: readonly ImportRow[], sizes: readonly number[]]>([
  ['no rows', [], []],
  ['a row', [rowOf({})], [1]],
  ['25 rows', Array.from({ length: 25 }, () => rowOf({})), [25]],
  ['26 rows', Array.from({ length: 26 }, () => rowOf({})), [25, 1]],
  [
    'rows with the most and longest addresses',
    Array.from({ length: 3 }, () => rowOf({ link_results: Array.from({ length: 50 }, () => link('x'.repeat(2_048))) })),
    [1, 1, 1],
  ],
])('%s: the rows of each request', (_, rows, sizes) => {
  expect(partsOf(rows).map(({ length }) => length)).toEqual(sizes);
  expect(partsOf(rows).flat()).toEqual(rows);
});
