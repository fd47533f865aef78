import { closeInTime } from './close-in-time';

describe('closing a queue (F20, F31)', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const lateCalls = { count: 0 };
  const bounded = (close: () => Promise<void>): { close(): Promise<void> } => {
    const queue = { close };
    lateCalls.count = 0;
    closeInTime(queue, () => (lateCalls.count += 1));
    return queue;
  };

  it('that closes is waited for, and nobody speaks of it', async () => {
    const steps: string[] = [];
    const queue = bounded(async () => {
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      steps.push('closed');
    });
    const closed = queue.close().then(() => steps.push('told'));
    await jest.advanceTimersByTimeAsync(4_000);
    await closed;
    expect([steps, lateCalls.count, jest.getTimerCount()]).toEqual([['closed', 'told'], 0, 0]);
  });

  it('whose Redis does not answer is given up after five seconds, in words', async () => {
    const queue = bounded(() => new Promise(() => undefined));
    const closed = queue.close();
    await jest.advanceTimersByTimeAsync(4_999);
    expect(lateCalls.count).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    await closed;
    expect(lateCalls.count).toBe(1);
  });

  it('that fails to close says so as before', async () => {
    const queue = bounded(() => Promise.reject(new Error('broken')));
    await expect(queue.close()).rejects.toThrow('broken');
  });
});
