import { AsyncResource, type AsyncLocalStorage } from 'node:async_hooks';
import path from 'node:path';
import { useFakeTimers } from '@test/support/fake-timers';

/** The environment of the tests, as the worker loaded it. */
const { currentFile } = (globalThis as unknown as { requireOnce(file: string): Environment }).requireOnce(
  path.join(__dirname, '../support/single-context.cjs'),
);
interface Environment {
  readonly currentFile: AsyncLocalStorage<string>;
}

describe('fake timers', () => {
  const earlierFile = currentFile.run('an earlier file', () => new AsyncResource('unfinished work'));
  beforeEach(() => useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('are timers of the file, also after a wait', async () => {
    setTimeout(() => undefined, 10);
    await jest.advanceTimersByTimeAsync(5);
    setInterval(() => undefined, 10);
    expect(jest.getTimerCount()).toBe(2);
    jest.clearAllTimers();
  });

  it('are not set by work that an earlier file left unfinished', async () => {
    await new Promise<void>((fired) => {
      earlierFile.runInAsyncScope(() => {
        const interval = setInterval(() => {
          clearInterval(interval);
          setTimeout(fired, 1);
        }, 1);
      });
      expect(jest.getTimerCount()).toBe(0);
    });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('end with the test', async () => {
    jest.useRealTimers();
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(setTimeout.name).toBe('setTimeout');
  });
});
