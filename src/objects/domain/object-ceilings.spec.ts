import type { ErrorCode } from '@libs/kernel';
import { assertMayCreate, assertMaySwitchOn } from './object-ceilings';

const codeOf = (attempt: () => void): ErrorCode | null => {
  try {
    attempt();
    return null;
  } catch (error) {
    return (error as { code: ErrorCode }).code;
  }
};

describe('§7.2, contract §5.3: creating an object with a limit of 3 and a budget of 19', () => {
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

  it.each(table)('%i active, %i created in 30 days: %s', (active, createdInWindow, expected) => {
    expect(codeOf(() => assertMayCreate({ active, createdInWindow }, 3, 19))).toBe(expected);
  });

  it('a plan without objects allows none', () => {
    expect(codeOf(() => assertMayCreate({ active: 0, createdInWindow: 0 }, 0, 10))).toBe('object_limit_reached');
  });
});

describe('contract §4.6: switching on with a limit of 3', () => {
  const table: readonly [number, number, ErrorCode | null][] = [
    [0, 3, null],
    [2, 1, null],
    [0, 4, 'object_limit_reached'],
    [3, 1, 'object_limit_reached'],
    // The plan was reduced: active objects stay active, and switching them on again is allowed.
    [5, 0, null],
    [5, 1, 'object_limit_reached'],
  ];

  it.each(table)('%i active, %i switched on: %s', (active, switchedOn, expected) => {
    expect(codeOf(() => assertMaySwitchOn(active, switchedOn, 3))).toBe(expected);
  });
});
