import { dayShare, delayForAllMs, type RetryAfterState } from './pace';

const HOUR = 3_600_000;

describe('how many of the requests of a day a visit may use (contract §10.7)', () => {
  it.each([
    { daily: 20_000, isFirst: false, ceiling: 18_000, ofAccount: 10_000 },
    { daily: 20_000, isFirst: true, ceiling: 20_000, ofAccount: 10_000 },
    { daily: 11, isFirst: false, ceiling: 10, ofAccount: 5 },
    { daily: 5, isFirst: false, ceiling: 5, ofAccount: 2 },
    { daily: 1, isFirst: false, ceiling: 1, ofAccount: 1 },
  ])('of $daily requests, first collection: $isFirst', ({ daily, isFirst, ceiling, ofAccount }) => {
    expect(dayShare(daily, isFirst)).toEqual({ ceiling, ofAccount });
  });
});

describe('how long a `Retry-After` delays all accounts (contract §10.5, §10.6)', () => {
  const state = (changes: Partial<RetryAfterState>): RetryAfterState => ({
    accounts: 1,
    isShared: true,
    wasDelayedRecently: false,
    ...changes,
  });
  it.each<[string, number, RetryAfterState, number]>([
    ['an hour, received by one account: the others wait 30 s', HOUR, state({}), 30_000],
    ['a second, received by one account: the others wait a second', 1_000, state({}), 1_000],
    ['received again within ten minutes: the others do not wait', HOUR, state({ wasDelayedRecently: true }), 0],
    ['received by two accounts: all wait for all of it', HOUR, state({ accounts: 2 }), HOUR],
    [
      'received by two accounts again within ten minutes: all wait for all of it',
      HOUR,
      state({ accounts: 2, wasDelayedRecently: true }),
      HOUR,
    ],
    ['received by the only account with links at the source: all of it', HOUR, state({ isShared: false }), HOUR],
  ])('%s', (_, retryAfterMs, recorded, expected) => {
    expect(delayForAllMs(retryAfterMs, recorded)).toBe(expected);
  });
});
