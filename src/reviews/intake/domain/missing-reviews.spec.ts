import fc from 'fast-check';
import { classifyMissing } from './missing-reviews';

const HOUR = 3_600_000;
const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1) + hour * HOUR);
const pass = (hour: number, reviewsOfLink: number) => ({ beganAt: at(hour), reviewsOfLink, confirmAfterMs: 6 * HOUR });

describe('contract §10.3: a review is deleted after two passes that did not see it', () => {
  it('the first complete pass that misses a review does not delete it', () => {
    expect(classifyMissing([{ id: 1, missedAt: null }], pass(0, 100))).toEqual({
      firstMissed: [1],
      delete: [],
      refused: false,
    });
  });

  it.each([
    [5.99, false],
    [6, true],
    [48, true],
  ])('a second pass that began %p h after the first deletes the review: %p', (hours, deleted) => {
    const verdict = classifyMissing([{ id: 1, missedAt: at(0) }], pass(hours, 100));
    expect(verdict.delete).toEqual(deleted ? [1] : []);
    expect(verdict.firstMissed).toEqual([]);
  });

  it('a pass does not confirm what it recorded itself, also if no time has to pass', () => {
    const missing = [{ id: 1, missedAt: at(0) }];
    expect(classifyMissing(missing, { ...pass(0, 100), confirmAfterMs: 0 }).delete).toEqual([]);
    expect(classifyMissing(missing, { ...pass(1, 100), confirmAfterMs: 0 }).delete).toEqual([1]);
  });

  it.each([
    [19, 100, false],
    [20, 100, true],
    [1, 5, true],
    [1, 6, false],
    [100, 100, true],
  ])('with %i of %i reviews missing, deletions are refused: %p', (missingCount, total, refused) => {
    const missing = Array.from({ length: missingCount }, (_, id) => ({ id, missedAt: at(0) }));
    const verdict = classifyMissing(missing, pass(7, total));
    expect(verdict.refused).toBe(refused);
    expect(verdict.delete).toHaveLength(refused ? 0 : missingCount);
  });

  it('one pass deletes less than a fifth of the reviews, even if more are missing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 0, max: 20 })), { maxLength: 60 }),
        fc.integer({ min: 0, max: 200 }),
        (misses, others) => {
          const missing = misses.map((hour, id) => ({ id, missedAt: hour === null ? null : at(hour) }));
          const verdict = classifyMissing(missing, pass(20, missing.length + others));
          expect(verdict.delete.length === 0 || verdict.delete.length < 0.2 * (missing.length + others)).toBe(true);
          expect(verdict.firstMissed.every((id) => missing[id]?.missedAt === null)).toBe(true);
          expect(
            verdict.delete.every((id) => at(20).getTime() - (missing[id]?.missedAt?.getTime() ?? Infinity) >= 6 * HOUR),
          ).toBe(true);
        },
      ),
    );
  });
});
