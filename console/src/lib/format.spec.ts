import { objectsWords } from '../words/en/objects';
import { operatorSourcesWords } from '../words/en/operator-sources';
import { paletteWords } from '../words/en/palette';
import { timeChartWords } from '../words/en/time-chart';
import { webhookWords } from '../words/en/webhook';
import {
  fieldTimeOf,
  formatAhead,
  formatClock,
  formatDay,
  formatDuration,
  formatHour,
  formatMean,
  formatMoment,
  formatNearDay,
  formatNumber,
  formatShare,
  formatSeconds,
  formatTime,
  formatWhen,
  formatWhole,
  lengthIn,
  momentOf,
  momentOfField,
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

describe('a locale changes numbers and the words of dates together', () => {
  const NOW = Date.parse('2026-03-20T12:00:00Z');
  beforeAll(() => setFormats({ locale: 'de-DE', timeZone: 'Europe/Berlin' }));
  afterAll(() => setFormats({ locale: '', timeZone: '' }));

  test.each<[string, () => string, string]>([
    ['a date', () => formatDay('2026-03-12T09:44:00'), '12. März 2026'],
    ['an age', () => formatMoment('2026-03-20T11:56:00', NOW), 'vor 4 Min.'],
    ['a wait', () => formatAhead('2026-03-20T14:00:00', NOW), 'in 2 Std.'],
    ['a day beside today', () => formatClock('2026-03-19T21:14:00', NOW), 'gestern 22:14'],
    ['a number', () => formatNumber(1234), '1.234'],
    ['a number in a sentence', () => objectsWords.of(1234, 5000), '1.234 of 5.000'],
    ['a count in a sentence', () => paletteWords.count(1234), '1.234 results'],
    ['an average', () => formatMean(4.5), '4,50'],
    ['an average in a sentence', () => timeChartWords.before(4.5), '4,50 in the period before'],
    ['a share', () => formatShare(0.962), '96,2\u00a0%'],
    ['a share of deliveries', () => webhookWords.share(0.962), '96,2\u00a0%'],
    ['a share of a source', () => operatorSourcesWords.percent(0.962), '96,2\u00a0%'],
    [
      'the day on which a platform ends',
      () => operatorSourcesWords.roadEnds('2026-04-30T00:00:00'),
      'The platform ends this way on 30. Apr. 2026.',
    ],
  ])('%s', (_, format, text) => expect(format()).toBe(text));

  test('a moment of details has the order and the zone of the moments in lists', () =>
    expect([formatWhole('2026-03-12T09:44:05'), formatDay('2026-03-12T23:30:00')]).toEqual([
      '12.03.2026, 10:44:05',
      '13. März 2026',
    ]));
});

describe('a field for a date and a time has the zone of the person', () => {
  afterEach(() => setFormats({ locale: '', timeZone: '' }));

  test.each([
    ['Asia/Tokyo', '2026-11-20T20:31:00Z', '2026-11-21T05:31'],
    ['America/Sao_Paulo', '2026-11-20T02:10:00Z', '2026-11-19T23:10'],
    ['Europe/Berlin', '2026-10-25T03:30:00Z', '2026-10-25T04:30'],
    ['Europe/Berlin', '2026-03-29T01:30:00Z', '2026-03-29T03:30'],
    ['UTC', '2026-02-28T23:59:00Z', '2026-02-28T23:59'],
  ])('in %s, %s is %s and back', (timeZone, moment, field) => {
    setFormats({ locale: 'en-GB', timeZone });
    expect([fieldTimeOf(Date.parse(moment)), momentOfField(field)]).toEqual([field, Date.parse(moment)]);
  });

  test.each(['', 'x', '2026-13-01T00:00'])('"%s" is no moment', (text) => expect(momentOfField(text)).toBeNaN());
});
