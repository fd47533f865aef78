import { assertPinnable, fitsOrder, orderTag, pinChange, MAX_PINNED, withoutPins, withPins } from './curation';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);
const codeOf = (act: () => unknown): string | null => {
  try {
    act();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('contract §7.2: assertPinnable', () => {
  it.each<[string, readonly number[], string | null]>([
    ['accepts no ids', [], null],
    ['accepts distinct ids', [3, 1, 2], null],
    ['rejects a repeated id', [1, 2, 1], 'duplicate_review_ids'],
    ['accepts thirty ids', numbers(MAX_PINNED), null],
    ['rejects thirty-one ids', numbers(MAX_PINNED + 1), 'pinned_limit_exceeded'],
    ['rejects a repeated id before the limit', [...numbers(MAX_PINNED), 1], 'duplicate_review_ids'],
  ])('%s', (_row, ids, code) => {
    expect(codeOf(() => assertPinnable(ids))).toBe(code);
  });
});

describe('contract §4.10: withPins appends new ids, and pinned ids keep their position', () => {
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
  ])('the pins %j and the added ids %j give the pins %j', (pinned, added, after) => {
    expect(withPins(pinned, added)).toEqual(after);
  });
  it.each([
    [29, 1, null],
    [30, 1, 'pinned_limit_exceeded'],
    [0, 31, 'pinned_limit_exceeded'],
  ])('contract §8: with %i pins, adding %i ids gives the error %s', (pinCount, addedCount, code) => {
    const added = numbers(addedCount).map((id) => id + 100);
    expect(codeOf(() => withPins(numbers(pinCount), added))).toBe(code);
  });
  it('an id that is already pinned does not count towards the limit', () => {
    expect(withPins(numbers(30), [7])).toEqual(numbers(30));
  });
});

it.each<[readonly number[], readonly number[], readonly number[]]>([
  [[1, 2, 3], [2], [1, 3]],
  [[1, 2, 3], [1, 3, 9], [2]],
  [[1, 2], [], [1, 2]],
])('contract §3.3: withoutPins(%j, %j) returns %j', (pinned, removed, after) => {
  expect(withoutPins(pinned, removed)).toEqual(after);
});

describe('pinChange returns only the positions and removals that differ', () => {
  const stored = [
    { id: 1, position: 0 },
    { id: 2, position: 1 },
    { id: 3, position: 2 },
  ];
  it.each<[string, readonly number[], unknown, unknown]>([
    ['the pins do not change', [1, 2, 3], [], []],
    [
      'the first pin is removed, the others move up',
      [2, 3],
      [
        [2, 0],
        [3, 1],
      ],
      [1],
    ],
    ['the last pin is removed', [1, 2], [], [3]],
    ['a pin is added', [1, 2, 3, 9], [[9, 3]], []],
    [
      'two pins exchange their positions',
      [2, 1, 3],
      [
        [2, 0],
        [1, 1],
      ],
      [],
    ],
    ['all pins are removed', [], [], [1, 2, 3]],
  ])('if %s', (_row, wanted, newPositions, removedIds) => {
    const change = pinChange(stored, wanted);
    expect([change.newPositions.map(({ id, position }) => [id, position]), change.removedIds]).toEqual([
      newPositions,
      removedIds,
    ]);
  });
  it('assigns consecutive positions if the removal of a link left gaps', () => {
    const stored = [
      { id: 1, position: 1 },
      { id: 2, position: 4 },
    ];
    expect(pinChange(stored, [1, 2]).newPositions.map(({ id, position }) => [id, position])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });
});

describe('contract §4.10: the tag of an order', () => {
  const [tag, other] = [orderTag([1, 2]), orderTag([2, 1])];
  it.each<[string, string, boolean]>([
    ['its own tag', tag, true],
    ['a weak tag', `W/${tag}`, true],
    ['one of several tags', `${other},${tag}`, true],
    ['any state', ' * ', true],
    ['the tag of another order', other, false],
    ['the tag without quotes', tag.replaceAll('"', ''), false],
    ['no tag', '', false],
  ])('%s fits: %p', (_row, ifMatch, fits) => expect(fitsOrder(ifMatch, [1, 2])).toBe(fits));

  it('differs for ids whose digits are the same in sequence', () => expect(orderTag([12])).not.toBe(orderTag([1, 2])));
});
