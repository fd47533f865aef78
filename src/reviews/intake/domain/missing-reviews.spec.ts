import fc from 'fast-check';
import { judgeMissing } from './missing-reviews';

const HOUR = 3_600_000;
const at = (hour: number): Date => new Date(Date.UTC(2026, 0, 1) + hour * HOUR);
const pass = (hour: number, reviewsOfLink: number) => ({ beganAt: at(hour), reviewsOfLink, confirmAfterMs: 6 * HOUR });

describe('deletion needs proof (contract §10.3)', () => {
  it('the first complete pass that misses a review only notes it', () => {
    expect(judgeMissing([{ id: 1, missedAt: null }], pass(0, 100))).toEqual({ note: [1], delete: [], refused: false });
  });

  it.each([
    [5.99, false, 'less than 6 h later'],
    [6, true, '6 h later'],
    [48, true, 'much later'],
  ])('a second one begun %p h after the first deletes it: %p (%s)', (hours, deleted) => {
    const verdict = judgeMissing([{ id: 1, missedAt: at(0) }], pass(hours, 100));
    expect(verdict.delete).toEqual(deleted ? [1] : []);
    expect(verdict.note).toEqual([]);
  });

  it.each([
    [19, 100, false],
    [20, 100, true],
    [1, 5, true],
    [1, 6, false],
    [100, 100, true],
  ])('%i of %i reviews gone: refused %p (less than 20 %% of the link may go)', (gone, all, refused) => {
    const missing = Array.from({ length: gone }, (_, id) => ({ id, missedAt: at(0) }));
    const verdict = judgeMissing(missing, pass(7, all));
    expect(verdict.refused).toBe(refused);
    expect(verdict.delete).toHaveLength(refused ? 0 : gone);
  });

  it('one pass deletes less than a fifth of the reviews, however many are missing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 0, max: 20 })), { maxLength: 60 }),
        fc.integer({ min: 0, max: 200 }),
        (misses, others) => {
          const missing = misses.map((hour, id) => ({ id, missedAt: hour === null ? null : at(hour) }));
          const verdict = judgeMissing(missing, pass(20, missing.length + others));
          expect(verdict.delete.length === 0 || verdict.delete.length < 0.2 * (missing.length + others)).toBe(true);
          expect(verdict.note.every((id) => missing[id]?.missedAt === null)).toBe(true);
          expect(
            verdict.delete.every((id) => at(20).getTime() - (missing[id]?.missedAt?.getTime() ?? Infinity) >= 6 * HOUR),
          ).toBe(true);
        },
      ),
    );
  });
});
