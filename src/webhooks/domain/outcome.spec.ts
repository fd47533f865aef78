import { failedStage, outcomeOf, waitAfter, type AttemptResult, type FailedStage, type RetrySchedule } from './outcome';

describe('outcome of an attempt (contract §6.5)', () => {
  it.each([200, 201, 202, 204, 226, 299])('status %i is a success', (statusCode) => {
    expect(outcomeOf({ statusCode })).toBe('success');
  });

  it.each([408, 429, 500, 501, 502, 503, 504, 511, 599])('status %i is retried', (statusCode) => {
    expect(outcomeOf({ statusCode })).toBe('retry');
  });

  it.each([300, 301, 302, 304, 307, 308, 399, 400, 401, 403, 404, 407, 409, 410, 422, 428, 430, 451, 499])(
    'status %i is a permanent failure',
    (statusCode) => {
      expect(outcomeOf({ statusCode })).toBe('permanent');
    },
  );

  it.each([null, 0, 99, 101, 199, 600, 999])('status %s is not a valid response and is retried', (statusCode) => {
    expect(outcomeOf({ statusCode })).toBe('retry');
  });
});

const MINUTE = 60_000;
const DEFAULT: RetrySchedule = {
  waitsMs: [30_000, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE],
  attempts: 30,
};

describe('the default retry schedule (contract §6.5: 30 s, 1 m, 2 m, 5 m, 10 m, 15 m, then every 30 m; up to 30 attempts)', () => {
  it.each([
    [1, 30_000],
    [2, MINUTE],
    [3, 2 * MINUTE],
    [4, 5 * MINUTE],
    [5, 10 * MINUTE],
    [6, 15 * MINUTE],
    [7, 30 * MINUTE],
    [8, 30 * MINUTE],
    [29, 30 * MINUTE],
    [30, null],
    [31, null],
  ])('after failed attempt %i, the wait in milliseconds is %s (null: no further attempt)', (attempt, wait) => {
    expect(waitAfter(attempt, DEFAULT)).toBe(wait);
  });

  it('waits 12 h 3 m 30 s in total, in 29 waits (contract §6.5)', () => {
    const waits = Array.from({ length: 30 }, (_, index) => waitAfter(index + 1, DEFAULT)).filter(
      (wait) => wait !== null,
    );
    expect(waits).toHaveLength(29);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(43_410_000);
  });

  it.each([
    { waitsMs: [5], attempts: 1, after: [null] },
    { waitsMs: [5], attempts: 3, after: [5, 5, null] },
    { waitsMs: [1, 2, 3], attempts: 2, after: [1, null] },
  ])(
    'with the configured waits $waitsMs and $attempts attempts, the waits are $after',
    ({ waitsMs, attempts, after }) => {
      expect(after.map((_, index) => waitAfter(index + 1, { waitsMs, attempts }))).toEqual(after);
    },
  );
});

describe('the wait that the receiver asks for (contract §6.5: never sooner than the schedule, at most its next wait)', () => {
  it.each([
    // [failed attempts, asked, waited]
    [1, 0, 30_000],
    [1, 10_000, 30_000],
    [1, 30_001, 30_001],
    [1, 45_000, 45_000],
    [1, MINUTE, MINUTE],
    [1, 2 * MINUTE, MINUTE],
    [1, Number.MAX_SAFE_INTEGER, MINUTE],
    [2, 90_000, 90_000],
    [6, 20 * MINUTE, 20 * MINUTE],
    [6, 24 * 60 * MINUTE, 30 * MINUTE],
    [7, 24 * 60 * MINUTE, 30 * MINUTE],
    [29, 24 * 60 * MINUTE, 30 * MINUTE],
  ])('after failed attempt %i, asked to wait %i ms: %i ms', (attempt, asked, wait) =>
    expect(waitAfter(attempt, DEFAULT, asked)).toBe(wait),
  );

  it('adds no attempt after the last one', () => expect(waitAfter(30, DEFAULT, 1)).toBeNull());

  it('is ignored by a schedule of one step, and of falling steps', () => {
    expect(waitAfter(1, { waitsMs: [5], attempts: 3 }, 100)).toBe(5);
    expect(waitAfter(1, { waitsMs: [9, 2], attempts: 3 }, 100)).toBe(9);
  });
});

describe('the stage at which an attempt failed', () => {
  it.each<[string, Omit<AttemptResult, 'durationMs'>, FailedStage | null]>([
    ['the secrets cannot be read', { statusCode: null, error: 'no_secret' }, 'sign'],
    ['no response arrives', { statusCode: null, error: 'timeout' }, 'send'],
    ['the status is not valid', { statusCode: 600, error: 'bad_answer' }, 'send'],
    ['the receiver refuses the delivery', { statusCode: 410, error: null }, 'answer'],
    ['the receiver fails', { statusCode: 503, error: null }, 'answer'],
    ['the receiver accepts the delivery', { statusCode: 204, error: null }, null],
  ])('if %s: %j → %s', (_what, result, stage) => {
    expect(failedStage({ ...result, durationMs: 1 })).toBe(stage);
  });
});
