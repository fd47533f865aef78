import { dayShare, heldForAllMs, type RetryAfterState } from './pace';

const HOUR = 3_600_000;

describe('one account uses at most half of a daily ceiling while others wait; a tenth is kept for first collections (contract §10.7)', () => {
  it.each([
    { daily: 20_000, isFirst: false, ceiling: 18_000, ofAccount: 10_000 },
    { daily: 20_000, isFirst: true, ceiling: 20_000, ofAccount: 10_000 },
    { daily: 11, isFirst: false, ceiling: 10, ofAccount: 5 },
    { daily: 5, isFirst: false, ceiling: 5, ofAccount: 2 },
    { daily: 1, isFirst: false, ceiling: 1, ofAccount: 1 },
  ])('of $daily, first: $isFirst', ({ daily, isFirst, ceiling, ofAccount }) => {
    expect(dayShare(daily, isFirst)).toEqual({ ceiling, ofAccount });
  });
});

describe("`Retry-After` is obeyed (contract §10.5); one account's links never decide about a platform for others (§10.6)", () => {
  const asked = (patience: Partial<RetryAfterState>): RetryAfterState => ({
    accounts: 1,
    isShared: true,
    heldLately: false,
    ...patience,
  });
  it.each<[string, number, RetryAfterState, number]>([
    ['a page of one account, for an hour: the others wait 30 s', HOUR, asked({}), 30_000],
    ['for a second: the others wait a second', 1_000, asked({}), 1_000],
    ['again within ten minutes: the others do not wait', HOUR, asked({ heldLately: true }), 0],
    ['pages of two accounts: all wait for the requested time', HOUR, asked({ accounts: 2 }), HOUR],
    ['… also within ten minutes', HOUR, asked({ accounts: 2, heldLately: true }), HOUR],
    ['no other account has links there: for the requested time', HOUR, asked({ isShared: false }), HOUR],
  ])('%s', (_, askedMs, patience, expected) => {
    expect(heldForAllMs(askedMs, patience)).toBe(expected);
  });
});
