import { HeldLease, LeaseIsOver } from './held-lease';

describe('how long a worker may act on a lease (ADR 17)', () => {
  it.each<[leaseMs: number, usableMs: number]>([
    [30_000, 25_000],
    [20_000, 15_000],
    [4_000, 3_000],
    [1_000, 750],
    [86_400_000, 86_395_000],
  ])('a lease of %d ms that was requested at 100 may be used until 100 + %d', (leaseMs, usableMs) => {
    let now = 100 + usableMs - 1;
    const lease = new HeldLease(100, leaseMs, () => now);
    expect(() => lease.check()).not.toThrow();
    now += 1;
    expect(() => lease.check()).toThrow(LeaseIsOver);
  });

  it('a renewal counts from the time of its request, and the late response of an earlier one does not shorten the lease', () => {
    let now = 0;
    const lease = new HeldLease(0, 4_000, () => now);
    lease.renewed(2_000, 4_000);
    lease.renewed(1_000, 4_000);
    now = 4_999;
    expect(lease.isOver).toBe(false);
    now = 5_000;
    expect(lease.isOver).toBe(true);
  });

  it('a renewal after the end has no effect', () => {
    const lease = new HeldLease(0, 4_000, () => 0);
    lease.end();
    lease.renewed(0, 4_000);
    expect(lease.isOver).toBe(true);
  });

  it('ends when a signal is aborted, or if it is already aborted', () => {
    const abort = new AbortController();
    const lease = new HeldLease(0, 4_000, () => 0);
    lease.endOn(abort.signal);
    expect(lease.isOver).toBe(false);
    abort.abort();
    const late = new HeldLease(0, 4_000, () => 0);
    late.endOn(abort.signal);
    expect([lease.isOver, late.isOver]).toEqual([true, true]);
  });

  it('uses a clock that advances while a process is stopped', () => {
    expect(new HeldLease(performance.now() - 3_100, 4_000).isOver).toBe(true);
    expect(new HeldLease(performance.now(), 4_000).isOver).toBe(false);
  });
});
