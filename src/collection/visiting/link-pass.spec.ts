import type { CollectedReview, SnapshotPage } from '@libs/sources';
import { PassIds, type PageIntake } from '@src/reviews';
import { aCollectedReview } from '@test/support/collected-review';
import { useFakeTimers } from '@test/support/fake-timers';
import type { ClaimedLink } from '../persistence/run-lease.store';
import { LinkPass } from './link-pass';
import type { ObjectRoad } from './object-roads.service';
import type { BegunPass, PageKind } from './pass-intake.service';
import { UncountedPages } from './uncounted-pages';
import { VisitWrites } from './write-limit';

const page = (name: string, reviews = 1): SnapshotPage => ({
  reviews: Array.from({ length: reviews }, () => aCollectedReview({ externalId: name })),
});
const NOTHING: PageIntake = { seenIds: [], inserted: 0, changed: 0, waiting: [], newestDate: null, oldestDate: null };

/** Writes of pages that the test ends one by one. */
class SlowWrites {
  readonly calls: { readonly ids: readonly (string | null)[]; readonly kind: PageKind; readonly count: number }[] = [];
  private readonly ends: { resolve(): void; reject(reason: Error): void }[] = [];

  takePage(
    _pass: BegunPass,
    kind: PageKind,
    reviews: Iterable<CollectedReview>,
    { pages: count }: { readonly pages: number },
  ): Promise<PageIntake> {
    this.calls.push({ ids: [...reviews].map((review) => review.externalId), kind, count });
    return new Promise((resolve, reject) => this.ends.push({ resolve: () => resolve(NOTHING), reject }));
  }

  takeWaiting(): Promise<PageIntake> {
    return Promise.resolve(NOTHING);
  }

  isKnownGround(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async end(failure?: Error): Promise<void> {
    const next = this.ends.shift();
    if (failure) next?.reject(failure);
    else next?.resolve();
    await new Promise(setImmediate);
  }
}

describe('LinkPass', () => {
  let writes: SlowWrites;

  beforeEach(() => {
    useFakeTimers();
    writes = new SlowWrites();
  });
  afterEach(() => jest.useRealTimers());

  /** A pass that reads the whole list. */
  const aPass = (slots = new VisitWrites()): LinkPass => {
    const claim = { accountId: 1, linkId: 1, knownNewest: null } as ClaimedLink;
    const target = { ...{ accountId: 1, objectId: 1, linkId: 1, sourceId: 1, runId: 1 }, passIds: new PassIds() };
    const list = { ...target, rawPrivacy: { names: [], drop: [] }, contentDays: null };
    const begun: BegunPass = {
      ...{ claim, road: {} as ObjectRoad, beganAt: new Date(), readsAll: true, everyMs: 1 },
      ...{ targets: { list, aside: list }, uncounted: new UncountedPages() },
    };
    return new LinkPass(begun, writes, slots, new AbortController().signal);
  };
  const call = (ids: readonly string[], kind: PageKind = 'list') => ({ ids, kind, count: ids.length });

  it('writes pages together that arrive within a short time or during a write', async () => {
    const pass = aPass();
    for (const name of ['1', '2']) await pass.add(page(name));
    expect(writes.calls).toEqual([]);
    jest.advanceTimersByTime(200);
    expect(writes.calls).toEqual([call(['1', '2'])]);
    for (const name of ['3', '4', '5']) await pass.add(page(name));
    await writes.end();
    expect(writes.calls[1]).toEqual(call(['3', '4', '5']));
    const flushed = pass.flush().then(() => 'flushed');
    await writes.end();
    expect(await flushed).toBe('flushed');
  });

  it('writes pages of the list and pages beside it separately, in their order', async () => {
    const pass = aPass();
    for (const next of [page('1'), { ...page('2'), isAside: true }, page('3'), page('4')]) await pass.add(next);
    jest.advanceTimersByTime(200);
    for (let ended = 0; ended < 3; ended += 1) await writes.end();
    expect(writes.calls).toEqual([call(['1']), call(['2'], 'aside'), call(['3', '4'])]);
  });

  it('writes the pages that arrived until a slot was free', async () => {
    const slots = new VisitWrites();
    const ends: (() => void)[] = [];
    const occupySlot = (): Promise<void> => slots.run(1, () => new Promise<void>((resolve) => ends.push(resolve)));
    const occupied = [occupySlot(), occupySlot()];
    const pass = aPass(slots);
    await pass.add(page('1'));
    jest.advanceTimersByTime(200);
    await pass.add(page('2'));
    expect(writes.calls).toEqual([]);
    for (const end of ends) end();
    await Promise.all(occupied);
    await new Promise(setImmediate);
    expect(writes.calls).toEqual([call(['1', '2'])]);
  });

  it('does not wait for more pages on a flush', async () => {
    const pass = aPass();
    await pass.add(page('1'));
    void pass.flush();
    expect(writes.calls).toEqual([call(['1'])]);
    await writes.end();
    jest.advanceTimersByTime(1_000);
    expect(writes.calls).toHaveLength(1);
  });

  it('pauses reading while too many reviews wait to be written', async () => {
    const pass = aPass();
    let isAdded = false;
    const added = pass.add(page('1', 500)).then(() => (isAdded = true));
    await new Promise(setImmediate);
    expect(isAdded).toBe(false);
    await writes.end();
    await added;
    expect(isAdded).toBe(true);
  });

  it('writes no page after a failed write, and rejects the next page', async () => {
    const pass = aPass();
    await pass.add(page('1'));
    jest.advanceTimersByTime(200);
    await pass.add(page('2'));
    await writes.end(new Error('the claim is lost'));
    await expect(pass.flush()).rejects.toThrow('the claim is lost');
    await expect(pass.add(page('3'))).rejects.toThrow('the claim is lost');
    jest.advanceTimersByTime(1_000);
    expect(writes.calls).toHaveLength(1);
    await pass.stop();
  });

  it('drops waiting pages on a stop, and leaves no timer', async () => {
    const pass = aPass();
    await pass.add(page('1'));
    await pass.stop();
    expect({ timers: jest.getTimerCount(), writes: writes.calls }).toEqual({ timers: 0, writes: [] });
  });

  it('waits for the running write on a stop', async () => {
    const pass = aPass();
    await pass.add(page('1'));
    jest.advanceTimersByTime(200);
    await pass.add(page('2'));
    const stopped = pass.stop().then(() => 'stopped');
    await writes.end();
    expect(await stopped).toBe('stopped');
    jest.advanceTimersByTime(1_000);
    expect(writes.calls).toHaveLength(1);
  });
});
