import { idOf, matching, type Entry } from './matches';

const entry = (label: string, also?: string): Entry => ({
  id: label,
  label,
  ...(also === undefined ? {} : { also }),
  run: () => undefined,
});
const found = (labels: readonly string[], text: string): readonly string[] =>
  matching([{ title: 'All', entries: labels.map((label) => entry(label)) }], text).flatMap(({ entries }) =>
    entries.map(({ label }) => label),
  );

describe('matching', () => {
  it.each([
    ['porto harbor', ['Harbor Hotel Porto']],
    ['HOTEL', ['Hotel Sul', 'Harbor Hotel Porto']],
    ['sao', ['São Jorge']],
    ['فندق', ['فندق الميناء']],
    ['nothing', []],
  ])('"%s" finds %j', (text, expected) =>
    expect(found(['Harbor Hotel Porto', 'Hotel Sul', 'São Jorge', 'فندق الميناء'], text)).toEqual(expected),
  );

  it('shows at most eight entries of a group', () =>
    expect(
      found(
        Array.from({ length: 500 }, (_, n) => `Hotel ${n}`),
        'hotel',
      ),
    ).toHaveLength(8));

  it('shows groups that are found by text only for a text', () => {
    const groups = [{ title: 'Objects', entries: [entry('Harbor')], isSearchOnly: true }];
    expect([matching(groups, ' '), matching(groups, 'h')]).toEqual([[], [{ ...groups[0] }]]);
  });
});

describe('idOf', () => {
  const uuid = '0198f6a2-1111-7abc-8def-0123456789ab';
  it.each([
    ['184220', { kind: 'review', id: '184220' }],
    ['review 184220', { kind: 'review', id: '184220' }],
    ['Delivery #17', { kind: 'delivery', id: '17' }],
    [uuid, { kind: 'request', id: uuid }],
    [`request ${uuid}`, { kind: 'request', id: uuid }],
    ['request my-trace.77', { kind: 'request', id: 'my-trace.77' }],
    ['review x', null],
    ['harbor', null],
    ['0', null],
    ['9999999999999999', null],
    ['', null],
  ])('"%s" is %j', (text, expected) => expect(idOf(text)).toEqual(expected));
});
