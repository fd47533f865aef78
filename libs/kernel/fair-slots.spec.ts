import { setTimeout as pause } from 'node:timers/promises';
import { useFakeTimers } from '@test/support/fake-timers';
import { FairSlots, type Party, type WaitLimits } from './fair-slots';

const LIMITS: WaitLimits = { contendedMs: 10_000, aloneMs: 20_000, ownMs: 5_000 };

/** Records which party holds a slot. */
class Holders {
  readonly grants: Party[] = [];
  readonly refusals: Party[] = [];
  readonly slots: FairSlots;

  constructor(size: number, limits = LIMITS) {
    this.slots = new FairSlots(size, limits, (party) => new Error(`refused ${party}`));
  }

  async request(...parties: readonly Party[]): Promise<void> {
    for (const party of parties) {
      const wait = this.slots.enter(party);
      if (wait === undefined) this.grants.push(party);
      else
        void wait.then(
          () => this.grants.push(party),
          () => this.refusals.push(party),
        );
    }
    await pause(0);
  }

  async release(...parties: readonly Party[]): Promise<void> {
    for (const party of parties) {
      this.grants.splice(this.grants.indexOf(party), 1);
      this.slots.leave(party);
    }
    await pause(0);
  }

  get counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const party of this.grants) counts[String(party)] = (counts[String(party)] ?? 0) + 1;
    return counts;
  }
}

const many = (party: Party, count: number): Party[] => Array.from({ length: count }, () => party);

describe('FairSlots (contract §5.5)', () => {
  it('grants all slots to a single account', async () => {
    const holders = new Holders(8);
    await holders.request(...many(1, 20));
    expect(holders.counts).toEqual({ 1: 8 });
    await holders.release(1, 1, 1);
    expect(holders.counts).toEqual({ 1: 8 });
  });

  it('leaves some to others where a party may hold only some, and serves its waiters in turn', async () => {
    const holders = new Holders(8, { ...LIMITS, mostPerParty: 6 });
    await holders.request(...many(1, 20));
    expect(holders.counts).toEqual({ 1: 6 });
    await holders.request(2, 2, 3);
    expect(holders.counts).toEqual({ 1: 6, 2: 2 });
    await holders.release(1);
    expect(holders.counts).toEqual({ 1: 5, 2: 2, 3: 1 });
    await holders.release(2, 2, 3);
    expect(holders.counts).toEqual({ 1: 6 });
    await holders.release(1, 1);
    expect(holders.counts).toEqual({ 1: 6 });
  });

  it('grants a free slot at once, whichever party holds the others', async () => {
    const holders = new Holders(8);
    await holders.request(...many(1, 7), 2);
    expect(holders.counts).toEqual({ 1: 7, 2: 1 });
  });

  it('grants a released slot to the account that holds the fewest, independently of the number and age of waiters', async () => {
    const holders = new Holders(8);
    await holders.request(...many(1, 300), 2, 2);
    await holders.release(1);
    expect(holders.counts).toEqual({ 1: 7, 2: 1 });
    await holders.release(1);
    expect(holders.counts).toEqual({ 1: 6, 2: 2 });
    await holders.release(1);
    expect(holders.counts).toEqual({ 1: 6, 2: 2 });
  });

  it('grants a released slot to the account that has waited longest if all hold equally many', async () => {
    const holders = new Holders(2);
    await holders.request(1, 1);
    for (const party of [3, 2, 1]) {
      await holders.request(party);
      await pause(2);
    }
    await holders.release(1);
    expect(holders.counts).toEqual({ 1: 1, 3: 1 });
    await holders.release(1);
    expect(holders.counts).toEqual({ 2: 1, 3: 1 });
    await holders.release(3);
    expect(holders.counts).toEqual({ 1: 1, 2: 1 });
  });

  it.each([
    [2, { 1: 4, 2: 4 }],
    [4, { 1: 2, 2: 2, 3: 2, 4: 2 }],
    [8, { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1 }],
  ])('gives %i accounts that request all slots equal shares', async (accounts, shares) => {
    const holders = new Holders(8);
    for (let account = 1; account <= accounts; account += 1) await holders.request(...many(account, 30));
    for (let round = 0; round < 8; round += 1) await holders.release(holders.grants[0] ?? null);
    expect(holders.counts).toEqual(shares);
  });

  it("treats the service's own work like an account", async () => {
    const holders = new Holders(4);
    await holders.request(...many(1, 300), null);
    await holders.release(1);
    expect(holders.counts).toEqual({ 1: 3, null: 1 });
  });

  describe('waiting beyond a limit', () => {
    beforeEach(() => useFakeTimers());
    afterEach(() => jest.useRealTimers());
    const advance = async (ms: number): Promise<void> => {
      jest.advanceTimersByTime(ms);
      await pause(0);
    };

    it.each<[string, Party[], Party[]]>([
      ['no account that waits alone', [1], []],
      ['both accounts that wait', [1, 2], [1, 2]],
      ["the service's own work, and not the account that waits with it", [1, null], [null]],
    ])('refuses %s after the shorter limit', async (_, waiting, refused) => {
      const holders = new Holders(2, { contendedMs: 300, aloneMs: 60_000, ownMs: 300 });
      await holders.request(9, 9, ...waiting);
      await advance(299);
      expect(holders.refusals).toEqual([]);
      await advance(1);
      expect(holders.refusals).toEqual(refused);
      await holders.request(1);
      await holders.release(9, 9);
      expect(holders.counts['1']).toBe(refused.includes(1) ? 1 : 2);
    });

    it('refuses an account that waits alone after the longer limit', async () => {
      const holders = new Holders(2, { contendedMs: 60_000, aloneMs: 300, ownMs: 60_000 });
      await holders.request(9, 9, 9);
      await advance(299);
      expect(holders.refusals).toEqual([]);
      await advance(1);
      expect(holders.refusals).toEqual([9]);
    });

    it('counts towards the shorter limit only the time in which another account waits', async () => {
      const holders = new Holders(2, { contendedMs: 400, aloneMs: 60_000, ownMs: 60_000 });
      await holders.request(9, 9, 1);
      await advance(600);
      // Another account waits for a moment.
      await holders.request(2);
      await holders.release(9);
      await holders.release(9);
      await holders.request(1, 1);
      await advance(600);
      expect(holders.refusals).toEqual([]);
    });

    it.each<[string, Party[], (holders: Holders) => Promise<void>]>([
      ['has released its slot', [1, 9], (holders) => holders.release(1)],
      ['was refused', [9, 1], () => advance(300)],
    ])('keeps no state of a party that %s', async (_, parties, end) => {
      const holders = new Holders(1, { contendedMs: 300, aloneMs: 300, ownMs: 300 });
      await holders.request(...parties);
      expect(holders.slots.parties).toBe(2);
      await end(holders);
      expect(holders.slots.parties).toBe(1);
    });
  });
});
