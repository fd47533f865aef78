import type { SourceHour } from '@src/collection';
import { stateOf, visitsOfDay } from './source-state';

const NOW = new Date('2026-11-25T10:30:00Z');
const hour = (hoursAgo: number, outcome: string, visits: number, more: Partial<SourceHour> = {}): SourceHour => ({
  sourceId: 1,
  hour: new Date(Date.UTC(2026, 10, 25, 10 - hoursAgo)),
  outcome,
  visits,
  onTime: 0,
  newReviews: 0,
  lastAt: NOW,
  ...more,
});

describe('the visits of a day', () => {
  it('has 24 hours, oldest first, and counts by outcome', () => {
    const day = visitsOfDay(
      [
        hour(0, 'success', 8, { onTime: 7, newReviews: 3 }),
        hour(0, 'blocked', 2),
        hour(23, 'success', 9, { newReviews: 1 }),
        hour(5, 'timeout', 1),
        hour(1, 'resting', 50),
      ],
      NOW,
    );
    expect(day).toMatchObject({ visits: 20, succeeded: 17, onTime: 7, newReviews: 4 });
    expect(day.hours).toHaveLength(24);
    expect([day.hours[0], day.hours[23]]).toMatchObject([
      { visits: 9, succeeded: 9 },
      { visits: 10, succeeded: 8 },
    ]);
    expect(day.troubles).toEqual([
      { code: 'blocked', visits: 2, share: 0.1 },
      { code: 'timeout', visits: 1, share: 0.05 },
    ]);
  });

  it.each([
    ['paused', { isPaused: true, isResting: true }, []],
    ['resting', { isResting: true, hasAlarm: true }, []],
    ['failing', { hasAlarm: true }, [hour(0, 'blocked', 6), hour(0, 'success', 4)]],
    ['drift', { hasAlarm: true }, [hour(0, 'success', 4)]],
    ['reading', {}, [hour(0, 'success', 4)]],
    ['reading', {}, [hour(6, 'blocked', 40), hour(0, 'success', 5)]],
    ['reading', {}, [hour(0, 'blocked', 4)]],
    ['idle', {}, []],
  ] as const)('a source is %s with %p', (state, facts, rows) => {
    const day = visitsOfDay(rows, NOW);
    expect(stateOf({ isPaused: false, isResting: false, hasAlarm: false, ...facts, day })).toBe(state);
  });
});
