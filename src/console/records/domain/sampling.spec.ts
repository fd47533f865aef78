import { Sampling } from './sampling';

const MINUTE = 60_000;

describe('Sampling', () => {
  const kept = (sampling: Sampling, count: number, at: number, isRefusal = false, account = 1): number =>
    Array.from({ length: count }, () => sampling.keeps(account, isRefusal, at)).filter(Boolean).length;

  it('keeps the first 120 successes of a minute, then 1 in 10, then 1 in 100', () => {
    const sampling = new Sampling();
    expect(kept(sampling, 120, 0)).toBe(120);
    expect(sampling.takeLeftOut().size).toBe(0);
    expect(kept(sampling, 1_080, 1)).toBe(108);
    expect(kept(sampling, 10_800, 2)).toBe(108);
    expect(sampling.takeLeftOut().get(1)).toEqual({ successes: 11_664, refusals: 0, oneIn: 100 });
    expect(sampling.takeLeftOut().size).toBe(0);
  });

  it('begins a minute with the part of the minute before it, and a later one with all', () => {
    const sampling = new Sampling();
    kept(sampling, 1_000, 0);
    expect(kept(sampling, 100, MINUTE)).toBe(10);
    expect(kept(sampling, 100, 2 * MINUTE)).toBe(100);
    kept(sampling, 1_000, 3 * MINUTE);
    expect(kept(sampling, 100, 5 * MINUTE)).toBe(100);
  });

  it('keeps 600 refusals of a minute, whatever the number of successes', () => {
    const sampling = new Sampling();
    kept(sampling, 5_000, 0);
    expect(kept(sampling, 700, 1, true)).toBe(600);
    expect(sampling.takeLeftOut().get(1)?.refusals).toBe(100);
  });

  it('counts each account alone', () => {
    const sampling = new Sampling();
    kept(sampling, 5_000, 0);
    kept(sampling, 5_000, 0, true);
    expect(kept(sampling, 100, 1, false, 2)).toBe(100);
    expect(kept(sampling, 100, 1, true, 2)).toBe(100);
    expect([...sampling.takeLeftOut().keys()]).toEqual([1]);
  });

  it('adds counts that could not be written', () => {
    const sampling = new Sampling();
    const taken = sampling.takeLeftOut();
    sampling.leaveOut(1, true);
    expect(taken.size).toBe(0);
    sampling.addLeftOut(1, { successes: 5, refusals: 2, oneIn: 10 });
    expect(sampling.takeLeftOut().get(1)).toEqual({ successes: 5, refusals: 3, oneIn: 10 });
  });
});
