import { dayShare, delayForAllMs, type RetryAfterState } from './pace';

const HOUR = 3_600_000;

describe('dayShare (contract §10.7)', () => {
  it.each([
    { daily: 20_000, isFirst: false, ceiling: 18_000, accountLimit: 10_000 },
    { daily: 20_000, isFirst: true, ceiling: 20_000, accountLimit: 10_000 },
    { daily: 11, isFirst: false, ceiling: 10, accountLimit: 5 },
    { daily: 5, isFirst: false, ceiling: 5, accountLimit: 2 },
    { daily: 1, isFirst: false, ceiling: 1, accountLimit: 1 },
  ])(
    'allows $ceiling of $daily requests, and $accountLimit for one account (first collection: $isFirst)',
    ({ daily, isFirst, ceiling, accountLimit }) => {
      expect(dayShare(daily, isFirst)).toEqual({ ceiling, accountLimit });
    },
  );
});

describe('delayForAllMs (contract §10.5, §10.6)', () => {
  const state = (changes: Partial<RetryAfterState>): RetryAfterState => ({
    accounts: 1,
    isShared: true,
    wasDelayedRecently: false,
    ...changes,
  });
  it.each<[string, number, RetryAfterState, number]>([
    ['for 30 s after a `Retry-After` of an hour to one account', HOUR, state({}), 30_000],
    ['for a second after a `Retry-After` of a second to one account', 1_000, state({}), 1_000],
    [
      'for no time after a second `Retry-After` to one account within ten minutes',
      HOUR,
      state({ wasDelayedRecently: true }),
      0,
    ],
    ['for an hour after a `Retry-After` of an hour to two accounts', HOUR, state({ accounts: 2 }), HOUR],
    [
      'for an hour after a second `Retry-After` of an hour to two accounts within ten minutes',
      HOUR,
      state({ accounts: 2, wasDelayedRecently: true }),
      HOUR,
    ],
    [
      'for an hour after a `Retry-After` of an hour to the only account with links at the source',
      HOUR,
      state({ isShared: false }),
      HOUR,
    ],
  ])('delays all accounts %s', (_, retryAfterMs, recorded, expected) => {
    expect(delayForAllMs(retryAfterMs, recorded)).toBe(expected);
  });
});
