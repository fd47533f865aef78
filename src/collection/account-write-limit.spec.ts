import { AccountWriteLimit } from './account-write-limit';

describe('concurrent writes of an account in a process', () => {
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('two at a time, the others in order of arrival; other accounts are independent', async () => {
    const turns = new AccountWriteLimit();
    const [begun, ends]: [string[], Map<string, () => void>] = [[], new Map()];
    const start = (accountId: number, name: string): Promise<void> =>
      turns.run(accountId, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const all = ['a', 'b', 'c', 'd'].map((name) => start(1, name));
    all.push(start(2, 'other'));
    await settle();
    expect(begun).toEqual(['a', 'b', 'other']);
    ends.get('b')?.();
    await settle();
    expect(begun).toEqual(['a', 'b', 'other', 'c']);
    for (const name of ['a', 'c', 'other']) ends.get(name)?.();
    await settle();
    ends.get('d')?.();
    await Promise.all(all);
    expect(begun.at(-1)).toBe('d');
  });

  it('a failed write frees its slot', async () => {
    const turns = new AccountWriteLimit();
    const fail = (): Promise<never> => Promise.reject(new Error('no'));
    const failing = Array.from({ length: 5 }, () => turns.run(1, fail).catch((error: Error) => error.message));
    expect(await Promise.all(failing)).toEqual(Array(5).fill('no'));
    expect(await turns.run(1, () => Promise.resolve('done'))).toBe('done');
  });

  it('an abort while waiting rejects at once, and those behind move up', async () => {
    const turns = new AccountWriteLimit();
    const ends: (() => void)[] = [];
    const hold = (): Promise<void> => turns.run(1, () => new Promise<void>((resolve) => ends.push(resolve)));
    const held = [hold(), hold()];
    const abort = new AbortController();
    let wasCalled = false;
    const aborted = turns.run(1, () => Promise.resolve((wasCalled = true)), abort.signal);
    const behind = turns.run(1, () => Promise.resolve('done'));
    abort.abort(new Error('the process is stopping'));
    await expect(aborted).rejects.toThrow('the process is stopping');
    const tooLate = turns.run(1, () => Promise.resolve((wasCalled = true)), abort.signal);
    await expect(tooLate).rejects.toThrow('the process is stopping');
    ends[0]?.();
    expect(await behind).toBe('done');
    ends[1]?.();
    await Promise.all(held);
    expect(wasCalled).toBe(false);
    expect(await turns.run(1, () => Promise.resolve('free'))).toBe('free');
  });
});
