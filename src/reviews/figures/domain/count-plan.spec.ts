import { countPlan, type CountPart } from './count-plan';

const TODAY = '2026-11-20';

describe('countPlan', () => {
  const afterRange: readonly CountPart[] = [
    { from: 'months', sign: -1, first: '2026-12-01', end: 'infinity' },
    { from: 'rows', sign: -1, range: { from: '2026-11-21', to: '2026-11-30' } },
  ];
  const beforeRange: CountPart = { from: 'months', sign: -1, first: '-infinity', end: '2000-01-01' };

  it.each<[string, string, string, boolean, readonly CountPart[]]>([
    [
      'all reviews minus those outside the range, for the default range',
      '2000-01-01',
      TODAY,
      true,
      [{ from: 'archive', sign: 1 }, beforeRange, ...afterRange],
    ],
    [
      'all reviews minus the undated ones and those outside the range, for the default dates without undated reviews',
      '2000-01-01',
      TODAY,
      false,
      [{ from: 'archive', sign: 1 }, beforeRange, ...afterRange, { from: 'undated', sign: -1 }],
    ],
    [
      'all reviews minus the undated ones, for all dates',
      '0001-01-01',
      '9999-12-31',
      false,
      [
        { from: 'archive', sign: 1 },
        { from: 'undated', sign: -1 },
      ],
    ],
    [
      'whole months and two edges, for three years',
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
      'rows only, for less than a month',
      '2026-11-02',
      TODAY,
      false,
      [{ from: 'rows', sign: 1, range: { from: '2026-11-02', to: TODAY } }],
    ],
    ['nothing, for an empty range', '2027-01-01', TODAY, false, []],
  ])('counts %s', (_, from, to, undated, expected) => {
    expect(countPlan({ from, to, undated }, { from: '2000-01-01', to: TODAY })).toEqual(expected);
  });
});
