import { movesUpAt, priorityClass, type RunCause } from './priority-class';

const HOUR = 3_600_000;

describe('inside an account: first collections, then "collect now", then scheduled (contract §10.7)', () => {
  it.each<[RunCause, boolean, number]>([
    ['first', false, 0],
    ['manual', true, 1],
    ['scheduled', true, 2],
    // The first collection of a link is always `first`.
    ['manual', false, 0],
    ['scheduled', false, 0],
  ])('%s, collected before: %s: class %i', (cause, wasCollected, expected) => {
    expect(priorityClass(cause, wasCollected)).toBe(expected);
  });

  it.each([
    ['of six hours', 6 * HOUR, 36 * 60_000],
    ['of a week, where it is frozen', 7 * 24 * HOUR, 16.8 * HOUR],
  ])('what has waited longer than a tenth of its period %s moves up one class', (_, period, after) => {
    const since = new Date('2026-01-01T00:00:00Z');
    expect(movesUpAt(since, period).getTime() - since.getTime()).toBe(after);
  });
});
