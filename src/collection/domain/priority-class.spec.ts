import { movesUpAt, priorityClass, type RunCause } from './priority-class';

const HOUR = 3_600_000;

describe('within an account, first collections come before "collect now" and scheduled ones (contract §10.7)', () => {
  it.each<[RunCause, boolean, number]>([
    ['first', false, 0],
    ['manual', true, 1],
    ['scheduled', true, 2],
    // The first collection of a link is always `first`.
    ['manual', false, 0],
    ['scheduled', false, 0],
  ])('plans a link for the cause %s (collected before: %s) in class %i', (cause, wasCollected, expected) => {
    expect(priorityClass(cause, wasCollected)).toBe(expected);
  });

  it.each([
    ['six hours', 6 * HOUR, 36 * 60_000],
    ['a week, because it is frozen', 7 * 24 * HOUR, 16.8 * HOUR],
  ])('moves a link up one class after a tenth of its period, if the period is %s', (_, period, after) => {
    const since = new Date('2026-01-01T00:00:00Z');
    expect(movesUpAt(since, period).getTime() - since.getTime()).toBe(after);
  });
});
