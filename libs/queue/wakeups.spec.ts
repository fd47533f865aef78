import type { Queue } from 'bullmq';
import { useFakeTimers } from '@test/support/fake-timers';
import { QueueOutage } from './queue-outage';
import { Wakeups } from './wakeups';

describe('wake-ups that follow one another', () => {
  const added: string[] = [];
  let wakeups: Wakeups;

  beforeEach(() => {
    useFakeTimers();
    added.length = 0;
    const queue = { add: (name: string) => Promise.resolve(added.push(name)), on: () => undefined } as unknown as Queue;
    wakeups = new Wakeups(queue, { databaseUrl: '', redisUrl: null }, new QueueOutage(queue));
  });
  afterEach(() => jest.useRealTimers());

  const send = (...names: string[]): void => names.forEach((name) => wakeups.send(name));

  it('sends the first at once, and the others of that name as one after 50 ms', async () => {
    send('due', 'due', 'due');
    expect(added).toEqual(['due']);
    await jest.advanceTimersByTimeAsync(49);
    expect(added).toEqual(['due']);
    await jest.advanceTimersByTimeAsync(1);
    expect(added).toEqual(['due', 'due']);
  });

  it('sends at most one in 50 ms, and one at once after a pause', async () => {
    for (let ms = 0; ms < 200; ms += 10) {
      send('due');
      await jest.advanceTimersByTimeAsync(10);
    }
    expect(added).toHaveLength(5);
    await jest.advanceTimersByTimeAsync(50);
    send('due');
    expect(added).toHaveLength(6);
  });

  it('delays no wake-up of another name', () => {
    send('due', 'due', 'written');
    expect(added).toEqual(['due', 'written']);
  });

  it('sends those that wait when the process stops', async () => {
    send('due', 'due');
    await wakeups.beforeApplicationShutdown();
    expect([added, jest.getTimerCount()]).toEqual([['due', 'due'], 0]);
  });
});
