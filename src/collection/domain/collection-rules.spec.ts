import fc from 'fast-check';
import { AppError } from '@libs/kernel';
import { Blocked, Changed, Gone, Temporary, Throttled, Unavailable } from '@libs/sources';
import { failureKindOf, isLasting, retryPauseMs, scrapeErrorText } from './failure';
import { holdsTooFew, isQuiet, judgeEnd, judgeList, judgedRange } from './pass';
import { PROOF_AWAITED_MS, awaitsProof, nextFullAfterMs, nextSlot, wantsFullPass } from './schedule';

const HOUR = 3_600_000;

describe('schedule (contract §10.4: spread over the period by a hash of the link id)', () => {
  it('comes once per period and always later than now', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 0, max: 2e12 }), (link, now) => {
        const slot = nextSlot(link, now, 6 * HOUR);
        expect(slot).toBeGreaterThan(now);
        expect(slot - now).toBeLessThanOrEqual(6 * HOUR);
        expect(nextSlot(link, slot, 6 * HOUR)).toBe(slot + 6 * HOUR);
      }),
    );
  });

  it('is even: of 10,000 links in a row no minute gets more than twice its share', () => {
    const minutes = new Map<number, number>();
    for (let link = 1; link <= 10_000; link += 1) {
      const minute = Math.floor((nextSlot(link, 0, 6 * HOUR) % (6 * HOUR)) / 60_000);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    }
    expect(minutes.size).toBe(360);
    expect(Math.max(...minutes.values())).toBeLessThanOrEqual(2 * (10_000 / 360));
  });

  it.each([
    ['the first', null, null, 'newest_first', false, true],
    ['a day after the last full one', 24, null, 'newest_first', false, false],
    ['a week after', 168, null, 'newest_first', false, true],
    ['a source that cannot order by date', 1, null, 'unordered', false, true],
    ['the same, though none is due', 1, 5, 'unordered', false, true],
    ['a day after, and deletions await their proof', 24, null, 'newest_first', true, true],
    ['a day after, and the counter disagrees', 24, 0, 'newest_first', false, true],
    ['a day after, and the counter has disagreed for long', 24, 5, 'newest_first', false, false],
    ['never proven, and the counter has disagreed for long', null, 5, 'newest_first', false, false],
    ['never proven, and put off long enough', null, -1, 'newest_first', false, true],
  ] as const)('full pass: %s', (_, hoursAgo, dueInHours, order, awaits, full) => {
    const now = new Date(1e12);
    const fullPassAt = hoursAgo === null ? null : new Date(now.getTime() - hoursAgo * HOUR);
    const fullDueAt = dueInHours === null ? null : new Date(now.getTime() + dueInHours * HOUR);
    expect(wantsFullPass({ fullPassAt, fullDueAt, order, awaitsProof: awaits }, now, 168 * HOUR)).toBe(full);
  });

  it.each([
    [1, 0],
    [2, 9],
    [3, 21],
    [4, 45],
    [5, 93],
    [6, 165],
    [60, 165],
    [5_000, 165],
  ])('after %i disagreements in a row, collected every 6 h: the next full pass %i h later', (disputes, hours) => {
    expect(nextFullAfterMs(disputes, 6 * HOUR, 168 * HOUR)).toBe(hours * HOUR);
  });

  it('each dispute postpones the next full pass further, at most to the period of full passes', () => {
    const duration = fc.integer({ min: 1_000, max: 365 * 24 * HOUR });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), duration, duration, (disputes, every, fullEvery) => {
        const after = nextFullAfterMs(disputes, every, fullEvery);
        expect(after).toBeGreaterThanOrEqual(nextFullAfterMs(1, every, fullEvery));
        expect(after).toBeLessThanOrEqual(nextFullAfterMs(disputes + 1, every, fullEvery));
        expect(after).toBeLessThanOrEqual(fullEvery);
      }),
    );
  });

  it.each([
    ['nothing was missed', null, null, 6, 6, false],
    ['one period ago', 6, null, 6, 6, true],
    ['one period ago, this pass a second sooner than its slot', 6 - 1 / 3600, null, 6, 6, true],
    ['an hour ago: no pass can prove it yet', 1, null, 6, 6, false],
    ['an hour ago, collected hourly', 1, null, 6, 1, false],
    ['six hours ago, collected hourly', 6, null, 6, 1, true],
    ['just now, where no time need pass', 0, null, 0, 6, true],
    ['three days ago', 72, null, 6, 6, true],
    ['more than three days ago', 72.1, null, 6, 6, false],
    ['deletions were held back for a person', 6, 'many_reviews_missing', 6, 6, false],
    ['a warning of something else', 6, 'other', 6, 6, true],
  ])(
    'a missed review awaits its proof (contract §10.3 Deletion): %s',
    (_, hoursAgo, warning, confirmAfter, every, awaits) => {
      const now = new Date(1e12);
      const missedSince = hoursAgo === null ? null : new Date(now.getTime() - hoursAgo * HOUR);
      const times = { confirmAfterMs: confirmAfter * HOUR, everyMs: every * HOUR };
      expect(awaitsProof({ missedSince, warning }, now, times)).toBe(awaits);
      expect(PROOF_AWAITED_MS).toBe(72 * HOUR);
    },
  );
});

describe('a pass (contract §10)', () => {
  const quiet = { inserted: 0, changed: 0, newestDate: '2026-01-01T00:00:00' };
  it.each([
    ['a quiet page as old as the watermark', quiet, '2026-01-01T00:00:00', true],
    ['a quiet page newer than the watermark', quiet, '2025-12-31T00:00:00', false],
    ['a page with something new', { ...quiet, inserted: 1 }, '2026-01-01T00:00:00', false],
    ['a page with something changed', { ...quiet, changed: 1 }, '2026-01-01T00:00:00', false],
    ['an undated page proves nothing', { ...quiet, newestDate: null }, '2026-01-01T00:00:00', false],
    ['without a watermark', quiet, null, false],
  ])('may stop at a quiet page: %s', (_, page, watermark, stops) => {
    expect(isQuiet(page, watermark)).toBe(stops);
  });

  it.each([
    [100, 100, 'complete'],
    [98, 100, 'complete'],
    [97, 100, 'count_mismatch'],
    [103, 100, 'count_mismatch'],
    [10, 500, 'count_mismatch'],
    [250, 350, 'count_mismatch'],
    [196, 200, 'complete'],
    [195, 200, 'count_mismatch'],
    [28, 30, 'complete'],
    [27, 30, 'count_mismatch'],
    [32, 30, 'complete'],
    [33, 30, 'count_mismatch'],
    [0, 0, 'complete'],
    [0, 2, 'complete'],
    [0, 3, 'count_mismatch'],
    [7, null, 'complete'],
  ])('read %p of %p by the platform’s own counter: %s (two, or 2 %%)', (read, counter, verdict) => {
    expect(judgeEnd({ coverage: 'all' }, read, counter)).toBe(verdict);
  });

  it('a window is never complete, with any counter', () => {
    expect(judgeEnd({ coverage: 'window' }, 200, 200)).toBe('window_limit');
  });

  it.each([
    ['complete', 30, 30, true, { from: null }],
    ['complete', 30, null, true, { from: null }],
    ['complete', 30, 30, false, { from: null }],
    ['complete', 98, 100, true, { from: null }],
    ['complete', 29, 30, true, null],
    ['complete', 0, 2, true, null],
    ['window_limit', 200, 250, true, { from: '2026-01-01T00:00:00' }],
    ['window_limit', 200, 250, false, null],
    ['count_mismatch', 250, 350, true, null],
    ['known_reached', 30, 30, true, null],
  ] as const)(
    'after %s with %p read of %p (newest first: %p) deletions are judged in %p: within 2 %%, however short the list',
    (stop, read, platformCount, newestFirst, range) => {
      const pass = { stop, read, platformCount, newestFirst, oldestDate: '2026-01-01T00:00:00' };
      expect(judgedRange(pass)).toEqual(range);
    },
  );

  it('no pass judges deletions whose count is off by more than 2 %', () => {
    const count = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(count, count, (read, platformCount) => {
        const stop = judgeEnd({ coverage: 'all' }, read, platformCount);
        const pass = { stop, read, platformCount, newestFirst: true, oldestDate: null };
        expect(judgedRange(pass) !== null).toBe(Math.abs(read - platformCount) <= 0.02 * platformCount);
      }),
    );
  });

  it.each([
    ['complete', 350, 0, false, 'proven'],
    ['window_limit', 350, 200, false, 'proven'],
    ['count_mismatch', 350, 350, false, 'disputed'],
    ['known_reached', 350, 350, false, 'silent'],
    ['known_reached', 350, 343, false, 'silent'],
    ['known_reached', 350, 342, false, 'short'],
    ['known_reached', 350, 250, false, 'short'],
    ['known_reached', 350, 250, true, 'silent'],
    ['known_reached', 350, 400, false, 'silent'],
    ['known_reached', null, 250, false, 'silent'],
    ['known_reached', 5, 3, false, 'silent'],
    ['known_reached', 5, 2, false, 'short'],
  ] as const)(
    '%s, the platform counts %p, %p are held (shows a window: %p): the list is %s',
    (stop, platformCount, held, showsWindow, verdict) => {
      expect(judgeList({ stop, platformCount }, { held, showsWindow })).toBe(verdict);
    },
  );

  it('a proven list is never short', () => {
    const count = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(count, count, fc.nat(1_000), (read, platformCount, more) => {
        if (judgeEnd({ coverage: 'all' }, read, platformCount) !== 'complete') return;
        expect(holdsTooFew(read + more, platformCount)).toBe(false);
      }),
    );
  });
});

describe('failures (contract §4.6, §10; F34)', () => {
  it.each([
    ['temporary, first', new Temporary('network', 'reset'), 1, 2_000],
    ['temporary, second', new Temporary('timeout', 'slow'), 2, 10_000],
    ['temporary, third', new Temporary('timeout', 'slow'), 3, null],
    ['throttled: Retry-After is obeyed', new Throttled('slow down', 7_000), 1, 7_000],
    ['throttled for longer than a visit waits', new Throttled('slow down', 3_600_000), 1, null],
    ['blocked', new Blocked('captcha'), 1, null],
    ['gone', new Gone('404'), 1, null],
    ['changed', new Changed('no list'), 1, null],
    ['no browser', new Unavailable('browser_unavailable', 'none'), 1, null],
    ['an internal error', new TypeError('x'), 1, null],
  ])('%s', (_, error, attempt, pause) => {
    expect(retryPauseMs(error, attempt)).toBe(pause);
  });

  it('scrape_error is a stable code with a text and never contains an internal error', () => {
    expect(scrapeErrorText(new Blocked('the platform showed\n a captcha'))).toBe(
      'blocked: the platform showed a captcha',
    );
    expect(scrapeErrorText(new TypeError('secret at /srv/x.js:1'))).toBe(
      'internal: the collection failed inside the service',
    );
  });

  it('an unavailable database is a temporary failure, with three attempts in total', () => {
    const away = new AppError('service_unavailable', 'The service is not available at the moment');
    expect([1, 2, 3].map((attempt) => retryPauseMs(away, attempt))).toEqual([2_000, 10_000, null]);
    expect(retryPauseMs(new AppError('conflict', 'no'), 1)).toBeNull();
  });

  it.each([
    ['blocked', true, 'lasting'],
    ['network', true, 'passing'],
    ['blocked', false, 'none'],
  ] as const)('how %s counts for a link (visited: %s): %s', (code, wasAsked, kind) => {
    expect(failureKindOf(code, wasAsked)).toBe(kind);
  });

  it('only lasting failures freeze a link', () => {
    expect(
      [
        'page_not_found',
        'blocked',
        'credentials_rejected',
        'timeout',
        'network',
        'rate_limited',
        'parse_error',
        'internal',
      ].filter((code) => isLasting(code as 'timeout')),
    ).toEqual(['page_not_found', 'blocked', 'credentials_rejected']);
  });
});
