import { useFakeTimers } from '@test/support/fake-timers';
import { endsInTime, inTime } from './in-time';

describe('endsInTime and inTime', () => {
  beforeEach(() => useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('returns true for work that ends within the limit, and leaves no timer', async () => {
    expect(await endsInTime(Promise.resolve('done'), 20_000)).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('returns false at the limit, not before, for work that does not end', async () => {
    const results: boolean[] = [];
    const waited = endsInTime(new Promise(() => undefined), 20_000).then((result) => results.push(result));
    await jest.advanceTimersByTimeAsync(19_999);
    expect(results).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await waited;
    expect(results).toEqual([false]);
  });

  it('rejects with the error of work that fails within the limit', async () => {
    await expect(endsInTime(Promise.reject(new Error('unavailable')), 20_000)).rejects.toThrow('unavailable');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ignores an error after the limit', async () => {
    let fail: (error: Error) => void = () => undefined;
    const waited = endsInTime(new Promise((_, reject) => (fail = reject)), 1_000);
    await jest.advanceTimersByTimeAsync(1_000);
    fail(new Error('late'));
    expect(await waited).toBe(false);
  });

  it.each<[string, () => unknown, unknown]>([
    ['returns the value of', () => 'other', 'other'],
    [
      'rejects with the error of',
      () => {
        throw new Error('no answer');
      },
      new Error('no answer'),
    ],
  ])('inTime %s `late` after the limit', async (_, late, expected) => {
    const waited = inTime(new Promise(() => undefined), 1_000, late).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await waited).toEqual(expected);
  });
});
