import type { WindowAnswer, WindowQuestion } from './persistence/request-window.store';
import { RateLimiter, type Verdict } from './rate-limiter';

/** The shared store: counts what it receives, answers after `delayMs`. */
class SharedStore {
  used = 0;
  questions = 0;
  mostAsked = 0;

  isAway = false;

  constructor(
    private readonly delayMs: number,
    public count = 1,
  ) {}

  processes(): Promise<number> {
    return this.isAway ? Promise.reject(new Error('away')) : Promise.resolve(this.count);
  }

  async take(questions: readonly WindowQuestion[], limit: number): Promise<readonly WindowAnswer[]> {
    this.questions += 1;
    await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    if (this.isAway) throw new Error('away');
    return questions.map(({ keyId, spent, asked }) => {
      this.mostAsked = Math.max(this.mostAsked, spent);
      const granted = Math.min(asked, Math.max(0, limit - this.used - spent));
      this.used += spent + granted;
      return { keyId, granted, used: this.used, freesInMs: 60_000 };
    });
  }
}

const limiterOf = (store: SharedStore, limit: number) => new RateLimiter(store, { HREV_RATE_LIMIT: limit });

/** The verdict, whether it is returned at once or later. */
async function admit(limiter: RateLimiter | undefined): Promise<Verdict> {
  if (!limiter) throw new Error('no such process');
  return limiter.admit(1);
}

describe('rate limiter (contract §5.4)', () => {
  it.each([
    [1, 1],
    [5, 1],
    [300, 1],
    [300, 2],
    [300, 4],
    [1000, 3],
  ])(
    'limit %i over %i processes: exactly the limit passes, however requests are distributed',
    async (limit, processes) => {
      const store = new SharedStore(3);
      const limiters = Array.from({ length: processes }, () => limiterOf(store, limit));
      const verdicts: Promise<Verdict>[] = [];
      for (let index = 0; index < limit * 2; index += 1) {
        const verdict = admit(limiters[index % processes]);
        verdicts.push(verdict);
        if (index % 7 === 0) await verdict;
        if (index % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const allowed = (await Promise.all(verdicts)).filter((verdict) => verdict.allowed).length;
      expect(allowed).toBe(limit);
    },
  );

  it('leaves at most a twentieth of the limit unreported', async () => {
    const store = new SharedStore(20);
    const limiter = limiterOf(store, 300);
    await Promise.all(Array.from({ length: 200 }, () => admit(limiter)));
    for (let index = 0; index < 30; index += 1) await limiter.admit(1);
    expect(store.mostAsked).toBeLessThanOrEqual(15);
  });

  it('sends one query for concurrent callers', async () => {
    const store = new SharedStore(5);
    const limiter = limiterOf(store, 300);
    await Promise.all(Array.from({ length: 200 }, () => admit(limiter)));
    expect(store.questions).toBeLessThanOrEqual(2);
  });

  it('does not wait for the store while little is used and its answer is recent', async () => {
    const store = new SharedStore(5);
    const limiter = limiterOf(store, 300);
    await limiter.admit(1);
    expect(limiter.admit(1)).toMatchObject({ allowed: true, remaining: 298 });
  });

  it('queries the store first once 80 % are used', async () => {
    const store = new SharedStore(1);
    store.used = 240;
    const limiter = limiterOf(store, 300);
    await limiter.admit(1);
    expect(limiter.admit(1)).toBeInstanceOf(Promise);
  });

  describe('while its store does not answer (contract §5.4: the limit is never off)', () => {
    const admitted = async (limiter: RateLimiter, requests: number): Promise<number> => {
      const verdicts = await Promise.all(Array.from({ length: requests }, () => admit(limiter)));
      return verdicts.filter((verdict) => verdict.allowed).length;
    };
    const awayStore = async (limit: number, processes: number): Promise<[SharedStore, RateLimiter]> => {
      const store = new SharedStore(1, processes);
      const limiter = limiterOf(store, limit);
      await limiter.onModuleInit();
      return [store, limiter];
    };

    it.each([
      [300, 1, 300],
      [300, 2, 150],
      [300, 7, 42],
      [2, 4, 1],
    ])('limit %i over %i processes: each admits %i by itself', async (limit, processes, share) => {
      const [store, limiter] = await awayStore(limit, processes);
      store.isAway = true;
      expect(await admitted(limiter, limit * 2)).toBe(share);
      // The first query fails; later callers do not wait.
      expect(limiter.admit(1)).toMatchObject({ allowed: false, limit, remaining: 0 });
      expect(limiter.admit(2)).toMatchObject({ allowed: true, remaining: share - 1 });
    });

    it('what it admitted before counts', async () => {
      const [store, limiter] = await awayStore(300, 2);
      expect(await admitted(limiter, 100)).toBe(100);
      store.isAway = true;
      await limiter.beforeApplicationShutdown();
      expect(await admitted(limiter, 100)).toBe(50);
    });

    it('returns the time at which the oldest of its own requests leaves the window', async () => {
      const [store, limiter] = await awayStore(1, 1);
      store.isAway = true;
      await admitted(limiter, 1);
      const { resetSeconds } = await admit(limiter);
      expect(resetSeconds).toBeGreaterThanOrEqual(59);
    });

    it('the processes that it last counted share the limit, including those that are reconnecting', async () => {
      const [store, limiter] = await awayStore(300, 4);
      store.count = 1;
      await limiter.onModuleInit();
      store.isAway = true;
      await limiter.onModuleInit();
      expect(await admitted(limiter, 300)).toBe(75);
    });

    it('once the store answers, it receives all admitted requests and decides again', async () => {
      const [store, limiter] = await awayStore(300, 1);
      store.isAway = true;
      expect(await admitted(limiter, 200)).toBe(200);
      store.isAway = false;
      await limiter.beforeApplicationShutdown();
      expect(store.used).toBe(200);
      expect(await admitted(limiter, 200)).toBe(100);
    });
  });
});
