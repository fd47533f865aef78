import { setTimeout as pause } from 'node:timers/promises';
import { FairConnections, type Party } from './fair-connections';

const LIMITS = { besideOthersMs: 10_000, aloneMs: 20_000, ownMs: 5_000 };

/** Records which party holds a connection. */
class Holders {
  readonly holding: Party[] = [];
  readonly refused: Party[] = [];
  readonly connections: FairConnections;

  constructor(size: number, limits = LIMITS) {
    this.connections = new FairConnections(size, limits, (party) => new Error(`refused ${party}`));
  }

  async request(...parties: readonly Party[]): Promise<void> {
    for (const party of parties) {
      const granted = this.connections.enter(party);
      if (granted === undefined) this.holding.push(party);
      else
        void granted.then(
          () => this.holding.push(party),
          () => this.refused.push(party),
        );
    }
    await pause(0);
  }

  async release(...parties: readonly Party[]): Promise<void> {
    for (const party of parties) {
      this.holding.splice(this.holding.indexOf(party), 1);
      this.connections.leave(party);
    }
    await pause(0);
  }

  get counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const party of this.holding) counts[String(party)] = (counts[String(party)] ?? 0) + 1;
    return counts;
  }
}

const many = (party: Party, count: number): Party[] => Array.from({ length: count }, () => party);

describe('who gets the next connection (contract §5.5)', () => {
  it('a single account may use all connections', async () => {
    const holders = new Holders(8);
    await holders.request(...many(1, 20));
    expect(holders.counts).toEqual({ 1: 8 });
    await holders.release(1, 1, 1);
    expect(holders.counts).toEqual({ 1: 8 });
  });

  it('a free connection is granted at once, whichever party holds the others', async () => {
    const holders = new Holders(8);
    await holders.request(...many(1, 7), 2);
    expect(holders.counts).toEqual({ 1: 7, 2: 1 });
  });

  it('a released connection goes to the account that holds the fewest, independently of the number and age of waiters', async () => {
    const holders = new Holders(8);
    await holders.request(...many(1, 300), 2, 2);
    await holders.release(1);
    expect(holders.counts).toEqual({ 1: 7, 2: 1 });
    await holders.release(1);
    expect(holders.counts).toEqual({ 1: 6, 2: 2 });
    await holders.release(1);
    expect(holders.counts).toEqual({ 1: 6, 2: 2 });
  });

  it('of accounts that hold equally many, the one that has waited longest is served', async () => {
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
  ])('%i accounts that want all connections get equal shares, and no connection is idle', async (accounts, shares) => {
    const holders = new Holders(8);
    for (let account = 1; account <= accounts; account += 1) await holders.request(...many(account, 30));
    for (let round = 0; round < 8; round += 1) await holders.release(holders.holding[0] ?? null);
    expect(holders.counts).toEqual(shares);
  });

  it("the service's own work is treated like an account", async () => {
    const holders = new Holders(4);
    await holders.request(...many(1, 300), null);
    await holders.release(1);
    expect(holders.counts).toEqual({ 1: 3, null: 1 });
  });

  describe('a waiter beyond its limit is refused, and those behind it are not', () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
    afterEach(() => jest.useRealTimers());
    const passes = async (ms: number): Promise<void> => {
      jest.advanceTimersByTime(ms);
      await pause(0);
    };

    it.each<[string, Party[], Party[]]>([
      ['alone, by the longer limit', [1], []],
      ['beside another account, by the shorter one', [1, 2], [1, 2]],
      ["beside the service's own work as if alone", [1, null], [null]],
    ])('%s', async (_, waiting, refused) => {
      const holders = new Holders(2, { besideOthersMs: 300, aloneMs: 60_000, ownMs: 300 });
      await holders.request(9, 9, ...waiting);
      await passes(299);
      expect(holders.refused).toEqual([]);
      await passes(1);
      expect(holders.refused).toEqual(refused);
      await holders.request(1);
      await holders.release(9, 9);
      expect(holders.counts['1']).toBe(refused.includes(1) ? 1 : 2);
    });

    it('an account alone is refused too, after the longer limit', async () => {
      const holders = new Holders(2, { besideOthersMs: 60_000, aloneMs: 300, ownMs: 60_000 });
      await holders.request(9, 9, 9);
      await passes(299);
      expect(holders.refused).toEqual([]);
      await passes(1);
      expect(holders.refused).toEqual([9]);
    });

    it('only the time in which another account waits counts for the shorter limit', async () => {
      const holders = new Holders(2, { besideOthersMs: 400, aloneMs: 60_000, ownMs: 60_000 });
      await holders.request(9, 9, 1);
      await passes(600);
      // Another account waits for a moment.
      await holders.request(2);
      await holders.release(9);
      await holders.release(9);
      await holders.request(1, 1);
      await passes(600);
      expect(holders.refused).toEqual([]);
    });

    it.each<[string, Party[], (holders: Holders) => Promise<void>]>([
      ['has given back what it had', [1, 9], (holders) => holders.release(1)],
      ['was refused', [9, 1], () => passes(300)],
    ])('no state is kept of a party that %s', async (_, parties, ends) => {
      const holders = new Holders(1, { besideOthersMs: 300, aloneMs: 300, ownMs: 300 });
      await holders.request(...parties);
      expect(holders.connections.parties).toBe(2);
      await ends(holders);
      expect(holders.connections.parties).toBe(1);
    });
  });
});
