import fc from 'fast-check';
import { EVERYTHING, EVERYTHING_DATED, addStep, compareFloors, floorAbove, type Step } from './seen-staircase';

const day = (number: number): string => new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 19);
const pass = (number: number): Date => new Date(Date.UTC(2027, 0, number));

/** Returns `seenAt` of the highest step whose floor is at or below the date of the review. */
function lastSeen(steps: readonly Step[], reviewDate: string | null): Date | null {
  return steps.filter((step) => compareFloors(step.floor, reviewDate ?? EVERYTHING) <= 0).at(-1)?.seenAt ?? null;
}

describe('last_seen_at is computed from the steps of a link (contract §10)', () => {
  it('a pass that saw the whole list applies to all reviews, including undated ones', () => {
    const steps = addStep([], { floor: EVERYTHING, seenAt: pass(1) });
    expect(lastSeen(steps, null)).toEqual(pass(1));
    expect(lastSeen(steps, day(1))).toEqual(pass(1));
  });

  it('a pass that read only the newest page applies to the reviews of that page', () => {
    const steps = addStep(addStep([], { floor: EVERYTHING, seenAt: pass(1) }), { floor: day(20), seenAt: pass(2) });
    expect(lastSeen(steps, day(25))).toEqual(pass(2));
    expect(lastSeen(steps, day(20))).toEqual(pass(2));
    expect(lastSeen(steps, day(19))).toEqual(pass(1));
    expect(lastSeen(steps, null)).toEqual(pass(1));
  });

  it.each<[{ reviewDate: string | null } | null, string, string]>([
    [null, EVERYTHING, 'it saw all reviews'],
    [{ reviewDate: null }, EVERYTHING_DATED, 'it did not see undated reviews'],
    [{ reviewDate: '2026-01-31T23:59:59' }, '2026-02-01T00:00:00', 'one second above the newest unseen review'],
  ])('the floor of a pass whose newest unseen review is %p is %p (%s)', (newest, floor) => {
    expect(floorAbove(newest)).toBe(floor);
  });

  it('the steps give the same times as a table with an entry for every date', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 40 }), (floors) => {
        const table = new Map<string, Date>();
        let steps: readonly Step[] = [];
        floors.forEach((floor, passIndex) => {
          for (let date = Math.max(1, floor); date <= 30; date += 1) table.set(day(date), pass(passIndex + 1));
          steps = addStep(steps, { floor: floor === 0 ? EVERYTHING : day(floor), seenAt: pass(passIndex + 1) });
        });
        for (let date = 1; date <= 30; date += 1)
          expect(lastSeen(steps, day(date))).toEqual(table.get(day(date)) ?? null);
      }),
    );
  });

  it('both values of the steps ascend, and there are at most 64 steps', () => {
    let steps: readonly Step[] = [];
    for (let number = 1; number <= 300; number += 1) {
      steps = addStep(steps, { floor: day(number), seenAt: pass(number) });
      expect(steps.length).toBeLessThanOrEqual(64);
    }
    for (let index = 1; index < steps.length; index += 1) {
      expect(compareFloors(steps[index - 1]?.floor ?? '', steps[index]?.floor ?? '')).toBeLessThan(0);
      expect(steps[index - 1]?.seenAt.getTime()).toBeLessThan(steps[index]?.seenAt.getTime() ?? 0);
    }
  });
});
