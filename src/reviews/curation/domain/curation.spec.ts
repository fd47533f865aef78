import { assertPinnable, pinChange, MAX_PINNED, withoutPins, withPins } from './curation';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);
const codeOf = (act: () => unknown): string | null => {
  try {
    act();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('§7.2: the ids of a request for pins', () => {
  it.each<[string, readonly number[], string | null]>([
    ['none', [], null],
    ['some', [3, 1, 2], null],
    ['a repeat', [1, 2, 1], 'duplicate_review_ids'],
    ['thirty', numbers(MAX_PINNED), null],
    ['thirty-one', numbers(MAX_PINNED + 1), 'pinned_limit_exceeded'],
    ['thirty-one with a repeat', [...numbers(MAX_PINNED), 1], 'duplicate_review_ids'],
  ])('%s', (_what, ids, code) => {
    expect(codeOf(() => assertPinnable(ids))).toBe(code);
  });
});

describe('contract §4.10: pinning appends, what is pinned keeps its place', () => {
  it.each<[readonly number[], readonly number[], readonly number[]]>([
    [[], [5, 3], [5, 3]],
    [[1, 2], [3], [1, 2, 3]],
    [
      [1, 2],
      [3, 1, 4],
      [1, 2, 3, 4],
    ],
    [
      [1, 2],
      [2, 1],
      [1, 2],
    ],
  ])('%j and %j', (pinned, asked, after) => {
    expect(withPins(pinned, asked)).toEqual(after);
  });
  it.each([
    [29, 1, null],
    [30, 1, 'pinned_limit_exceeded'],
    [0, 31, 'pinned_limit_exceeded'],
  ])('§8: %i pinned and %i more: %s', (pinned, more, code) => {
    const asked = numbers(more).map((id) => id + 100);
    expect(codeOf(() => withPins(numbers(pinned), asked))).toBe(code);
  });
  it('thirty pinned and one of them again is no more than thirty', () => {
    expect(withPins(numbers(30), [7])).toEqual(numbers(30));
  });
});

it.each<[readonly number[], readonly number[], readonly number[]]>([
  [[1, 2, 3], [2], [1, 3]],
  [[1, 2, 3], [1, 3, 9], [2]],
  [[1, 2], [], [1, 2]],
])('§3.3: of %j without %j stay %j', (pinned, asked, after) => {
  expect(withoutPins(pinned, asked)).toEqual(after);
});

describe('what is written: only what differs', () => {
  const stored = [
    { id: 1, position: 0 },
    { id: 2, position: 1 },
    { id: 3, position: 2 },
  ];
  it.each<[string, readonly number[], unknown, unknown]>([
    ['nothing', [1, 2, 3], [], []],
    [
      'the first leaves, the others shift up',
      [2, 3],
      [
        [2, 0],
        [3, 1],
      ],
      [1],
    ],
    ['the last leaves', [1, 2], [], [3]],
    ['one is added', [1, 2, 3, 9], [[9, 3]], []],
    [
      'two change places',
      [2, 1, 3],
      [
        [2, 0],
        [1, 1],
      ],
      [],
    ],
    ['all leave', [], [], [1, 2, 3]],
  ])('%s', (_what, wanted, placed, dropped) => {
    const change = pinChange(stored, wanted);
    expect([change.placed.map(({ id, position }) => [id, position]), change.dropped]).toEqual([placed, dropped]);
  });
  it('gaps that a removed link left are closed', () => {
    const gapped = [
      { id: 1, position: 1 },
      { id: 2, position: 4 },
    ];
    expect(pinChange(gapped, [1, 2]).placed.map(({ id, position }) => [id, position])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });
});
