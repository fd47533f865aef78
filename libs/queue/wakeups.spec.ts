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

  const ms = (time: number): Promise<void> => jest.advanceTimersByTimeAsync(time);

  it('sends those of a tick as one at its end, and the others as one after 50 ms', async () => {
    send('due', 'due', 'due');
    await ms(0);
    expect(added).toEqual(['due']);
    send('due', 'due');
    await ms(49);
    expect(added).toEqual(['due']);
    await ms(1);
    expect(added).toEqual(['due', 'due']);
    await ms(100);
    expect(added).toEqual(['due', 'due']);
  });

  it('sends at most one in 50 ms, and one at once after a pause', async () => {
    for (let elapsed = 0; elapsed < 200; elapsed += 10) {
      send('due');
      await ms(10);
    }
    expect(added).toHaveLength(5);
    await ms(50);
    send('due');
    await ms(0);
    expect(added).toHaveLength(6);
  });

  it('delays no wake-up of another name', async () => {
    send('due');
    await ms(0);
    send('due', 'written');
    await ms(0);
    expect(added).toEqual(['due', 'written']);
  });

  it.each([
    ['in the same tick', 0, ['due']],
    ['during a pause', 1, ['due', 'due']],
  ])('sends what is due when the process stops %s', async (_, afterMs, all) => {
    send('due', 'due');
    if (afterMs > 0) {
      await ms(afterMs);
      send('due');
    }
    await wakeups.beforeApplicationShutdown();
    await ms(100);
    expect([added, jest.getTimerCount()]).toEqual([all, 0]);
  });
});
