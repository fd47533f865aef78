import { inTurns } from '@libs/kernel';
import { IMPORT_FORMATS, importLines, LINES_AT_MOST, type ImportFormat } from './import-file';

const A = 'https://a.example/1';
const B = 'https://b.example/2';
const read = (format: ImportFormat, text: string) => inTurns(importLines(format, text));

describe('the lines of a file of objects (contract §4.19)', () => {
  test.each<[what: string, format: ImportFormat, text: string, lines: readonly object[]]>([
    [
      'CSV',
      'csv',
      `name,url\nPier,${A}\n\n"Bay, North",${A} ${B}\nCape,\n`,
      [
        { line: 2, objectId: null, name: 'Pier', urls: [A] },
        { line: 4, objectId: null, name: 'Bay, North', urls: [A, B] },
        { line: 5, objectId: null, name: 'Cape', urls: [] },
      ],
    ],
    [
      'CSV with several addresses, ids and semicolons',
      'csv',
      `object_id;Name;url;url\n7;Pier;${A};${B}\n`,
      [{ line: 2, objectId: 7, name: 'Pier', urls: [A, B] }],
    ],
    [
      'JSON lines',
      'jsonl',
      `{"name":" Pier ","urls":["${A}"]}\n\n{"name":"Bay","object_id":7}\n`,
      [
        { line: 1, objectId: null, name: 'Pier', urls: [A] },
        { line: 3, objectId: 7, name: 'Bay', urls: [] },
      ],
    ],
    ['no lines', 'jsonl', '\n', []],
  ])('%s', async (_, format, text, lines) => expect(await read(format, text)).toEqual(lines));

  test.each<[format: ImportFormat, line: string, fault: RegExp]>([
    ['csv', `,${A}`, /name: must not be empty/],
    ['csv', `${'x'.repeat(201)},${A}`, /at most 200/],
    ['csv', `"two\nlines",${A}`, /one line/],
    ['csv', `Pier,https://${'x'.repeat(2_048)}`, /url/],
    ['csv', `Pier,${'u.example '.repeat(51)}`, /at most 50/],
    ['csv', `Pier,${A},${B}`, /a cell without a named column/],
    ['jsonl', 'Pier', /JSON object/],
    ['jsonl', '["Pier"]', /JSON object/],
    ['jsonl', '{"urls":[]}', /name: must be a text/],
    ['jsonl', '{"name":"Pier","urls":"x"}', /urls: must be a list/],
    ['jsonl', '{"name":"Pier","url":"x"}', /a field other than/],
    ['jsonl', '{"name":"Pier","object_id":"7"}', /object_id/],
    ['jsonl', '{"name":"Pier","object_id":0}', /object_id/],
  ])('%s: the line %j is refused alone', async (format, line, fault) => {
    const head = format === 'csv' ? 'name,url\n' : '';
    const good = format === 'csv' ? `Good,${A}` : '{"name":"Good"}';
    const found = await read(format, `${head}${line}\n${good}\n`);
    expect(found).toMatchObject([{ fault: expect.stringMatching(fault) as string }, { name: 'Good' }]);
  });

  test.each<[what: string, text: string]>([
    ['no head', `Pier,${A}\n`],
    ['another column', `name,page\nPier,${A}\n`],
    ['two names', `name,name\nPier,Bay\n`],
    ['nothing', ''],
    ['a quote that is never closed', `name,url\nPier,"${A}\nBay,${B}\n`],
    ['too many lines', `name\n${'Pier\n'.repeat(LINES_AT_MOST + 1)}`],
  ])('a CSV with %s is refused', (_, text) => expect(read('csv', text)).rejects.toThrow('file: '));

  test.each(IMPORT_FORMATS)('%s: other work runs between two lines', (format) => {
    const line = format === 'csv' ? 'Pier' : '{"name":"Pier"}';
    const text = `${format === 'csv' ? 'name\n' : ''}${`${line}\n`.repeat(50)}`;
    expect([...importLines(format, text)]).toHaveLength(50);
  });
});
