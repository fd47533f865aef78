import { CoalescedPoller } from './coalesced-poller';

/** Work whose end is said from outside. */
function work() {
  const ends: (() => void)[] = [];
  return {
    ends,
    do: () => new Promise<void>((resolve) => ends.push(resolve)),
    endNext: async (): Promise<void> => {
      ends.at(-1)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('looking for work that stands in PostgreSQL', () => {
  it('calls while it looks are folded into one more look', async () => {
    const { ends, do: look, endNext } = work();
    const looks = new CoalescedPoller(look, () => undefined);
    const all = Promise.all([looks.poll(), looks.poll(), looks.poll()]);
    expect(ends).toHaveLength(1);
    await endNext();
    expect(ends).toHaveLength(2);
    await endNext();
    await all;
    expect(ends).toHaveLength(2);
  });

  it.each([0, 1, 2, 3, 4, 5])('one that is asked for %i moments after the work ended is not lost', async (moments) => {
    let count = 0;
    const looks = new CoalescedPoller(
      async () => {
        count += 1;
        if (count > 1) return;
        await Promise.resolve();
        let later = Promise.resolve();
        for (let moment = 0; moment < moments; moment += 1) later = later.then(() => undefined);
        void later.then(() => looks.poll());
      },
      () => undefined,
    );
    await looks.poll();
    await new Promise((resolve) => setImmediate(resolve));
    expect(count).toBe(2);
  });

  it('a failure is told and the next look tries again', async () => {
    const failures: unknown[] = [];
    let fails = true;
    const looks = new CoalescedPoller(
      () => (fails ? Promise.reject(new Error('away')) : Promise.resolve()),
      (error) => failures.push(error),
    );
    await looks.poll();
    fails = false;
    await looks.poll();
    expect(failures).toEqual([new Error('away')]);
  });

  it('stopping waits for the look under way and begins no other', async () => {
    const { ends, do: look, endNext } = work();
    const looks = new CoalescedPoller(look, () => undefined);
    void looks.poll();
    let isOver = false;
    const stopped = looks.stop().then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([isOver, looks.isStopped]).toEqual([false, true]);
    await endNext();
    await stopped;
    await looks.poll();
    expect(ends).toHaveLength(1);
  });
});
