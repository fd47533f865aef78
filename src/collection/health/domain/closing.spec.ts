import { closureMs, closureFor, type ClosureDecision, type Refusals } from './closing';

const MINUTE = 60_000;
const closedFor = (minutes: number): ClosureDecision => ({ closedForMs: minutes * MINUTE });

describe('closureFor (contract §10.6)', () => {
  it.each<[ClosureDecision, string, Refusals]>([
    ['none', 'four pages of one account', { pages: 4, accounts: 1, closures: 0, isShared: true }],
    ['none', 'four pages of two accounts', { pages: 4, accounts: 2, closures: 0, isShared: true }],
    ['probe', 'five pages of one account among several', { pages: 5, accounts: 1, closures: 0, isShared: true }],
    [closedFor(10), 'five pages of two accounts', { pages: 5, accounts: 2, closures: 0, isShared: true }],
    ['none', 'four pages of the only account', { pages: 4, accounts: 1, closures: 0, isShared: false }],
    [closedFor(10), 'five pages of the only account', { pages: 5, accounts: 1, closures: 0, isShared: false }],
    [
      'probe',
      'one page of one account among several, after a closure',
      { pages: 1, accounts: 1, closures: 1, isShared: true },
    ],
    [
      closedFor(20),
      'one page of two accounts, after a closure',
      { pages: 1, accounts: 2, closures: 1, isShared: true },
    ],
    [
      closedFor(20),
      'one page of the only account, after a closure',
      { pages: 1, accounts: 1, closures: 1, isShared: false },
    ],
    ['none', 'no page since a closure', { pages: 0, accounts: 0, closures: 3, isShared: true }],
  ])('returns %j after refusals of %s', (expected, _, refusals) => {
    expect(closureFor(refusals)).toEqual(expected);
  });

  it('doubles the duration of each closure in a row, up to six hours', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 60].map((closures) => closureMs(closures) / MINUTE)).toEqual([
      10, 20, 40, 80, 160, 320, 360, 360,
    ]);
  });
});
