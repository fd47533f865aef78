import { rowsIn } from '@test/support/contract-text';
import {
  BATCH_WINDOWS,
  flushHour,
  nextFlush,
  type BatchWindow,
  assertEventTypesOf,
  assertMayCreate,
  assertTargetFits,
  isShownIn,
  applyChange,
  EVENT_TYPES,
  V2_EVENT_TYPES,
  type SubscriptionSettings,
} from './subscription';

const SETTINGS: SubscriptionSettings = {
  target: 'https://example.com/a',
  objectIds: [1],
  eventTypes: ['reviews.new'],
  batchWindow: 'immediate',
  filters: { has_text: true },
  isActive: true,
  format: 'hrev',
};

describe('webhooks (contract §2.7, §4.11)', () => {
  it('v2 has three event types, and v3 has those of the contract (§6.1)', () => {
    const types = [...rowsIn('6.1')].filter(([type]) => type.includes('.'));
    expect(V2_EVENT_TYPES).toEqual(['reviews.new', 'replies.new', 'scrape.run.finished']);
    expect(types.filter(([, meaning]) => !meaning.includes('of v3 only')).map(([type]) => type)).toEqual(
      V2_EVENT_TYPES,
    );
    expect(EVENT_TYPES).toEqual(types.map(([type]) => type));
  });

  it.each(EVENT_TYPES.map((type) => [type, V2_EVENT_TYPES.some((known) => known === type)] as const))(
    'a webhook of v3 may subscribe to %s; a webhook of v2 may: %s',
    (type, known) => {
      expect(() => assertEventTypesOf(3, [type])).not.toThrow();
      const refusal = expect.objectContaining({
        code: 'validation_error',
        detail: expect.stringContaining(type) as string,
      });
      if (known) expect(() => assertEventTypesOf(2, ['reviews.new', type])).not.toThrow();
      else expect(() => assertEventTypesOf(2, ['reviews.new', type])).toThrow(refusal);
    },
  );

  it.each<[string | null, number, number, boolean]>([
    ['https://example.com/', 49, 20, true],
    ['https://example.com/', 50, 0, false],
    [null, 50, 19, true],
    [null, 0, 20, false],
  ])(
    'target %p with %i webhooks and %i listeners may be created: %s ("At most 50 webhooks per account, and 20 listeners beside them")',
    (target, webhooks, listeners, may) => {
      const create = (): void => assertMayCreate({ target }, { webhooks, listeners });
      if (may) expect(create).not.toThrow();
      else expect(create).toThrow(expect.objectContaining({ code: 'conflict' }));
    },
  );

  it.each([
    [2, null, false],
    [3, null, true],
    [2, 'https://example.com/', true],
    [3, 'https://example.com/', true],
  ] as const)('v%i shows a webhook with target %p: %s ("v2 does not show listeners")', (version, target, isShown) => {
    expect(isShownIn(version, { target })).toBe(isShown);
  });

  it.each([
    [null, { target: 'https://example.com/' }, true],
    [null, { isActive: false }, false],
    ['https://example.com/', { target: 'https://example.com/b' }, false],
  ] as const)('target %p is changed by %j: refused %s', (target, change, isRefused) => {
    const apply = (): void => assertTargetFits({ target }, change);
    if (isRefused) expect(apply).toThrow(expect.objectContaining({ code: 'validation_error' }));
    else expect(apply).not.toThrow();
  });

  it('a change sets only its fields: null is a value, undefined is not', () => {
    expect(applyChange(SETTINGS, {})).toEqual(SETTINGS);
    expect(applyChange(SETTINGS, { target: undefined, isActive: undefined })).toEqual(SETTINGS);
    expect(applyChange(SETTINGS, { objectIds: null, isActive: false })).toEqual({
      ...SETTINGS,
      objectIds: null,
      isActive: false,
    });
    expect(applyChange(SETTINGS, { filters: {} })).toEqual({ ...SETTINGS, filters: {} });
  });
});

describe('batch windows (contract §6.1)', () => {
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
