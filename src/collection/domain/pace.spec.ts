import { dayShare, delayForAllMs, type RetryAfterState } from './pace';

const HOUR = 3_600_000;

describe('dayShare (contract §10.7)', () => {
  it.each([
    { daily: 20_000, isFirst: false, ceiling: 18_000, ofAccount: 10_000 },
    { daily: 20_000, isFirst: true, ceiling: 20_000, ofAccount: 10_000 },
    { daily: 11, isFirst: false, ceiling: 10, ofAccount: 5 },
    { daily: 5, isFirst: false, ceiling: 5, ofAccount: 2 },
    { daily: 1, isFirst: false, ceiling: 1, ofAccount: 1 },
  ])('allows $ceiling of $daily requests (first collection: $isFirst)', ({ daily, isFirst, ceiling, ofAccount }) => {
    expect(dayShare(daily, isFirst)).toEqual({ ceiling, ofAccount });
  });
});

describe('delayForAllMs (contract §10.5, §10.6)', () => {
  const state = (changes: Partial<RetryAfterState>): RetryAfterState => ({
    accounts: 1,
    isShared: true,
    wasDelayedRecently: false,
    ...changes,
  });
  it.each<[string, number, RetryAfterState, number]>([
    ['30 s after an hour for one account', HOUR, state({}), 30_000],
    ['a second after a second for one account', 1_000, state({}), 1_000],
    ['not after an hour for one account, again within ten minutes', HOUR, state({ wasDelayedRecently: true }), 0],
    ['an hour after an hour for two accounts', HOUR, state({ accounts: 2 }), HOUR],
    [
      'an hour after an hour for two accounts, again within ten minutes',
      HOUR,
      state({ accounts: 2, wasDelayedRecently: true }),
      HOUR,
    ],
    ['an hour after an hour for the only account with links at the source', HOUR, state({ isShared: false }), HOUR],
  ])('delays all accounts: %s', (_, retryAfterMs, recorded, expected) => {
    expect(delayForAllMs(retryAfterMs, recorded)).toBe(expected);
  });
});
