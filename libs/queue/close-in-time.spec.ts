import { useFakeTimers } from '@test/support/fake-timers';
import { closeInTime } from './close-in-time';

describe('closeInTime (F20, F31)', () => {
  beforeEach(() => useFakeTimers(['setInterval', 'Date']));
  afterEach(() => jest.useRealTimers());

  const lateCalls = { count: 0 };
  const withTimeout = (close: () => Promise<void>): { close(): Promise<void> } => {
    const queue = { close };
    lateCalls.count = 0;
    closeInTime(queue, () => (lateCalls.count += 1));
    return queue;
  };

  it('waits for a queue that closes in time and does not call onLate', async () => {
    const steps: string[] = [];
    const queue = withTimeout(async () => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      steps.push('closed');
    });
    const closed = queue.close().then(() => steps.push('returned'));
    await jest.advanceTimersByTimeAsync(4_000);
    await closed;
    expect([steps, lateCalls.count, jest.getTimerCount()]).toEqual([['closed', 'returned'], 0, 0]);
  });

  it('stops waiting after five seconds and calls onLate if Redis does not respond', async () => {
    const queue = withTimeout(() => new Promise(() => undefined));
    const closed = queue.close();
    await jest.advanceTimersByTimeAsync(4_999);
    expect(lateCalls.count).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    await closed;
    expect(lateCalls.count).toBe(1);
  });

  it('rejects if closing the queue fails', async () => {
    const queue = withTimeout(() => Promise.reject(new Error('broken')));
    await expect(queue.close()).rejects.toThrow('broken');
  });
});
