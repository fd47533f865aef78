import fc from 'fast-check';
import { AppError } from '@libs/kernel';
import {
  Blocked,
  Changed,
  Gone,
  NOTHING_UNREAD,
  Temporary,
  Throttled,
  Unavailable,
  mayHideReviews,
  type Unread,
} from '@libs/sources';
import { failureKindOf, isLasting, retryPauseMs, scrapeErrorText } from './failure';
import {
  storesTooFew,
  isQuiet,
  stopReasonAtEnd,
  classifyList,
  deletionRange,
  unreadAfter,
  type ListVerdict,
} from './pass';
import {
  FROZEN_EVERY_MS,
  PROOF_AWAITED_MS,
  awaitsProof,
  fullPassMarks,
  nextFullAfterMs,
  nextDueTime,
  periodOf,
  wantsFullPass,
} from './schedule';

const HOUR = 3_600_000;

describe('schedule (contract §10.4: spread over the period by a hash of the link id)', () => {
  it('returns one due time per period, always later than now', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 0, max: 2e12 }), (link, now) => {
        const due = nextDueTime(link, now, 6 * HOUR);
        expect(due).toBeGreaterThan(now);
        expect(due - now).toBeLessThanOrEqual(6 * HOUR);
        expect(nextDueTime(link, due, 6 * HOUR)).toBe(due + 6 * HOUR);
      }),
    );
  });

  it('spreads 10,000 consecutive links: no minute gets more than twice the mean', () => {
    const minutes = new Map<number, number>();
    for (let link = 1; link <= 10_000; link += 1) {
      const minute = Math.floor((nextDueTime(link, 0, 6 * HOUR) % (6 * HOUR)) / 60_000);
      minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
    }
    expect(minutes.size).toBe(360);
    expect(Math.max(...minutes.values())).toBeLessThanOrEqual(2 * (10_000 / 360));
  });

  it.each([
    [true, 'it is the first', null, null, 'newest_first', false],
    [false, 'the last full pass was a day ago', 24, null, 'newest_first', false],
    [true, 'the last full pass was a week ago', 168, null, 'newest_first', false],
    [true, 'the source does not order by date', 1, null, 'unordered', false],
    [true, 'the source does not order by date and no full pass is due', 1, 5, 'unordered', false],
    [true, 'a missing review awaits the proof of its deletion', 24, null, 'newest_first', true],
    [true, 'the counter disagreed with the last pass', 24, 0, 'newest_first', false],
    [false, 'the counter disagreed repeatedly, so the full pass is postponed', 24, 5, 'newest_first', false],
    [false, 'the last proven pass was a week ago, and the full pass is postponed', 200, 5, 'newest_first', false],
    [false, 'no pass was proven, and the full pass is postponed', null, 5, 'newest_first', false],
    [true, 'no pass was proven, and the postponed full pass is due', null, -1, 'newest_first', false],
  ] as const)('returns wantsFullPass %s if %s', (isFull, _, hoursAgo, dueInHours, order, awaits) => {
    const now = new Date(1e12);
    const fullPassAt = hoursAgo === null ? null : new Date(now.getTime() - hoursAgo * HOUR);
    const fullDueAt = dueInHours === null ? null : new Date(now.getTime() + dueInHours * HOUR);
    expect(wantsFullPass({ fullPassAt, fullDueAt, order, awaitsProof: awaits }, now, 168 * HOUR)).toBe(isFull);
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
  ])('delays the full pass after %i disputes in a row by %i h, with a period of 6 h', (disputes, hours) => {
    expect(nextFullAfterMs(disputes, 6 * HOUR, 168 * HOUR)).toBe(hours * HOUR);
  });

  it('never shortens the delay with another dispute, and never exceeds the period of full passes', () => {
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
    [false, 'no review was missed', null, null, 6, 6],
    [true, 'a review was missed one period ago', 6, null, 6, 6],
    [true, 'a review was missed a second less than one period ago', 6 - 1 / 3600, null, 6, 6],
    [false, 'a review was missed an hour ago, too recently for a proof', 1, null, 6, 6],
    [true, 'a review was missed just now and deletions need no confirmation time', 0, null, 0, 6],
    [true, 'a review was missed three days ago', 72, null, 6, 6],
    [false, 'a review was missed more than three days ago', 72.1, null, 6, 6],
    [false, 'the link has the warning `many_reviews_missing`', 6, 'many_reviews_missing', 6, 6],
    [true, 'the link has another warning', 6, 'other', 6, 6],
  ])('contract §10.3 Deletion: returns awaitsProof %s if %s', (awaits, _, hoursAgo, warning, confirmAfter, every) => {
    const now = new Date(1e12);
    const missedSince = hoursAgo === null ? null : new Date(now.getTime() - hoursAgo * HOUR);
    const times = { confirmAfterMs: confirmAfter * HOUR, everyMs: every * HOUR, proofEveryMs: 6 * HOUR };
    expect(awaitsProof({ missedSince, warning, lastScrapedAt: now }, now, times)).toBe(awaits);
    expect(PROOF_AWAITED_MS).toBe(72 * HOUR);
  });

  it('contract §10.3 Deletion: a link that is collected every half hour gets one full pass in each period of public pages', () => {
    const missedAt = 1e12;
    const times = { confirmAfterMs: 6 * HOUR, everyMs: HOUR / 2, proofEveryMs: 6 * HOUR };
    const fullPasses = Array.from({ length: 2 * 73 }, (_, pass) => (pass + 1) / 2).filter((hours) => {
      const at = (after: number): Date => new Date(missedAt + after * HOUR);
      const state = { missedSince: at(0), warning: null, lastScrapedAt: at(hours - 1 / 2) };
      return awaitsProof(state, at(hours), times);
    });
    expect(fullPasses).toEqual([6, 12, 18, 24, 30, 36, 42, 48, 54, 60, 66, 72]);
  });

  it.each([
    ['is read from public pages', 'public', 0, 0, 6],
    ['was never read', null, 0, 0, 6],
    ['is read by its owner and from public pages', 'both', 0, 0, 6],
    ['is read by its owner', 'owner', 0, 0, 0.5],
    ['is read on a road of its owner with a longer shortest period', 'owner', 2, 0, 2],
    ['is read from public pages on a road with a longer shortest period', 'public', 24, 0, 24],
    ['is read by its owner and fails with a lasting error', 'owner', 0, 1, 6],
    ['fails with a lasting error on a road with a longer shortest period', 'owner', 24, 1, 24],
  ] as const)('contract §10.1: the period of a link that %s', (_, readBy, floor, lastingFailures, hours) => {
    const periods = { publicMs: 6 * HOUR, ownerMs: HOUR / 2 };
    expect(periodOf({ frozenAt: null, readBy, lastingFailures }, floor * HOUR, periods)).toBe(hours * HOUR);
    expect(periodOf({ frozenAt: new Date(), readBy, lastingFailures }, floor * HOUR, periods)).toBe(FROZEN_EVERY_MS);
  });
});

describe('a pass (contract §10)', () => {
  const quiet = { inserted: 0, changed: 0, newestDate: '2026-01-01T00:00:00' };
  it.each([
    [true, 'it is as old as the newest review of the last full pass', quiet, '2026-01-01T00:00:00'],
    [false, 'it is newer than the newest review of the last full pass', quiet, '2025-12-31T00:00:00'],
    [false, 'it has a new review', { ...quiet, inserted: 1 }, '2026-01-01T00:00:00'],
    [false, 'it has a changed review', { ...quiet, changed: 1 }, '2026-01-01T00:00:00'],
    [false, 'its reviews have no date', { ...quiet, newestDate: null }, '2026-01-01T00:00:00'],
    [false, 'there was no full pass', quiet, null],
  ])('returns isQuiet %s for a page if %s', (expected, _, page, knownNewest) => {
    expect(isQuiet(page, knownNewest)).toBe(expected);
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
  ])('returns for %p reviews read and a counter of %p: %s (tolerates two reviews, or 2 %%)', (read, counter, stop) => {
    expect(stopReasonAtEnd({ coverage: 'all' }, read, counter, NOTHING_UNREAD)).toBe(stop);
  });

  it('never classifies a window as complete, even if the counter agrees', () => {
    expect(stopReasonAtEnd({ coverage: 'window' }, 200, 200, NOTHING_UNREAD)).toBe('window_limit');
  });

  it.each([200, null])(
    'judges a list that broke off as disputed, with a counter of %p, and deletes nothing',
    (platformCount) => {
      const stop = stopReasonAtEnd({ coverage: 'unproven' }, 200, platformCount, NOTHING_UNREAD);
      const pass = {
        stop,
        read: 200,
        platformCount,
        newestFirst: true,
        mayHide: false,
        oldestDate: '2026-01-01T00:00:00',
      };
      expect(stop).toBe('count_mismatch');
      expect(deletionRange(pass)).toBeNull();
      expect(classifyList(pass, { stored: 200, showsWindow: false })).toBe('disputed');
    },
  );

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
    'returns for a pass with the stop reason %s, %p reviews read and a counter of %p (newest first: %p) the deletion range %p',
    (stop, read, platformCount, newestFirst, range) => {
      const pass = { stop, read, platformCount, newestFirst, mayHide: false, oldestDate: '2026-01-01T00:00:00' };
      expect(deletionRange(pass)).toEqual(range);
    },
  );

  it('returns no deletion range if the count differs from the counter by more than 2 %', () => {
    const count = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(count, count, (read, platformCount) => {
        const stop = stopReasonAtEnd({ coverage: 'all' }, read, platformCount, NOTHING_UNREAD);
        const pass = { stop, read, platformCount, newestFirst: true, mayHide: false, oldestDate: null };
        expect(deletionRange(pass) !== null).toBe(Math.abs(read - platformCount) <= 0.02 * platformCount);
      }),
    );
  });

  it.each([
    ['complete', 350, 0, false, 'proven'],
    ['window_limit', 350, 200, false, 'proven'],
    ['count_mismatch', 350, 350, false, 'disputed'],
    ['known_reached', 350, 350, false, 'undisputed'],
    ['known_reached', 350, 343, false, 'undisputed'],
    ['known_reached', 350, 342, false, 'short'],
    ['known_reached', 350, 250, false, 'short'],
    ['known_reached', 350, 250, true, 'undisputed'],
    ['known_reached', 350, 400, false, 'undisputed'],
    ['known_reached', null, 250, false, 'undisputed'],
    ['known_reached', 5, 3, false, 'undisputed'],
    ['known_reached', 5, 2, false, 'short'],
  ] as const)(
    'classifies the list after %s with a counter of %p and %p stored reviews (shows a window: %p): %s',
    (stop, platformCount, stored, showsWindow, verdict) => {
      expect(classifyList({ stop, platformCount, mayHide: false }, { stored, showsWindow })).toBe(verdict);
    },
  );

  describe('what could not be read', () => {
    it.each<[string, Unread, number, number | null, string, { from: null } | null, string]>([
      ['a review', { review: 1 }, 29, 30, 'unread', null, 'disputed'],
      ['a review, without a counter', { review: 1 }, 29, null, 'unread', null, 'disputed'],
      ['reviews that make up for the difference to the counter', { review: 10 }, 90, 100, 'unread', null, 'disputed'],
      ['a review, with a counter that still differs', { review: 1 }, 80, 100, 'count_mismatch', null, 'disputed'],
      ['a list', { list: 1 }, 30, 30, 'unread', null, 'disputed'],
      ['the counter', { count: 1 }, 30, null, 'unread', null, 'disputed'],
      ['dates of known reviews', { date: 2 }, 30, 30, 'unread', { from: null }, 'proven'],
      ['a photo and a reply', { photo: 1, reply: 1 }, 30, 30, 'unread', { from: null }, 'proven'],
      ['name and average of the object', { name: 1, average: 1 }, 30, 30, 'complete', { from: null }, 'proven'],
    ])(
      'is never complete, and proves no deletion without all reviews: %s',
      (_, unread, read, counter, stop, range, verdict) => {
        const pass = {
          stop: stopReasonAtEnd({ coverage: 'all' }, read, counter, unread),
          ...{ read, platformCount: counter, oldestDate: null, newestFirst: true, mayHide: mayHideReviews(unread) },
        };
        expect(pass.stop).toBe(stop);
        expect(deletionRange(pass)).toEqual(range);
        expect(classifyList(pass, { stored: read, showsWindow: false })).toBe(verdict);
      },
    );

    it('proves no deletion in a window with an unread review', () => {
      const pass = {
        stop: 'window_limit',
        read: 200,
        platformCount: 250,
        newestFirst: true,
        oldestDate: null,
      } as const;
      expect(deletionRange({ ...pass, oldestDate: '2026-01-01T00:00:00', mayHide: true })).toBeNull();
      expect(classifyList({ ...pass, mayHide: true }, { stored: 200, showsWindow: true })).toBe('disputed');
    });
  });

  it('never finds too few stored reviews after a complete pass', () => {
    const count = fc.integer({ min: 0, max: 300_000 });
    fc.assert(
      fc.property(count, count, fc.nat(1_000), (read, platformCount, more) => {
        if (stopReasonAtEnd({ coverage: 'all' }, read, platformCount, NOTHING_UNREAD) !== 'complete') return;
        expect(storesTooFew(read + more, platformCount)).toBe(false);
      }),
    );
  });
});

describe('failures (contract §4.6, §10; F34)', () => {
  it.each([
    [2_000, 'the first temporary failure', new Temporary('network', 'reset'), 1],
    [10_000, 'the second temporary failure', new Temporary('timeout', 'slow'), 2],
    [null, 'the third temporary failure', new Temporary('timeout', 'slow'), 3],
    [7_000, 'a Retry-After', new Throttled('slow down', 7_000), 1],
    [null, 'a Retry-After that is longer than a run may wait', new Throttled('slow down', 3_600_000), 1],
    [null, 'a refusal', new Blocked('captcha'), 1],
    [null, 'a missing page', new Gone('404'), 1],
    [null, 'a page in an unknown format', new Changed('no list'), 1],
    [null, 'a missing browser', new Unavailable('browser_unavailable', 'none'), 1],
    [null, 'an internal error', new TypeError('x'), 1],
  ])('returns a backoff of %p ms after %s', (pause, _, error, attempt) => {
    expect(retryPauseMs(error, attempt)).toBe(pause);
  });

  it('returns `scrape_error` as a stable code and a text, without details of internal errors', () => {
    expect(scrapeErrorText(new Blocked('the platform showed\n a captcha'))).toBe(
      'blocked: the platform showed a captcha',
    );
    expect(scrapeErrorText(new TypeError('secret at /srv/x.js:1'))).toBe(
      'internal: the collection failed inside the service',
    );
  });

  it('treats an unavailable database as a temporary failure, with three attempts in total', () => {
    const unavailable = new AppError('service_unavailable', 'The service is not available at the moment');
    expect([1, 2, 3].map((attempt) => retryPauseMs(unavailable, attempt))).toEqual([2_000, 10_000, null]);
    expect(retryPauseMs(new AppError('conflict', 'no'), 1)).toBeNull();
  });

  it.each([
    ['blocked', true, 'lasting'],
    ['network', true, 'passing'],
    ['blocked', false, 'none'],
  ] as const)('classifies the failure %s (visited: %s) as %s', (code, wasVisited, kind) => {
    expect(failureKindOf(code, wasVisited)).toBe(kind);
  });

  it('classifies only missing pages, refusals and rejected credentials as lasting', () => {
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

describe('what a pass leaves for the next one (contract §10.2)', () => {
  const beganAt = new Date('2026-05-01T00:00:00Z');
  const later = new Date('2026-05-09T00:00:00Z');
  const after = (hours: number): Date => new Date(beganAt.getTime() + hours * HOUR);

  it.each<[ListVerdict, number, Date | null, number, Date | null]>([
    ['proven', 2, later, 0, null],
    ['disputed', 0, null, 1, beganAt],
    ['disputed', 1, null, 2, after(9)],
    ['disputed', 9, null, 10, after(165)],
    ['short', 0, null, 1, beganAt],
    ['short', 3, later, 3, later],
    ['undisputed', 2, later, 2, later],
  ])('a %s list after %i disputes, with a full pass due at %s: %i disputes, due at %s', (list, ...expected) => {
    const [disputesBefore, dueBefore, countDisputes, fullDueAt] = expected;
    const pass = { list, beganAt, everyMs: 6 * HOUR, fullEveryMs: 168 * HOUR };
    expect(fullPassMarks({ countDisputes: disputesBefore, fullDueAt: dueBefore }, pass)).toEqual({
      countDisputes,
      fullDueAt,
    });
  });

  it.each<[ListVerdict, Unread]>([
    ['proven', { date: 1 }],
    ['disputed', { date: 1 }],
    ['short', { date: 1, text: 3 }],
    ['undisputed', { date: 1, text: 3 }],
  ])('a %s list: keeps what was not read on pages that the pass did not see', (list, expected) => {
    expect(unreadAfter({ text: 3 }, { list, unread: { date: 1 } })).toEqual(expected);
    expect(unreadAfter(null, { list, unread: { date: 1 } })).toEqual({ date: 1 });
  });
});
