import { Logger } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import { LeasedWorker, type LeasedWorkerOptions, type NextPoll } from './leased-worker';
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

/** Claims numbers from a list; its jobs end when the test says so. */
class TestWorker extends LeasedWorker<number> {
  readonly asked: number[] = [];
  readonly jobs: Job[] = [];
  /** Awaited in the middle of each claim. */
  claiming: Promise<void> = Promise.resolve();

  constructor(
    readonly due: number[],
    options: Partial<LeasedWorkerOptions<number>> = {},
    handlers = new WakeupHandlers(),
  ) {
    super(handlers, { ...OPTIONS, ...options });
  }

  protected async claim(slots: number): Promise<readonly number[]> {
    this.asked.push(slots);
    await this.claiming;
    return this.due.splice(0, slots);
  }

  protected carryOut(id: number, signal: AbortSignal): Promise<NextPoll> {
    return new Promise((resolve, reject) => {
      this.jobs.push({ id, signal, end: (next = 'at_once') => resolve(next), fail: reject });
    });
  }

  get started(): readonly number[] {
    return this.jobs.map(({ id }) => id);
  }
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a leased worker', () => {
  it('works on as many claims as it has slots, and claims again when one is free', async () => {
    const worker = new TestWorker([1, 2, 3, 4]);
    await worker.poll();
    expect([worker.started, worker.asked]).toEqual([[1, 2], [2]]);
    await worker.poll();
    expect(worker.asked).toEqual([2]);
    worker.jobs[1]?.end();
    await tick();
    expect([worker.started, worker.asked]).toEqual([
      [1, 2, 3],
      [2, 1],
    ]);
  });

  it('with a batch of one, claims one at a time until the slots are used', async () => {
    const worker = new TestWorker([1, 2, 3, 4], { slots: 3, batch: 1 });
    await worker.poll();
    expect([worker.started, worker.asked]).toEqual([
      [1, 2, 3],
      [1, 1, 1],
    ]);
  });

  it('stops claiming when a claim brings less than it asked for', async () => {
    const worker = new TestWorker([1], { slots: 5 });
    await worker.poll();
    expect(worker.asked).toEqual([5]);
  });

  it('polls at its wake-ups; those that arrive during a poll lead to one more', async () => {
    const handlers = new WakeupHandlers();
    const worker = new TestWorker([], {}, handlers);
    worker.onModuleInit();
    await Promise.all(Array.from({ length: 10 }, async () => handlers.get('parcel')?.()));
    expect(worker.asked).toEqual([2, 2]);
  });

  it('after work that says so, polls at the interval and not before', async () => {
    const worker = new TestWorker([1, 2, 3]);
    await worker.poll();
    worker.jobs[0]?.end('at_interval');
    await tick();
    expect(worker.started).toEqual([1, 2]);
    await worker.poll();
    expect(worker.started).toEqual([1, 2, 3]);
  });

  it.each<[string, Error, 'warn' | 'error']>([
    ['an error of its own', new Error('broken'), 'error'],
    ['an unavailable database', new AppError('service_unavailable', 'The service is not available'), 'warn'],
  ])('logs a claim that fails by %s, frees its slot, and continues with others', async (_, err, level) => {
    const log = jest.spyOn(Logger.prototype, level).mockImplementation();
    const worker = new TestWorker([1, 2, 3]);
    await worker.poll();
    worker.jobs[0]?.fail(err);
    await tick();
    await worker.poll();
    expect(worker.started).toEqual([1, 2, 3]);
    expect(log.mock.calls).toEqual([[{ msg: 'work on parcels failed', parcel_id: 1, err }]]);
    log.mockRestore();
  });

  it('logs a claim that could not be made, and polls again', async () => {
    const log = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const worker = new TestWorker([1]);
    worker.claiming = Promise.reject(new Error('away'));
    await worker.poll();
    worker.claiming = Promise.resolve();
    await worker.poll();
    expect([log.mock.calls, worker.started]).toEqual([
      [[{ msg: 'could not claim parcels', reason: 'Error: away' }]],
      [1],
    ]);
    log.mockRestore();
  });

  describe('at a stop', () => {
    beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
    afterEach(() => jest.useRealTimers());

    const stopping = (worker: TestWorker): { readonly isOver: () => boolean } => {
      let isOver = false;
      void worker.beforeApplicationShutdown().then(() => (isOver = true));
      return { isOver: () => isOver };
    };

    it('lets running work finish and claims nothing more', async () => {
      const worker = new TestWorker([1, 2, 3, 4]);
      await worker.poll();
      const stop = stopping(worker);
      worker.jobs[0]?.end();
      await jest.advanceTimersByTimeAsync(999);
      expect([stop.isOver(), worker.jobs[1]?.signal.aborted]).toEqual([false, false]);
      worker.jobs[1]?.end();
      await tick();
      await worker.poll();
      expect([stop.isOver(), worker.started, jest.getTimerCount()]).toEqual([true, [1, 2], 0]);
    });

    it('aborts work that does not finish, and awaits it for a while', async () => {
      const worker = new TestWorker([1]);
      await worker.poll();
      const stop = stopping(worker);
      await jest.advanceTimersByTimeAsync(1_000);
      expect([stop.isOver(), worker.jobs[0]?.signal.reason]).toEqual([false, new Error('the process is stopping')]);
      worker.jobs[0]?.end();
      await tick();
      expect(stop.isOver()).toBe(true);
    });

    it('does not wait longer than its limits for work that ignores its signal', async () => {
      const worker = new TestWorker([1]);
      await worker.poll();
      const stop = stopping(worker);
      await jest.advanceTimersByTimeAsync(1_499);
      expect(stop.isOver()).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      expect(stop.isOver()).toBe(true);
    });

    it('also awaits what a claim brings that was sent before the stop', async () => {
      const worker = new TestWorker([1], { finishMs: 0 });
      let answer = (): void => undefined;
      worker.claiming = new Promise((resolve) => (answer = resolve));
      void worker.poll();
      const stop = stopping(worker);
      await jest.advanceTimersByTimeAsync(1);
      answer();
      await tick();
      expect([worker.jobs[0]?.signal.aborted, stop.isOver()]).toEqual([true, false]);
      worker.jobs[0]?.end();
      await tick();
      expect(stop.isOver()).toBe(true);
    });
  });
});
