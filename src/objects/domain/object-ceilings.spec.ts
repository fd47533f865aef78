import type { ErrorCode } from '@libs/kernel';
import { assertMayCreate, assertMaySwitchOn, objectCreationBudget } from './object-ceilings';

const codeOf = (attempt: () => void): ErrorCode | null => {
  try {
    attempt();
    return null;
  } catch (error) {
    return (error as { code: ErrorCode }).code;
  }
};

it('an account may create three times its ceiling plus ten objects in 30 days (contract §5.3)', () => {
  expect([0, 3, 200].map((objectCeiling) => objectCreationBudget({ objectCeiling }))).toEqual([10, 19, 610]);
});

describe('creating an object with a limit of 3 and a budget of 19 (contract §7.2, §5.3)', () => {
  const table: readonly [number, number, ErrorCode | null][] = [
    [0, 0, null],
    [2, 2, null],
    [2, 18, null],
    [3, 3, 'object_limit_reached'],
    [4, 4, 'object_limit_reached'],
    [0, 19, 'object_creation_budget_exhausted'],
    [2, 25, 'object_creation_budget_exhausted'],
    [3, 19, 'object_limit_reached'],
  ];

  it.each(table)(
    'with %i active and %i created in 30 days causes the error: %s',
    (active, createdInWindow, expected) => {
      expect(codeOf(() => assertMayCreate({ active, createdInWindow }, 3, 19))).toBe(expected);
    },
  );

  it('is refused on a plan without objects', () => {
    expect(codeOf(() => assertMayCreate({ active: 0, createdInWindow: 0 }, 0, 10))).toBe('object_limit_reached');
  });
});

describe('enabling objects with a limit of 3 (contract §4.6)', () => {
  const table: readonly [number, number, ErrorCode | null][] = [
    [0, 3, null],
    [2, 1, null],
    [0, 4, 'object_limit_reached'],
    [3, 1, 'object_limit_reached'],
    // Objects stay active after a reduction of the plan. A request that enables no further object is allowed.
    [5, 0, null],
    [5, 1, 'object_limit_reached'],
  ];

  it.each(table)('with %i active objects and %i more causes the error: %s', (active, additional, expected) => {
    expect(codeOf(() => assertMaySwitchOn(active, additional, 3))).toBe(expected);
  });
});
