import { AppError, inTurns } from '@libs/kernel';
import type { DetectedPage } from '@src/sources';
import type { ImportLine } from './import-file';
import { tryLines, type AccountState, type TriedLine } from './import-trial';

const A1 = 'https://a.example/1';
const A2 = 'https://a.example/2';
const B1 = 'https://b.example/1';
const ROOM = 3;

/** Pages of two platforms. Addresses that differ in case are one page. */
const detect = (url: string): DetectedPage => {
  const [, slug] = /^https:\/\/([ab])\.example\//i.exec(url) ?? [];
  if (slug === undefined) return { error: 'source_not_detected', reason: 'no platform' };
  const source = { id: slug === 'a' ? 1 : 2, slug, displayName: slug };
  return { source, canonicalUrl: url.toLowerCase(), isShort: false } as unknown as DetectedPage;
};
const state = (given: Partial<AccountState> = {}): AccountState => ({
  objects: [
    { id: 7, name: 'Kept' },
    { id: 8, name: 'Twice' },
    { id: 9, name: 'Twice' },
  ],
  pages: [{ objectId: 7, sourceId: 1, url: A1 }],
  allowedSources: null,
  assertMayCreate: (others) => {
    if (others >= ROOM) throw new AppError('object_limit_reached', 'no room');
  },
  ...given,
});
const line = (name: string, ...urls: readonly string[]): Omit<ImportLine, 'line'> => ({ objectId: null, name, urls });
const tried = (lines: readonly Omit<ImportLine, 'line'>[], given?: Partial<AccountState>) =>
  inTurns(
    tryLines(
      lines.map((one, place) => ({ ...one, line: place + 1 })),
      state(given),
      detect,
    ),
  );
const similar = ({ similar: found }: TriedLine): readonly unknown[] =>
  found.map(({ same, objectId, line: other, name }) => [same, objectId ?? `line ${other}`, name]);

describe('what the lines of an import would do (contract §4.19)', () => {
  test.each<[what: string, lines: readonly Omit<ImportLine, 'line'>[], results: readonly unknown[]]>([
    [
      'a new object, and its name again',
      [line('Pier', A2), line('Pier', A2, B1), line('Pier')],
      [
        ['created', null, null],
        ['links_added', null, null],
        ['present', null, null],
      ],
    ],
    [
      'the name of an object',
      [line('Kept', A1), line('Kept', B1), line('Kept', A2)],
      [
        ['present', 7, null],
        ['links_added', 7, null],
        ['refused', 7, 'source_already_linked'],
      ],
    ],
    [
      'an id',
      [
        { ...line('Any', B1), objectId: 8 },
        { ...line('Any'), objectId: 6 },
      ],
      [
        ['links_added', 8, null],
        ['refused', null, 'not_found'],
      ],
    ],
    ['a name of several objects', [line('Twice', B1)], [['refused', null, 'conflict']]],
    [
      'more objects than the plan has room for',
      [line('A'), line('B'), line('C'), line('D'), line('A')],
      [
        ['created', null, null],
        ['created', null, null],
        ['created', null, null],
        ['refused', null, 'object_limit_reached'],
        ['present', null, null],
      ],
    ],
  ])('%s', async (_, lines, results) => {
    const found = await tried(lines);
    expect(found.map(({ result, objectId, refusal }) => [result, objectId, refusal?.code ?? null])).toEqual(results);
  });

  test('each address has its outcome, by the links of earlier lines and the plan', async () => {
    const lines = [line('Pier', A2, 'x'), line('Pier', A1, A2.replace('example', 'EXAMPLE'), B1)];
    const found = await tried(lines, { allowedSources: ['a'] });
    expect(found.map(({ outcomes }) => outcomes.map(({ refusal }) => refusal?.code ?? null))).toEqual([
      [null, 'source_not_detected'],
      ['source_already_linked', 'link_already_added', 'source_requires_upgrade'],
    ]);
  });

  test('a line that cannot be read has its reason, and affects no other one', async () => {
    const lines = [
      { line: 1, name: 'Bay', fault: 'broken' },
      { ...line('Pier'), line: 2 },
    ];
    const [bad, good] = await inTurns(tryLines(lines, state(), detect));
    expect(bad).toMatchObject({
      name: 'Bay',
      result: 'refused',
      refusal: { code: 'validation_error', reason: 'broken' },
    });
    expect(good?.result).toBe('created');
  });

  test.each<[what: string, lines: readonly Omit<ImportLine, 'line'>[], expected: readonly (readonly unknown[])[]]>([
    ['a page of another object', [line('Pier', A1)], [[['page', 7, 'Kept']]]],
    ['the page of an object that gets it again', [line('Kept', A1)], [[]]],
    [
      'an object that gets a page of another line',
      [line('Kept', B1), line('Pier', B1)],
      [[['page', 'line 2', 'Pier']], [['page', 'line 1', 'Kept']]],
    ],
    ['two lines of one object', [line('Pier', A2), line('Pier', A2, B1)], [[], []]],
    ['a refused address', [line('Pier', B1, 'https://b.example/2'), line('Bay', 'https://b.example/2')], [[], []]],
    [
      'names that differ in case, spaces and width',
      [line('KEPT'), line('Hôtel  Pier'), line('hôtel ｐier')],
      [[['name', 7, 'Kept']], [['name', 'line 3', 'hôtel ｐier']], [['name', 'line 2', 'Hôtel  Pier']]],
    ],
    ['a name of an object that is there', [line('Kept', B1), line('kept')], [[], [['name', 7, 'Kept']]]],
    [
      'a name that another line has too',
      [line('Pier'), line('Pier', B1), line('PIER')],
      [[['name', 'line 3', 'PIER']], [], [['name', 'line 1', 'Pier']]],
    ],
  ])('similar objects: %s', async (_, lines, expected) => {
    expect((await tried(lines)).map(similar)).toEqual(expected);
  });

  test('at most ten similar objects of a line are listed', async () => {
    const lines = Array.from({ length: 14 }, (_, n) => line(`Object ${n}`, A1));
    const found = await tried(lines, { assertMayCreate: () => undefined });
    for (const one of found) expect(one.similar).toHaveLength(10);
  });

  test('other work runs between two objects, pages and lines, in each pass over them', () => {
    const count = 100;
    const some = <T>(item: (n: number) => T): readonly T[] => Array.from({ length: count }, (_, n) => item(n));
    const objects = some((n) => ({ id: n + 1, name: `Object ${n}` }));
    const pages = some((n) => ({ objectId: n + 1, sourceId: 1, url: `${A1}${n}` }));
    const lines = some((n) => ({ ...line(`Line ${n}`), line: n + 1 }));
    const steps = [...tryLines(lines, state({ objects, pages, assertMayCreate: () => undefined }), detect)];
    // Objects and pages are read once and compared once; lines are tried, compared and listed.
    expect(steps).toHaveLength((2 + 2 + 3) * count);
  });
});
