import { fits, type SpaceUse } from './export-space';

const LIMITS = { ofAccount: 40, ofAll: 200 };

describe('contract §4.18: one account cannot take the space of all', () => {
  test.each<[what: string, use: SpaceUse, more: number, expected: boolean]>([
    ['the first file', { own: 0, total: 0, accounts: 1 }, 40, true],
    ['beyond the limit of the account', { own: 30, total: 30, accounts: 1 }, 11, false],
    ['up to half of the space of all', { own: 30, total: 90, accounts: 3 }, 10, true],
    ['beyond it, above the share', { own: 30, total: 95, accounts: 4 }, 6, false],
    ['beyond it, within the share', { own: 10, total: 95, accounts: 4 }, 15, true],
    ['beyond it, without a file before', { own: 0, total: 150, accounts: 5 }, 20, true],
    ['beyond the space of all', { own: 0, total: 195, accounts: 40 }, 6, false],
  ])('%s', (_, use, more, expected) => expect(fits(use, more, LIMITS)).toBe(expected));

  it('accounts that take all they may leave room for one that comes later', () => {
    const used = new Map<number, number>();
    const total = (): number => [...used.values()].reduce((sum, bytes) => sum + bytes, 0);
    const take = (account: number): boolean => {
      const own = used.get(account) ?? 0;
      const accounts = new Set([...used.keys(), account]).size;
      if (!fits({ own, total: total(), accounts }, 1, LIMITS)) return false;
      used.set(account, own + 1);
      return true;
    };
    for (let account = 1; account <= 6; account += 1) while (take(account));
    expect(total()).toBeLessThanOrEqual(LIMITS.ofAll);
    expect(take(7)).toBe(true);
  });
});
