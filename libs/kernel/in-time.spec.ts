import { endsInTime, inTime } from './in-time';

describe('waiting for work with a time limit', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('work that ends within the limit is in time, and no timer keeps the process from ending', async () => {
    expect(await endsInTime(Promise.resolve('done'), 20_000)).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('work that does not end is given up at the limit and not before', async () => {
    const verdicts: boolean[] = [];
    const waited = endsInTime(new Promise(() => undefined), 20_000).then((verdict) => verdicts.push(verdict));
    await jest.advanceTimersByTimeAsync(19_999);
    expect(verdicts).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await waited;
    expect(verdicts).toEqual([false]);
  });

  it('rejects with the error of work that fails within the limit', async () => {
    await expect(endsInTime(Promise.reject(new Error('away')), 20_000)).rejects.toThrow('away');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('a failure after the limit is ignored', async () => {
    let fail: (error: Error) => void = () => undefined;
    const waited = endsInTime(new Promise((_, reject) => (fail = reject)), 1_000);
    await jest.advanceTimersByTimeAsync(1_000);
    fail(new Error('late'));
    expect(await waited).toBe(false);
  });

  it.each<[string, () => unknown, unknown]>([
    ['another value', () => 'other', 'other'],
    [
      'an error',
      () => {
        throw new Error('no answer');
      },
      new Error('no answer'),
    ],
  ])('late, it is %s', async (_, late, expected) => {
    const waited = inTime(new Promise(() => undefined), 1_000, late).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await waited).toEqual(expected);
  });
});
