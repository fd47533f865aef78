import type { AccountVisits, SourceHour } from '@src/collection';
import { stateOf, visitsOfDay, type SourceFacts } from './source-state';

const NOW = new Date('2026-11-25T10:30:00Z');
const hour = (hoursAgo: number, outcome: string, visits: number, more: Partial<SourceHour> = {}): SourceHour => ({
  sourceId: 1,
  hour: new Date(Date.UTC(2026, 10, 25, 10 - hoursAgo)),
  outcome,
  isOfLink: outcome === 'page_not_found' || outcome.startsWith('credentials_'),
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
      { code: 'blocked', visits: 2, share: 0.1, isOfLinks: false },
      { code: 'timeout', visits: 1, share: 0.05, isOfLinks: false },
    ]);
  });

  it('visits that fail because of a link are counted, and judge no source', () => {
    const day = visitsOfDay(
      [
        hour(0, 'success', 4),
        hour(0, 'blocked', 1),
        hour(0, 'page_not_found', 57),
        hour(0, 'credentials_missing', 2),
        hour(0, 'credentials_rejected', 2),
        hour(0, 'credentials_insufficient', 2),
      ],
      NOW,
    );
    expect(day).toMatchObject({ visits: 68, judged: 5, succeeded: 4 });
    expect(day.hours[23]).toMatchObject({ visits: 5, succeeded: 4 });
    expect(day.troubles.filter(({ isOfLinks }) => !isOfLinks)).toMatchObject([{ code: 'blocked', visits: 1 }]);
  });
});

describe('the state of a source', () => {
  const ONE = [hour(0, 'success', 1)];
  const visits = (accountId: number, all: number, succeeded: number): AccountVisits => ({
    ...{ sourceId: 1, accountId },
    ...{ visits: all, succeeded },
  });
  const state = (facts: Partial<SourceFacts>, rows: readonly SourceHour[] = ONE): string =>
    stateOf({
      ...{ isPaused: false, isResting: false, hasAlarm: false, isShared: false },
      ...{ recent: [], day: visitsOfDay(rows, NOW) },
      ...facts,
    });

  it.each<[string, Partial<SourceFacts>]>([
    ['paused', { isPaused: true, isResting: true }],
    ['resting', { isResting: true, hasAlarm: true }],
    ['failing', { hasAlarm: true, recent: [visits(1, 10, 4)] }],
    ['drift', { hasAlarm: true, recent: [visits(1, 10, 5)] }],
    ['reading', { recent: [visits(1, 4, 0)] }],
    ['reading', {}],
  ])('is %s with %p', (expected, facts) => {
    expect(state(facts)).toBe(expected);
  });

  it('is idle without a visit of the day', () => expect(state({}, [])).toBe('idle'));

  it.each<[string, readonly AccountVisits[], string]>([
    ['one account, whose visits fail', [visits(1, 57, 0)], 'reading'],
    ['one account, while the visits of another one succeed', [visits(1, 57, 0), visits(2, 4, 4)], 'reading'],
    ['one account, while one visit of another one fails', [visits(1, 57, 0), visits(2, 1, 0)], 'reading'],
    ['two accounts', [visits(1, 57, 0), visits(2, 3, 0)], 'failing'],
    ['three accounts with a visit or two', [visits(1, 2, 0), visits(2, 2, 0), visits(3, 1, 0)], 'failing'],
    ['a large account that is read, and a small one that is not', [visits(1, 300, 300), visits(2, 9, 0)], 'reading'],
  ])('of a source of several accounts is not decided by one: %s', (_, recent, expected) => {
    expect(state({ isShared: true, recent })).toBe(expected);
  });
});
