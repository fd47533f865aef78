import { VisitWrites, WRITES_PER_ACCOUNT, WRITES_PER_VISIT, WriteLimit } from './write-limit';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('WriteLimit', () => {
  it('runs two writes of an account at a time, the others in the order of their calls, and does not delay other accounts', async () => {
    const limit = new WriteLimit(WRITES_PER_ACCOUNT);
    const [started, ends]: [string[], Map<string, () => void>] = [[], new Map()];
    const start = (accountId: number, name: string): Promise<void> =>
      limit.run(accountId, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const all = ['a', 'b', 'c', 'd'].map((name) => start(1, name));
    all.push(start(2, 'other'));
    await settle();
    expect(started).toEqual(['a', 'b', 'other']);
    ends.get('b')?.();
    await settle();
    expect(started).toEqual(['a', 'b', 'other', 'c']);
    for (const name of ['a', 'c', 'other']) ends.get(name)?.();
    await settle();
    ends.get('d')?.();
    await Promise.all(all);
    expect(started.at(-1)).toBe('d');
  });

  it('frees the slot of a failed write', async () => {
    const limit = new WriteLimit(WRITES_PER_ACCOUNT);
    const fail = (): Promise<never> => Promise.reject(new Error('no'));
    const failing = Array.from({ length: 5 }, () => limit.run(1, fail).catch((error: Error) => error.message));
    expect(await Promise.all(failing)).toEqual(Array(5).fill('no'));
    expect(await limit.run(1, () => Promise.resolve('done'))).toBe('done');
  });

  it('rejects a waiting write at once when it is aborted, and runs the writes after it', async () => {
    const limit = new WriteLimit(WRITES_PER_ACCOUNT);
    const ends: (() => void)[] = [];
    const occupySlot = (): Promise<void> => limit.run(1, () => new Promise<void>((resolve) => ends.push(resolve)));
    const running = [occupySlot(), occupySlot()];
    const abort = new AbortController();
    let wasCalled = false;
    const aborted = limit.run(1, () => Promise.resolve((wasCalled = true)), abort.signal);
    const next = limit.run(1, () => Promise.resolve('done'));
    abort.abort(new Error('the process is stopping'));
    await expect(aborted).rejects.toThrow('the process is stopping');
    const abortedBefore = limit.run(1, () => Promise.resolve((wasCalled = true)), abort.signal);
    await expect(abortedBefore).rejects.toThrow('the process is stopping');
    ends[0]?.();
    expect(await next).toBe('done');
    ends[1]?.();
    await Promise.all(running);
    expect(wasCalled).toBe(false);
    expect(await limit.run(1, () => Promise.resolve('free'))).toBe('free');
  });
});

describe('VisitWrites', () => {
  it('gives the links of one account a part of the slots of a visit, so that others do not wait for its lock', async () => {
    const writes = new VisitWrites();
    const [started, ends]: [number[], (() => void)[]] = [[], []];
    const start = (accountId: number): Promise<void> =>
      writes.run(accountId, () => {
        started.push(accountId);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = [1, 1, 1, 1, 1, 2, 3, 4].map(start);
    await settle();
    expect(started).toEqual([1, 1, 2, 3]);
    expect(started).toHaveLength(WRITES_PER_VISIT);
    for (let ended = 0; ended < all.length; ended += 1) {
      ends[ended]?.();
      await settle();
    }
    await Promise.all(all);
    expect(started).toEqual([1, 1, 2, 3, 4, 1, 1, 1]);
  });

  it('rejects a waiting write when it is aborted, and keeps no slot', async () => {
    const writes = new VisitWrites();
    const abort = new AbortController();
    const ends: (() => void)[] = [];
    const running = [1, 2, 3, 4].map((accountId) =>
      writes.run(accountId, () => new Promise<void>((resolve) => ends.push(resolve))),
    );
    const waiting = writes.run(5, () => Promise.resolve(), abort.signal);
    abort.abort(new Error('the process is stopping'));
    await expect(waiting).rejects.toThrow('the process is stopping');
    for (const end of ends) end();
    await Promise.all(running);
    expect(
      await Promise.all([5, 5, 5].map((accountId) => writes.run(accountId, () => Promise.resolve('free')))),
    ).toEqual(['free', 'free', 'free']);
  });
});
