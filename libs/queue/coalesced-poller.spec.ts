import { CoalescedPoller } from './coalesced-poller';

/** Polls that do not end until the test calls `endNext`. */
function controlledPolls() {
  const ends: (() => void)[] = [];
  return {
    ends,
    poll: () => new Promise<void>((resolve) => ends.push(resolve)),
    endNext: async (): Promise<void> => {
      ends.at(-1)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('CoalescedPoller', () => {
  it('coalesces calls during a poll into one further poll', async () => {
    const { ends, poll, endNext } = controlledPolls();
    const poller = new CoalescedPoller(poll, () => undefined);
    const all = Promise.all([poller.poll(), poller.poll(), poller.poll()]);
    expect(ends).toHaveLength(1);
    await endNext();
    expect(ends).toHaveLength(2);
    await endNext();
    await all;
    expect(ends).toHaveLength(2);
  });

  it.each([0, 1, 2, 3, 4, 5])('polls again if it is called %i microtasks after the work ended', async (microtasks) => {
    let count = 0;
    const poller = new CoalescedPoller(
      async () => {
        count += 1;
        if (count > 1) return;
        await Promise.resolve();
        let later = Promise.resolve();
        for (let microtask = 0; microtask < microtasks; microtask += 1) later = later.then(() => undefined);
        void later.then(() => poller.poll());
      },
      () => undefined,
    );
    await poller.poll();
    await new Promise((resolve) => setImmediate(resolve));
    expect(count).toBe(2);
  });

  it('passes an error to onFailure, and the next poll tries again', async () => {
    const failures: unknown[] = [];
    let fails = true;
    const poller = new CoalescedPoller(
      () => (fails ? Promise.reject(new Error('unavailable')) : Promise.resolve()),
      (error) => failures.push(error),
    );
    await poller.poll();
    fails = false;
    await poller.poll();
    expect(failures).toEqual([new Error('unavailable')]);
  });

  it('stop waits for the running poll and prevents further ones', async () => {
    const { ends, poll, endNext } = controlledPolls();
    const poller = new CoalescedPoller(poll, () => undefined);
    void poller.poll();
    let hasStopped = false;
    const stopped = poller.stop().then(() => (hasStopped = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([hasStopped, poller.isStopped]).toEqual([false, true]);
    await endNext();
    await stopped;
    await poller.poll();
    expect(ends).toHaveLength(1);
  });
});
