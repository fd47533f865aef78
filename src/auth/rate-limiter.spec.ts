import fc from 'fast-check';
import { eventually } from '@test/support/eventually';
import { useFakeTimers } from '@test/support/fake-timers';
import type { WindowReport, WindowResult } from './persistence/request-window.store';
import { RateLimiter, type Verdict } from './rate-limiter';

/** The shared store: counts the reported requests and responds after `delayMs`. */
class SharedStore {
  used = 0;
  queries = 0;
  maxReported = 0;

  isDown = false;

  constructor(
    private readonly delayMs: number,
    public count = 1,
  ) {}

  processes(): Promise<number> {
    return this.isDown ? Promise.reject(new Error('down')) : Promise.resolve(this.count);
  }

  async take(reports: readonly WindowReport[], limit: number): Promise<readonly WindowResult[]> {
    this.queries += 1;
    await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    if (this.isDown) throw new Error('down');
    return reports.map(({ id, admitted, waiting }) => {
      this.maxReported = Math.max(this.maxReported, admitted);
      const granted = Math.min(waiting, Math.max(0, limit - this.used - admitted));
      this.used += admitted + granted;
      return { id, granted, used: this.used, freesInMs: 60_000 };
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
  ])('admits exactly the limit of %i requests over all of %i processes', async (limit, processes) => {
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
  });

  it('leaves at most a twentieth of the limit unreported', async () => {
    const store = new SharedStore(20);
    const limiter = limiterOf(store, 300);
    await Promise.all(Array.from({ length: 200 }, () => admit(limiter)));
    for (let index = 0; index < 30; index += 1) await limiter.admit(1);
    expect(store.maxReported).toBeLessThanOrEqual(15);
  });

  it('sends one query for concurrent callers', async () => {
    const store = new SharedStore(5);
    const limiter = limiterOf(store, 300);
    await Promise.all(Array.from({ length: 200 }, () => admit(limiter)));
    expect(store.queries).toBeLessThanOrEqual(2);
  });

  it('does not wait for the store if little of the limit is used and the last result is recent', async () => {
    const store = new SharedStore(5);
    const limiter = limiterOf(store, 300);
    await limiter.admit(1);
    expect(limiter.admit(1)).toMatchObject({ allowed: true, remaining: 298 });
  });

  it('queries the store first once 80 % of the limit is used', async () => {
    const store = new SharedStore(1);
    store.used = 240;
    const limiter = limiterOf(store, 300);
    await limiter.admit(1);
    expect(limiter.admit(1)).toBeInstanceOf(Promise);
  });

  it('admits no others without a query while requests wait for it: they may be granted the rest of the limit', async () => {
    /** Queries in the order in which they were sent. Each is answered by the call of its function. */
    const queries: (() => void)[] = [];
    const shared = new SharedStore(0);
    const store = {
      processes: () => shared.processes(),
      take: async (...args: Parameters<SharedStore['take']>) => {
        await new Promise<void>((answer) => queries.push(answer));
        return shared.take(...args);
      },
    };
    const limiter = new RateLimiter(store, { HREV_RATE_LIMIT: 300 });
    const verdicts: Promise<Verdict>[] = [];
    const send = (requests: number): void =>
      void verdicts.push(...Array.from({ length: requests }, () => admit(limiter)));
    const query = (nth: number): Promise<() => void> =>
      eventually('the query', 10_000, () => Promise.resolve(queries[nth - 1]));
    send(1);
    (await query(1))();
    await verdicts[0];
    // The second query reports these. While it runs, one more is admitted, and so many wait that they use the limit.
    send(10);
    const answerSecond = await query(2);
    send(5 + 290);
    answerSecond();
    const answerThird = await query(3);
    send(14);
    answerThird();
    (await query(4))();
    expect((await Promise.all(verdicts)).filter(({ allowed }) => allowed)).toHaveLength(300);
  });

  describe('once the limit of a key is used', () => {
    beforeEach(() => useFakeTimers());
    afterEach(() => jest.useRealTimers());

    /** A store with the sliding window of `take_requests`, in quarters of a second of the faked clock. It responds after 3 ms. */
    class SlidingStore {
      queries = 0;
      private readonly quarters = new Map<number, number>();

      processes = (): Promise<number> => Promise.resolve(1);

      async take(reports: readonly WindowReport[], limit: number): Promise<readonly WindowResult[]> {
        this.queries += 1;
        await new Promise((resolve) => setTimeout(resolve, 3));
        const results = reports.map(({ id, admitted, waiting }) => {
          const now = performance.now();
          const granted = Math.min(waiting, Math.max(0, limit - this.used(now) - admitted));
          const quarter = Math.floor(now / 250);
          this.quarters.set(quarter, (this.quarters.get(quarter) ?? 0) + admitted + granted);
          return { id, granted, used: this.used(now), freesInMs: this.freesInMs(now) };
        });
        await new Promise((resolve) => setTimeout(resolve, 3));
        return results;
      }

      used(now: number): number {
        return this.counted(now).reduce((sum, [, count]) => sum + count, 0);
      }

      private freesInMs(now: number): number {
        const oldest = Math.min(...this.counted(now).flatMap(([quarter, count]) => (count > 0 ? [quarter] : [])));
        return oldest === Infinity ? 0 : Math.ceil((oldest + 241) * 250 - now);
      }

      private counted(now: number): readonly [number, number][] {
        return [...this.quarters].filter(([quarter]) => quarter > Math.floor(now / 250) - 241);
      }
    }

    const admitAll = async (limiter: RateLimiter, count: number): Promise<readonly Verdict[]> => {
      const verdicts = Promise.all(Array.from({ length: count }, async () => limiter.admit(1)));
      await jest.advanceTimersByTimeAsync(20);
      return verdicts;
    };

    it('refuses requests without a query until the first request leaves the window, and admits the next one then', async () => {
      const store = new SlidingStore();
      const limiter = new RateLimiter(store, { HREV_RATE_LIMIT: 5 });
      await jest.advanceTimersByTimeAsync(1_000);
      expect((await admitAll(limiter, 6)).filter(({ allowed }) => allowed)).toHaveLength(5);
      const { queries } = store;
      for (let second = 0; second < 59; second += 1) {
        expect(limiter.admit(1)).toEqual({
          allowed: false,
          limit: 5,
          remaining: 0,
          resetSeconds: Math.min(60, 61 - second),
        });
        await jest.advanceTimersByTimeAsync(1_000);
      }
      expect(store.queries).toBe(queries);
      await jest.advanceTimersByTimeAsync(1_250);
      expect((await admitAll(limiter, 1))[0]).toMatchObject({ allowed: true });
    });

    it('refuses only requests that the store would refuse, and admits no more than the limit in any minute', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 40 }),
          fc.array(
            fc.record({ pauseMs: fc.integer({ min: 0, max: 20_000 }), requests: fc.integer({ min: 1, max: 60 }) }),
            {
              maxLength: 40,
            },
          ),
          async (limit, steps) => {
            const store = new SlidingStore();
            const limiter = new RateLimiter(store, { HREV_RATE_LIMIT: limit });
            const admittedAt: number[] = [];
            for (const { pauseMs, requests } of steps) {
              await jest.advanceTimersByTimeAsync(pauseMs);
              const now = performance.now();
              const refusal = limiter.refusal(1);
              // Two clients at the same instant: the store is asked what it would admit.
              if (refusal !== null) expect(store.used(now)).toBeGreaterThanOrEqual(limit);
              const verdicts = await admitAll(limiter, requests);
              admittedAt.push(...verdicts.filter(({ allowed }) => allowed).map(() => now));
              const lastMinute = admittedAt.filter((at) => at > now - 60_000 + 40);
              expect(lastMinute.length).toBeLessThanOrEqual(limit);
            }
            await limiter.beforeApplicationShutdown().catch(() => undefined);
          },
        ),
        { numRuns: 60 },
      );
    });

    it('judges each key alone, and says whether any is refused', async () => {
      const store = new SlidingStore();
      const limiter = new RateLimiter(store, { HREV_RATE_LIMIT: 1 });
      expect(limiter.refusesAny).toBe(false);
      await admitAll(limiter, 2);
      expect([limiter.refusesAny, limiter.refusal(1)?.allowed, limiter.refusal(2)]).toEqual([true, false, null]);
      await jest.advanceTimersByTimeAsync(61_000);
      expect([limiter.refusesAny, limiter.refusal(1)]).toEqual([false, null]);
    });
  });

  describe('while its store does not respond (contract §5.4: the limit is never off)', () => {
    const admitted = async (limiter: RateLimiter, requests: number): Promise<number> => {
      const verdicts = await Promise.all(Array.from({ length: requests }, () => admit(limiter)));
      return verdicts.filter((verdict) => verdict.allowed).length;
    };
    const startLimiter = async (limit: number, processes: number): Promise<[SharedStore, RateLimiter]> => {
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
    ])('with a limit of %i, each of %i processes admits %i requests', async (limit, processes, share) => {
      const [store, limiter] = await startLimiter(limit, processes);
      store.isDown = true;
      expect(await admitted(limiter, limit * 2)).toBe(share);
      // The first query fails; later callers do not wait.
      expect(limiter.admit(1)).toMatchObject({ allowed: false, limit, remaining: 0 });
      expect(limiter.admit(2)).toMatchObject({ allowed: true, remaining: share - 1 });
    });

    it('counts requests that it admitted before the failure', async () => {
      const [store, limiter] = await startLimiter(300, 2);
      expect(await admitted(limiter, 100)).toBe(100);
      store.isDown = true;
      await limiter.beforeApplicationShutdown();
      expect(await admitted(limiter, 100)).toBe(50);
    });

    it('returns the seconds until the oldest request that this process admitted leaves the window', async () => {
      const [store, limiter] = await startLimiter(1, 1);
      store.isDown = true;
      await admitted(limiter, 1);
      const { resetSeconds } = await admit(limiter);
      expect(resetSeconds).toBeGreaterThanOrEqual(59);
    });

    it('divides the limit among the processes of the last two counts, including those that are reconnecting', async () => {
      const [store, limiter] = await startLimiter(300, 4);
      store.count = 1;
      await limiter.onModuleInit();
      store.isDown = true;
      await limiter.onModuleInit();
      expect(await admitted(limiter, 300)).toBe(75);
    });

    it('reports all admitted requests when the store responds again, and follows the store from then on', async () => {
      const [store, limiter] = await startLimiter(300, 1);
      store.isDown = true;
      expect(await admitted(limiter, 200)).toBe(200);
      store.isDown = false;
      await limiter.beforeApplicationShutdown();
      expect(store.used).toBe(200);
      expect(await admitted(limiter, 200)).toBe(100);
    });
  });
});
