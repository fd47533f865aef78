import type { WindowAnswer, WindowQuestion } from './persistence/request-window.store';
import { RateLimiter, type Verdict } from './rate-limiter';

/** The store of every process: counts what it is told, answers after `delayMs`. */
class SharedStore {
  used = 0;
  questions = 0;
  mostAsked = 0;

  constructor(private readonly delayMs: number) {}

  async take(questions: readonly WindowQuestion[], limit: number): Promise<readonly WindowAnswer[]> {
    this.questions += 1;
    await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    return questions.map(({ keyId, spent, asked }) => {
      this.mostAsked = Math.max(this.mostAsked, spent);
      const granted = Math.min(asked, Math.max(0, limit - this.used - spent));
      this.used += spent + granted;
      return { keyId, granted, used: this.used, freesInMs: 60_000 };
    });
  }
}

const limiterOf = (store: SharedStore, limit: number) => new RateLimiter(store, { HREV_RATE_LIMIT: limit });

/** The verdict, whether it came at once or later. */
async function admit(limiter: RateLimiter | undefined): Promise<Verdict> {
  if (!limiter) throw new Error('no such process');
  return limiter.admit(1);
}

describe('rate limiter (decisions §2)', () => {
  it.each([
    [1, 1],
    [5, 1],
    [300, 1],
    [300, 2],
    [300, 4],
    [1000, 3],
  ])('limit %i over %i processes: exactly the limit passes, however the requests come', async (limit, processes) => {
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

  it('holds at most a twentieth of the limit back from the store', async () => {
    const store = new SharedStore(20);
    const limiter = limiterOf(store, 300);
    await Promise.all(Array.from({ length: 200 }, () => admit(limiter)));
    for (let index = 0; index < 30; index += 1) await limiter.admit(1);
    expect(store.mostAsked).toBeLessThanOrEqual(15);
  });

  it('asks once for callers that come together', async () => {
    const store = new SharedStore(5);
    const limiter = limiterOf(store, 300);
    await Promise.all(Array.from({ length: 200 }, () => admit(limiter)));
    expect(store.questions).toBeLessThanOrEqual(2);
  });

  it('does not wait for the store while little is used and its word is fresh', async () => {
    const store = new SharedStore(5);
    const limiter = limiterOf(store, 300);
    await limiter.admit(1);
    expect(limiter.admit(1)).toMatchObject({ allowed: true, remaining: 298 });
  });

  it('asks first once 80 % are used', async () => {
    const store = new SharedStore(1);
    store.used = 240;
    const limiter = limiterOf(store, 300);
    await limiter.admit(1);
    expect(limiter.admit(1)).toBeInstanceOf(Promise);
  });

  it('a store that fails lets everybody in', async () => {
    const limiter = new RateLimiter({ take: () => Promise.reject(new Error('away')) }, { HREV_RATE_LIMIT: 2 });
    const verdicts = await Promise.all(Array.from({ length: 5 }, () => admit(limiter)));
    expect(verdicts.every((verdict) => verdict.allowed)).toBe(true);
  });
});
