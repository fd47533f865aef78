import type { SnapshotPage } from '@libs/sources';
import { aCollectedReview } from '@test/support/collected-review';
import { useFakeTimers } from '@test/support/fake-timers';
import { PageWriter } from './page-writer';

const page = (name: string, reviews = 1): SnapshotPage => ({
  reviews: Array.from({ length: reviews }, () => aCollectedReview({ externalId: name })),
});

/** Writes that the test ends one by one. */
class SlowWrites {
  readonly calls: { readonly ids: readonly (string | null)[]; readonly count: number }[] = [];
  private readonly ends: { resolve(): void; reject(reason: Error): void }[] = [];

  readonly write = (page: SnapshotPage, count: number): Promise<void> => {
    this.calls.push({ ids: [...page.reviews].map((review) => review.externalId), count });
    return new Promise((resolve, reject) => this.ends.push({ resolve, reject }));
  };

  async end(failure?: Error): Promise<void> {
    const next = this.ends.shift();
    if (failure) next?.reject(failure);
    else next?.resolve();
    await new Promise(setImmediate);
  }
}

describe('PageWriter', () => {
  beforeEach(() => useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('writes pages together that arrive within a short time or during a write', async () => {
    const writes = new SlowWrites();
    const writer = new PageWriter(writes.write);
    for (const name of ['1', '2']) await writer.add(page(name));
    expect(writes.calls).toEqual([]);
    jest.advanceTimersByTime(200);
    expect(writes.calls).toEqual([{ ids: ['1', '2'], count: 2 }]);
    for (const name of ['3', '4', '5']) await writer.add(page(name));
    await writes.end();
    expect(writes.calls[1]).toEqual({ ids: ['3', '4', '5'], count: 3 });
    const flushed = writer.flush().then(() => 'flushed');
    await writes.end();
    expect(await flushed).toBe('flushed');
  });

  it('does not wait for more pages on a flush', async () => {
    const writes = new SlowWrites();
    const writer = new PageWriter(writes.write);
    await writer.add(page('1'));
    void writer.flush();
    expect(writes.calls).toEqual([{ ids: ['1'], count: 1 }]);
    await writes.end();
    jest.advanceTimersByTime(1_000);
    expect(writes.calls).toHaveLength(1);
  });

  it('pauses reading while too many reviews wait to be written', async () => {
    const writes = new SlowWrites();
    const writer = new PageWriter(writes.write);
    let isAdded = false;
    const added = writer.add(page('1', 500)).then(() => (isAdded = true));
    await new Promise(setImmediate);
    expect(isAdded).toBe(false);
    await writes.end();
    await added;
    expect(isAdded).toBe(true);
  });

  it('writes no page after a failed write, and rejects `flush`', async () => {
    const writes = new SlowWrites();
    const writer = new PageWriter(writes.write);
    await writer.add(page('1'));
    jest.advanceTimersByTime(200);
    await writer.add(page('2'));
    const message = writer.failure.catch((error: Error) => error.message);
    await writes.end(new Error('the claim is lost'));
    expect(await message).toBe('the claim is lost');
    await expect(writer.flush()).rejects.toThrow('the claim is lost');
    await writer.add(page('3'));
    jest.advanceTimersByTime(1_000);
    expect(writes.calls).toHaveLength(1);
    await writer.stop();
  });

  it('drops waiting pages on a stop, and leaves no timer', async () => {
    const writes = new SlowWrites();
    const writer = new PageWriter(writes.write);
    await writer.add(page('1'));
    await writer.stop();
    expect({ timers: jest.getTimerCount(), writes: writes.calls }).toEqual({ timers: 0, writes: [] });
  });

  it('waits for the running write on a stop', async () => {
    const writes = new SlowWrites();
    const writer = new PageWriter(writes.write);
    await writer.add(page('1'));
    jest.advanceTimersByTime(200);
    await writer.add(page('2'));
    const stopped = writer.stop().then(() => 'stopped');
    await writes.end();
    expect(await stopped).toBe('stopped');
    jest.advanceTimersByTime(1_000);
    expect(writes.calls).toHaveLength(1);
  });
});
