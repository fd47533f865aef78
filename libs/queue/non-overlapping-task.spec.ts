import { NonOverlappingTask } from './non-overlapping-task';

/** A task whose runs end when the test calls `end` or `fail`. */
function controlledTask() {
  const runs: { readonly signal: AbortSignal; end(): void; fail(error: Error): void }[] = [];
  const task = new NonOverlappingTask(
    (signal) => new Promise<void>((end, fail) => void runs.push({ signal, end: () => end(), fail })),
  );
  return { runs, task };
}

describe('NonOverlappingTask', () => {
  it('ignores a call during a run; a later call starts a new run', async () => {
    const { runs, task } = controlledTask();
    const first = task.run();
    await task.run();
    expect(runs).toHaveLength(1);
    runs[0]?.end();
    await first;
    void task.run();
    expect(runs).toHaveLength(2);
  });

  it('rejects with the error of a run; the next call starts a new run', async () => {
    const { runs, task } = controlledTask();
    const first = task.run();
    runs[0]?.fail(new Error('unavailable'));
    await expect(first).rejects.toThrow('unavailable');
    void task.run();
    expect(runs).toHaveLength(2);
  });

  it('stop aborts the current run, waits for it, and prevents further runs', async () => {
    const { runs, task } = controlledTask();
    void task.run();
    let hasStopped = false;
    const stopped = task.stop().then(() => (hasStopped = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([runs[0]?.signal.aborted, hasStopped]).toEqual([true, false]);
    runs[0]?.end();
    await stopped;
    await task.run();
    expect(runs).toHaveLength(1);
  });

  it('stop resolves although the current run fails', async () => {
    const { runs, task } = controlledTask();
    const run = task.run();
    const stopped = task.stop();
    runs[0]?.fail(new Error('unavailable'));
    await expect(run).rejects.toThrow('unavailable');
    await expect(stopped).resolves.toBeUndefined();
  });
});
