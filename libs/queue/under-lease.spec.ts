import { useFakeTimers } from '@test/support/fake-timers';
import { underLease, type LeasedJob } from './under-lease';

const LEASE_MS = 3_000;

describe('underLease', () => {
  beforeEach(() => useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const jobWith = (renew: () => Promise<boolean>): LeasedJob => ({
    leaseMs: LEASE_MS,
    renew,
    limit: { ms: 60_000, reason: new Error('too long') },
  });
  const notStopping = new AbortController().signal;
  /** Work that ends only when its signal is aborted, with the reason. */
  const endless = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => {
      const end = (): void => reject(signal.reason as Error);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });

  it('renews the lease three times per duration until the work ends, and leaves no timer', async () => {
    const renew = jest.fn(() => Promise.resolve(true));
    const done = underLease(
      jobWith(renew),
      notStopping,
      () => new Promise((resolve) => setTimeout(() => resolve('result'), 10 * LEASE_MS + 1)),
    );
    await jest.advanceTimersByTimeAsync(10 * LEASE_MS + 1);
    expect([await done, renew.mock.calls.length, jest.getTimerCount()]).toEqual(['result', 30, 0]);
  });

  it('rejects with the error of the work, and leaves no timer', async () => {
    const renew = (): Promise<boolean> => Promise.resolve(true);
    await expect(underLease(jobWith(renew), notStopping, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each<[string, () => Promise<boolean>, number, string]>([
    ['the lease is lost', () => Promise.resolve(false), LEASE_MS / 3, 'the lease is lost'],
    ['the work reaches its limit', () => Promise.resolve(true), 60_000, 'too long'],
    [
      'the work reaches its limit and no renewal gets a response',
      () => new Promise(() => undefined),
      60_000,
      'too long',
    ],
  ])('aborts the work when %s', async (_, renew, afterMs, reason) => {
    const ended = underLease(jobWith(renew), notStopping, endless).catch((error: Error) => error.message);
    await jest.advanceTimersByTimeAsync(afterMs - 1);
    expect(jest.getTimerCount()).toBeGreaterThan(0);
    await jest.advanceTimersByTimeAsync(1);
    expect([await ended, jest.getTimerCount()]).toEqual([reason, 0]);
  });

  it('does not abort the work when a renewal fails, and renews again', async () => {
    let calls = 0;
    const renew = (): Promise<boolean> =>
      (calls += 1) < 3 ? Promise.reject(new Error('unavailable')) : Promise.resolve(true);
    const done = underLease(jobWith(renew), notStopping, (signal) => {
      return new Promise((resolve) => setTimeout(() => resolve(signal.aborted), 2 * LEASE_MS - 1));
    });
    await jest.advanceTimersByTimeAsync(2 * LEASE_MS - 1);
    expect([await done, calls]).toEqual([false, 5]);
  });

  it.each(['during the work', 'before the work'])('aborts the work when `stop` is aborted %s', async (when) => {
    const stop = new AbortController();
    if (when === 'before the work') stop.abort(new Error('stopping'));
    const ended = underLease(
      jobWith(() => Promise.resolve(true)),
      stop.signal,
      endless,
    ).catch((error: Error) => error.message);
    stop.abort(new Error('stopping'));
    expect([await ended, jest.getTimerCount()]).toEqual(['stopping', 0]);
  });
});
