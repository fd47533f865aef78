import { countPlan, type CountPart } from './count-plan';

const TODAY = '2026-11-20';

describe('where the counts of a range come from', () => {
  const ahead: readonly CountPart[] = [
    { from: 'months', sign: -1, first: '2026-12-01', end: 'infinity' },
    { from: 'rows', sign: -1, range: { from: '2026-11-21', to: '2026-11-30' } },
  ];
  const old: CountPart = { from: 'months', sign: -1, first: '-infinity', end: '2000-01-01' };

  it.each<[string, string, string, boolean, readonly CountPart[]]>([
    [
      'the default: all reviews minus those outside the range',
      '2000-01-01',
      TODAY,
      true,
      [{ from: 'archive', sign: 1 }, old, ...ahead],
    ],
    [
      'the same bounds by hand: less the undated too',
      '2000-01-01',
      TODAY,
      false,
      [{ from: 'archive', sign: 1 }, old, ...ahead, { from: 'undated', sign: -1 }],
    ],
    [
      'all dates there are',
      '0001-01-01',
      '9999-12-31',
      false,
      [
        { from: 'archive', sign: 1 },
        { from: 'undated', sign: -1 },
      ],
    ],
    [
      'three years: whole months and two edges',
      '2023-11-21',
      TODAY,
      false,
      [
        { from: 'months', sign: 1, first: '2023-12-01', end: '2026-11-01' },
        { from: 'rows', sign: 1, range: { from: '2023-11-21', to: '2023-11-30' } },
        { from: 'rows', sign: 1, range: { from: '2026-11-01', to: TODAY } },
      ],
    ],
    [
      'less than a month',
      '2026-11-02',
      TODAY,
      false,
      [{ from: 'rows', sign: 1, range: { from: '2026-11-02', to: TODAY } }],
    ],
    ['nothing', '2027-01-01', TODAY, false, []],
  ])('%s', (_, from, to, undated, expected) => {
    expect(countPlan({ from, to, undated }, { from: '2000-01-01', to: TODAY })).toEqual(expected);
  });
});
