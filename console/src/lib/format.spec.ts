import {
  formatClock,
  formatDuration,
  formatHour,
  formatMoment,
  formatNearDay,
  formatSeconds,
  formatTime,
  formatWhen,
  lengthIn,
  momentOf,
  setFormats,
} from './format';

test('times of the API are UTC', () => {
  expect(momentOf('2026-11-20T08:30:00').toISOString()).toBe('2026-11-20T08:30:00.000Z');
});

test('a moment is relative up to 24 hours, then a date', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(formatMoment('2026-11-20T11:56:00', now)).toMatch(/4 min/);
  expect(formatMoment('2026-11-20T02:00:00', now)).toMatch(/10 hr/);
  expect(formatMoment('2026-11-19T11:59:59', now)).toMatch(/2026/);
});

test.each([
  ['characters', 'naïve 🙂', 7],
  ['bytes', 'naïve 🙂', 11],
  [null, 'abc', 3],
] as const)('the length in %s of %s is %i', (unit, text, length) => expect(lengthIn(unit, text)).toBe(length));

test.each([
  ['2026-11-20T08:31:00', /^\d\d:\d\d$/],
  ['2026-11-19T22:14:00', /^yesterday \d\d:\d\d$/],
  ['2026-11-21T09:44:00', /^tomorrow \d\d:\d\d$/],
  ['2026-11-12T09:44:00', /^(Nov 12|12 Nov)$/],
  ['2025-11-12T09:44:00', /2025/],
])('on 20 November, %s is %p', (moment, text) =>
  expect(formatClock(moment, Date.parse('2026-11-20T12:00:00Z'))).toMatch(text),
);

test.each([
  [1_500, /1.5 sec/],
  [150_000, /2.5 min/],
  [7_200_000, /2 hr/],
])('%i milliseconds are %p', (milliseconds, text) => expect(formatDuration(milliseconds)).toMatch(text));

describe('in the locale and the time zone of the person, with 24 hours', () => {
  const EVENING = '2026-11-20T20:31:05';
  beforeAll(() => setFormats({ locale: 'en-US', timeZone: 'Asia/Tokyo' }));
  afterAll(() => setFormats({ locale: '', timeZone: '' }));

  test.each<[string, (at: string) => string, string]>([
    ['formatClock', (at) => formatClock(at, Date.parse('2026-11-20T22:00:00Z')), '05:31'],
    ['formatHour', formatHour, '05:31'],
    ['formatTime', (at) => formatTime(momentOf(at).getTime()), '05:31'],
    ['formatWhen of this day', (at) => formatWhen(at, Date.parse('2026-11-20T22:00:00Z')), '05:31'],
    ['formatWhen of another day', (at) => formatWhen(at, Date.parse('2026-11-22T00:00:00Z')), 'Nov 21, 05:31'],
    ['formatSeconds of this day', (at) => formatSeconds(at, Date.parse('2026-11-20T22:00:00Z')), '05:31:05'],
    ['formatSeconds of another day', (at) => formatSeconds(at, Date.parse('2026-11-22T00:00:00Z')), 'Nov 21, 05:31'],
    ['formatNearDay', (at) => formatNearDay(at, Date.parse('2026-11-22T00:00:00Z')), 'Nov 21'],
  ])('%s', (_, format, text) => expect(format(EVENING)).toBe(text));
});
