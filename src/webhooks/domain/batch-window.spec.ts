import { BATCH_WINDOWS, flushHour, nextFlush, type BatchWindow } from './batch-window';

describe('bucket windows (contract §6.1)', () => {
  it('have 25 values ("immediate and daily_<HOUR>, an hour 0-23 UTC, no leading zero")', () => {
    expect(BATCH_WINDOWS).toHaveLength(25);
    expect(BATCH_WINDOWS).toEqual(expect.arrayContaining(['immediate', 'daily_0', 'daily_9', 'daily_23']));
    for (const invalid of ['daily_24', 'daily_09', 'daily_', 'daily_-1', 'daily'])
      expect(BATCH_WINDOWS).not.toContain(invalid);
  });

  it.each([
    ['immediate', null],
    ['daily_0', 0],
    ['daily_9', 9],
    ['daily_23', 23],
  ] as const)('the hour at which %s is flushed is %s', (window, hour) => expect(flushHour(window)).toBe(hour));

  const ROWS: readonly (readonly [window: BatchWindow, now: string, flush: string | null])[] = [
    ['immediate', '2026-11-20T08:00:00Z', null],
    ['daily_9', '2026-11-20T08:59:59.999Z', '2026-11-20T09:00:00.000Z'],
    ['daily_9', '2026-11-20T09:00:00.000Z', '2026-11-21T09:00:00.000Z'],
    ['daily_9', '2026-11-20T09:00:00.001Z', '2026-11-21T09:00:00.000Z'],
    ['daily_0', '2026-11-20T23:59:59.999Z', '2026-11-21T00:00:00.000Z'],
    ['daily_0', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['daily_23', '2026-11-20T23:30:00Z', '2026-11-21T23:00:00.000Z'],
    ['daily_23', '2026-11-20T00:00:00Z', '2026-11-20T23:00:00.000Z'],
    ['daily_5', '2026-11-30T06:00:00Z', '2026-12-01T05:00:00.000Z'],
    ['daily_5', '2026-12-31T06:00:00Z', '2027-01-01T05:00:00.000Z'],
    ['daily_5', '2028-02-28T06:00:00Z', '2028-02-29T05:00:00.000Z'],
    ['daily_2', '2026-03-29T01:30:00Z', '2026-03-29T02:00:00.000Z'],
  ];

  it.each(ROWS)('the next flush of %s after %s is %s', (window, now, flush) =>
    expect(nextFlush(window, new Date(now))?.toISOString() ?? null).toBe(flush),
  );

  it('the next flush is after now, at most a day later, at a full hour', () => {
    for (const window of BATCH_WINDOWS.filter((candidate) => candidate !== 'immediate')) {
      for (let minute = 0; minute < 24 * 60; minute += 7) {
        const now = new Date(Date.UTC(2026, 11, 31, 0, minute));
        const wait = (nextFlush(window, now)?.getTime() ?? 0) - now.getTime();
        expect([wait > 0, wait <= 86_400_000]).toEqual([true, true]);
        expect((nextFlush(window, now)?.getTime() ?? 1) % 3_600_000).toBe(0);
      }
    }
  });
});
