import { Logger } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import { useFakeTimers } from '@test/support/fake-timers';
import { LeasedWorker, type LeasedWorkerOptions, type NextPoll } from './leased-worker';
import { underLease } from './under-lease';
import { WakeupHandlers } from './wakeup-handlers';

const OPTIONS: LeasedWorkerOptions<number> = {
  noun: 'parcels',
  wakeups: ['parcel'],
  slots: 2,
  finishMs: 1_000,
  cleanupMs: 500,
  describe: (id) => ({ parcel_id: id }),
};

interface Job {
  readonly id: number;
  readonly signal: AbortSignal;
  end(next?: NextPoll): void;
  fail(error: Error): void;
}

/** Claims numbers from a list. Its jobs end when the test calls `end` or `fail`. */
class TestWorker extends LeasedWorker<number> {
  readonly requestedSlots: number[] = [];
  readonly jobs: Job[] = [];
  /** Awaited by each claim before it returns. */
  claimGate: Promise<void> = Promise.resolve();

  constructor(
    readonly due: number[],
    options: Partial<LeasedWorkerOptions<number>> = {},
    handlers = new WakeupHandlers(),
  ) {
    super(handlers, { ...OPTIONS, ...options });
  }

  protected async claim(slots: number): Promise<readonly number[]> {
    this.requestedSlots.push(slots);
    await this.claimGate;
    return this.due.splice(0, slots);
  }

  protected carryOut(id: number, signal: AbortSignal): Promise<NextPoll> {
    return new Promise((resolve, reject) => {
      this.jobs.push({ id, signal, end: (next = 'at_once') => resolve(next), fail: reject });
    });
  }

  get startedIds(): readonly number[] {
    return this.jobs.map(({ id }) => id);
  }
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a leased worker', () => {
  it('works on as many claims as it has slots, and claims again when a slot becomes free', async () => {
    const worker = new TestWorker([1, 2, 3, 4]);
    await worker.poll();
    expect([worker.startedIds, worker.requestedSlots]).toEqual([[1, 2], [2]]);
    await worker.poll();
    expect(worker.requestedSlots).toEqual([2]);
    worker.jobs[1]?.end();
    await tick();
    expect([worker.startedIds, worker.requestedSlots]).toEqual([
      [1, 2, 3],
      [2, 1],
    ]);
  });

  it('with a batch size of one, claims one at a time until all slots are used', async () => {
    const worker = new TestWorker([1, 2, 3, 4], { slots: 3, batch: 1 });
    await worker.poll();
    expect([worker.startedIds, worker.requestedSlots]).toEqual([
      [1, 2, 3],
      [1, 1, 1],
    ]);
  });

  describe('with a time to gather slots', () => {
    beforeEach(() => useFakeTimers());
    afterEach(() => jest.useRealTimers());
    const working = async (): Promise<TestWorker> => {
      const worker = new TestWorker([1, 2, 3, 4, 5, 6, 7, 8], { slots: 4, gatherMs: 50 });
      await worker.poll();
      return worker;
    };

    it('fills the slots that become free within that time by one claim', async () => {
      const worker = await working();
      worker.jobs[0]?.end();
      await jest.advanceTimersByTimeAsync(49);
      expect(worker.requestedSlots).toEqual([4]);
      await jest.advanceTimersByTimeAsync(1);
      expect([worker.requestedSlots, worker.startedIds]).toEqual([
        [4, 1],
        [1, 2, 3, 4, 5],
      ]);
    });

    it('claims at once when half of its slots are free', async () => {
      const worker = await working();
      worker.jobs[0]?.end();
      await tick();
      worker.jobs[1]?.end();
      await tick();
      expect([worker.requestedSlots, jest.getTimerCount()]).toEqual([[4, 2], 0]);
    });

    it('does not wait when a wake-up arrives', async () => {
      const worker = await working();
      worker.jobs[0]?.end();
      await tick();
      await worker.poll();
      expect(worker.requestedSlots).toEqual([4, 1]);
    });

    it('claims nothing after a stop', async () => {
      const worker = await working();
      worker.jobs[0]?.end();
      await tick();
      void worker.beforeApplicationShutdown();
      worker.jobs[1]?.end();
      await jest.advanceTimersByTimeAsync(100);
      expect(worker.requestedSlots).toEqual([4]);
    });
  });

  it('stops claiming when a claim returns fewer than requested', async () => {
    const worker = new TestWorker([1], { slots: 5 });
    await worker.poll();
    expect(worker.requestedSlots).toEqual([5]);
  });

  it('polls when a wake-up arrives; wake-ups during a poll cause one further poll', async () => {
    const handlers = new WakeupHandlers();
    const worker = new TestWorker([], {}, handlers);
    worker.onModuleInit();
    await Promise.all(Array.from({ length: 10 }, async () => handlers.get('parcel')?.()));
    expect(worker.requestedSlots).toEqual([2, 2]);
  });

  it('does not poll before the interval after work that returned at_interval', async () => {
    const worker = new TestWorker([1, 2, 3]);
    await worker.poll();
    worker.jobs[0]?.end('at_interval');
    await tick();
    expect(worker.startedIds).toEqual([1, 2]);
    await worker.poll();
    expect(worker.startedIds).toEqual([1, 2, 3]);
  });

  it('with 64 running claims, causes no warning of Node about too many listeners', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const worker = new TestWorker(
      Array.from({ length: 64 }, (_, id) => id),
      { slots: 64, finishMs: 0 },
    );
    await worker.poll();
    const job = {
      leaseMs: 60_000,
      renew: () => Promise.resolve(true),
      limitMs: 60_000,
      tooLong: new Error('too long'),
    };
    const ended = worker.jobs.map(({ signal, end }) =>
      underLease(
        job,
        signal,
        (signalOfWork) => new Promise<void>((stop) => signalOfWork.addEventListener('abort', () => stop())),
      ).then(() => end()),
    );
    await tick();
    await worker.beforeApplicationShutdown();
    await Promise.all(ended);
    process.off('warning', note);
    expect([ended.length, warnings]).toEqual([64, []]);
  });

  it.each<[string, Error, 'warn' | 'error']>([
    ['an unexpected error', new Error('broken'), 'error'],
    ['an unavailable database', new AppError('service_unavailable', 'The service is not available'), 'warn'],
  ])('logs work that fails with %s, frees its slot, and continues with other claims', async (_, err, level) => {
    const log = jest.spyOn(Logger.prototype, level).mockImplementation();
    const worker = new TestWorker([1, 2, 3]);
    await worker.poll();
    worker.jobs[0]?.fail(err);
    await tick();
    await worker.poll();
    expect(worker.startedIds).toEqual([1, 2, 3]);
    expect(log.mock.calls).toEqual([[{ msg: 'work on parcels failed', parcel_id: 1, err }]]);
    log.mockRestore();
  });

  it('logs an error of claim, and polls again', async () => {
    const log = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const worker = new TestWorker([1]);
    worker.claimGate = Promise.reject(new Error('unavailable'));
    await worker.poll();
    worker.claimGate = Promise.resolve();
    await worker.poll();
    expect([log.mock.calls, worker.startedIds]).toEqual([
      [[{ msg: 'could not claim parcels', reason: 'Error: unavailable' }]],
      [1],
    ]);
    log.mockRestore();
  });

  describe('when the process stops', () => {
    beforeEach(() => useFakeTimers());
    afterEach(() => jest.useRealTimers());

    const beginStop = (worker: TestWorker): { readonly hasStopped: () => boolean } => {
      let hasStopped = false;
      void worker.beforeApplicationShutdown().then(() => (hasStopped = true));
      return { hasStopped: () => hasStopped };
    };

    it('lets running work finish and claims nothing more', async () => {
      const worker = new TestWorker([1, 2, 3, 4]);
      await worker.poll();
      const stop = beginStop(worker);
      worker.jobs[0]?.end();
      await jest.advanceTimersByTimeAsync(999);
      expect([stop.hasStopped(), worker.jobs[1]?.signal.aborted]).toEqual([false, false]);
      worker.jobs[1]?.end();
      await tick();
      await worker.poll();
      expect([stop.hasStopped(), worker.startedIds, jest.getTimerCount()]).toEqual([true, [1, 2], 0]);
    });

    it('aborts work that does not finish in time, and waits for its cleanup', async () => {
      const worker = new TestWorker([1]);
      await worker.poll();
      const stop = beginStop(worker);
      await jest.advanceTimersByTimeAsync(1_000);
      expect([stop.hasStopped(), worker.jobs[0]?.signal.reason]).toEqual([false, new Error('the process is stopping')]);
      worker.jobs[0]?.end();
      await tick();
      expect(stop.hasStopped()).toBe(true);
    });

    it('does not wait longer than its limits for work that ignores its signal', async () => {
      const worker = new TestWorker([1]);
      await worker.poll();
      const stop = beginStop(worker);
      await jest.advanceTimersByTimeAsync(1_499);
      expect(stop.hasStopped()).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      expect(stop.hasStopped()).toBe(true);
    });

    it('aborts and awaits work from a claim that was in progress at the stop', async () => {
      const worker = new TestWorker([1], { finishMs: 0 });
      let finishClaim = (): void => undefined;
      worker.claimGate = new Promise((resolve) => (finishClaim = resolve));
      void worker.poll();
      const stop = beginStop(worker);
      await jest.advanceTimersByTimeAsync(1);
      finishClaim();
      await tick();
      expect([worker.jobs[0]?.signal.aborted, stop.hasStopped()]).toEqual([true, false]);
      worker.jobs[0]?.end();
      await tick();
      expect(stop.hasStopped()).toBe(true);
    });
  });
});
