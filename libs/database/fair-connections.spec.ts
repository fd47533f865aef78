import { setTimeout as pause } from 'node:timers/promises';
import { FairConnections, type Party } from './fair-connections';

const LIMITS = { besideOthersMs: 10_000, aloneMs: 20_000, ownMs: 5_000 };

/** Turns whose holders are told by the name of their party. */
class Hall {
  readonly holding: Party[] = [];
  readonly refused: Party[] = [];
  readonly turns: FairConnections;

  constructor(size: number, limits = LIMITS) {
    this.turns = new FairConnections(size, limits, (party) => new Error(`refused ${party}`));
  }

  async comes(...parties: readonly Party[]): Promise<void> {
    for (const party of parties) {
      const turn = this.turns.enter(party);
      if (turn === undefined) this.holding.push(party);
      else
        void turn.then(
          () => this.holding.push(party),
          () => this.refused.push(party),
        );
    }
    await pause(0);
  }

  async goes(...parties: readonly Party[]): Promise<void> {
    for (const party of parties) {
      this.holding.splice(this.holding.indexOf(party), 1);
      this.turns.leave(party);
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
  it('an account alone may use all of them', async () => {
    const hall = new Hall(8);
    await hall.comes(...many(1, 20));
    expect(hall.counts).toEqual({ 1: 8 });
    await hall.goes(1, 1, 1);
    expect(hall.counts).toEqual({ 1: 8 });
  });

  it('a free one is taken at once, whoever holds the others', async () => {
    const hall = new Hall(8);
    await hall.comes(...many(1, 7), 2);
    expect(hall.counts).toEqual({ 1: 7, 2: 1 });
  });

  it('what comes free goes to the account with the least in hand, however many of another wait and since when', async () => {
    const hall = new Hall(8);
    await hall.comes(...many(1, 300), 2, 2);
    await hall.goes(1);
    expect(hall.counts).toEqual({ 1: 7, 2: 1 });
    await hall.goes(1);
    expect(hall.counts).toEqual({ 1: 6, 2: 2 });
    await hall.goes(1);
    expect(hall.counts).toEqual({ 1: 6, 2: 2 });
  });

  it('of accounts with as much in hand, to the one that has waited longest', async () => {
    const hall = new Hall(2);
    await hall.comes(1, 1);
    for (const party of [3, 2, 1]) {
      await hall.comes(party);
      await pause(2);
    }
    await hall.goes(1);
    expect(hall.counts).toEqual({ 1: 1, 3: 1 });
    await hall.goes(1);
    expect(hall.counts).toEqual({ 2: 1, 3: 1 });
    await hall.goes(3);
    expect(hall.counts).toEqual({ 1: 1, 2: 1 });
  });

  it.each([
    [2, { 1: 4, 2: 4 }],
    [4, { 1: 2, 2: 2, 3: 2, 4: 2 }],
    [8, { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1 }],
  ])('%i accounts that want all of them get equal shares, and none rests', async (accounts, shares) => {
    const hall = new Hall(8);
    for (let account = 1; account <= accounts; account += 1) await hall.comes(...many(account, 30));
    for (let round = 0; round < 8; round += 1) await hall.goes(hall.holding[0] ?? null);
    expect(hall.counts).toEqual(shares);
  });

  it("the service's own work is treated like an account", async () => {
    const hall = new Hall(4);
    await hall.comes(...many(1, 300), null);
    await hall.goes(1);
    expect(hall.counts).toEqual({ 1: 3, null: 1 });
  });

  describe('who has waited too long is refused, and those behind are not', () => {
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
      const hall = new Hall(2, { besideOthersMs: 300, aloneMs: 60_000, ownMs: 300 });
      await hall.comes(9, 9, ...waiting);
      await passes(299);
      expect(hall.refused).toEqual([]);
      await passes(1);
      expect(hall.refused).toEqual(refused);
      await hall.comes(1);
      await hall.goes(9, 9);
      expect(hall.counts['1']).toBe(refused.includes(1) ? 1 : 2);
    });

    it('alone too, in the end', async () => {
      const hall = new Hall(2, { besideOthersMs: 60_000, aloneMs: 300, ownMs: 60_000 });
      await hall.comes(9, 9, 9);
      await passes(299);
      expect(hall.refused).toEqual([]);
      await passes(1);
      expect(hall.refused).toEqual([9]);
    });

    it('only the time beside others counts for the shorter limit', async () => {
      const hall = new Hall(2, { besideOthersMs: 400, aloneMs: 60_000, ownMs: 60_000 });
      await hall.comes(9, 9, 1);
      await passes(600);
      // Another one comes for a moment.
      await hall.comes(2);
      await hall.goes(9);
      await hall.goes(9);
      await hall.comes(1, 1);
      await passes(600);
      expect(hall.refused).toEqual([]);
    });

    it.each<[string, Party[], (hall: Hall) => Promise<void>]>([
      ['has given back what it had', [1, 9], (hall) => hall.goes(1)],
      ['was refused', [9, 1], () => passes(300)],
    ])('nothing is kept of a party that %s', async (_, parties, ends) => {
      const hall = new Hall(1, { besideOthersMs: 300, aloneMs: 300, ownMs: 300 });
      await hall.comes(...parties);
      expect(hall.turns.parties).toBe(2);
      await ends(hall);
      expect(hall.turns.parties).toBe(1);
    });
  });
});
