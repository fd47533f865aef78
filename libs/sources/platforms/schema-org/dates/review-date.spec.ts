import * as fc from 'fast-check';
import { UNREAD } from '../unread';
import { dateOrderOf, readReplyDate, readReviewDate, type DateContext } from './review-date';

const NOW = new Date('2026-11-21T12:00:00Z');
const inLanguage = (language: string | undefined, order: DateContext['order'] = null): DateContext => ({
  now: NOW,
  language,
  order,
});
const ENGLISH = inLanguage('en');

/** Dates with a day, at midnight. */
const DAYS: readonly (readonly [text: string, date: string])[] = [
  // ISO 8601 and XML Schema, also with deviations.
  ['2026-05-20', '2026-05-20'],
  ['2026-5-2', '2026-05-02'],
  ['2026/05/20', '2026-05-20'],
  ['2026.05.20', '2026-05-20'],
  ['20260521', '2026-05-21'],
  ['2026-141', '2026-05-21'],
  ['2026-W21-4', '2026-05-21'],
  ['2026-05-21Z', '2026-05-21'],
  ['2026-05-21+02:00', '2026-05-21'],
  // Numbers.
  ['20.05.2026', '2026-05-20'],
  ['5.6.2026', '2026-06-05'],
  ['21. 5. 2026', '2026-05-21'],
  ['2026. 5. 21.', '2026-05-21'],
  ['12/31/2025', '2025-12-31'],
  ['31/12/2025', '2025-12-31'],
  ['31-12-2025', '2025-12-31'],
  ['5/5/2026', '2026-05-05'],
  // Names of months in English.
  ['May 20, 2026', '2026-05-20'],
  ['20 May 2026', '2026-05-20'],
  ['Sept. 3rd, 2025', '2025-09-03'],
  ['21st of May 2026', '2026-05-21'],
  ['January 1 2026', '2026-01-01'],
  ['Thu May 21 2026', '2026-05-21'],
  ['Thursday, May 21, 2026', '2026-05-21'],
  ['21-May-2026', '2026-05-21'],
  ['2026-May-21', '2026-05-21'],
  ['2026 May 21', '2026-05-21'],
  ['Posted on May 21, 2026', '2026-05-21'],
  // Names of months that have one meaning.
  ['15. September 2026', '2026-09-15'],
  ['21. Mai 2026', '2026-05-21'],
  ['21 mai 2026', '2026-05-21'],
  ['1er mai 2026', '2026-05-01'],
  ['21 févr. 2026', '2026-02-21'],
  ['mar. 17 mars 2026', '2026-03-17'],
  ['21 aout 2026', '2026-08-21'],
  ['2 fevrier 2026', '2026-02-02'],
  ['21 de marco de 2026', '2026-03-21'],
  ['21 de mayo de 2026', '2026-05-21'],
  ['21 may. 2026', '2026-05-21'],
  ['21 de maio de 2026', '2026-05-21'],
  ['21 maggio 2026', '2026-05-21'],
  ['21 mei 2026', '2026-05-21'],
  ['21 maj 2026', '2026-05-21'],
  ['21. toukokuuta 2026', '2026-05-21'],
  ['20 marraskuu 2026', '2026-11-20'],
  ['21 maja 2026', '2026-05-21'],
  ['21. května 2026', '2026-05-21'],
  ['2026. május 21.', '2026-05-21'],
  ['21 mai 2026', '2026-05-21'],
  ['21 Μαΐου 2026', '2026-05-21'],
  ['21 мая 2026 г.', '2026-05-21'],
  ['21 травня 2026 р.', '2026-05-21'],
  ['21 Mayıs 2026', '2026-05-21'],
  ['2026 m. gegužės 21 d.', '2026-05-21'],
  ['21 مايو 2026', '2026-05-21'],
  ['٢١ مايو ٢٠٢٦', '2026-05-21'],
  ['21 במאי 2026', '2026-05-21'],
  ['21 tháng 5, 2026', '2026-05-21'],
  ['ngày 21 tháng 5 năm 2026', '2026-05-21'],
  ['21 Mei 2026', '2026-05-21'],
  ['21 พฤษภาคม 2026', '2026-05-21'],
  ['2026年5月21日', '2026-05-21'],
  ['2026年5月21日木曜日', '2026-05-21'],
  ['2026年5月21日(木)', '2026-05-21'],
  ['2026년 5월 21일 (목)', '2026-05-21'],
  ['2026년 5월 21일', '2026-05-21'],
];

/** Dates with a time; the offset is not applied. */
const TIMES: readonly (readonly [text: string, date: string])[] = [
  ['2026-05-20T08:45:28.823Z', '2026-05-20T08:45:28'],
  ['2026-05-20T08:45:28+03:00', '2026-05-20T08:45:28'],
  ['2026-05-20T08:45:28-0700', '2026-05-20T08:45:28'],
  ['2026-05-20T08:45:28 +0000', '2026-05-20T08:45:28'],
  ['2026-05-20T08:45Z', '2026-05-20T08:45:00'],
  ['2026-05-20 08:45', '2026-05-20T08:45:00'],
  ['2026-05-20 08:45:28 UTC', '2026-05-20T08:45:28'],
  ['2026-05-21 08:45:28.0', '2026-05-21T08:45:28'],
  ['2026-05-21T08:45:28.000000Z', '2026-05-21T08:45:28'],
  ['2026-05-21T08:45:28+02:00[Europe/Paris]', '2026-05-21T08:45:28'],
  ['2026-05-21T08:45:28Z[UTC]', '2026-05-21T08:45:28'],
  ['20260521T084528Z', '2026-05-21T08:45:28'],
  ['20260521084528', '2026-05-21T08:45:28'],
  // JavaScript: toString, toUTCString, toLocaleString in several languages.
  ['Thu May 21 2026 08:45:28 GMT+0000 (Coordinated Universal Time)', '2026-05-21T08:45:28'],
  ['Thu May 21 2026 08:45:28 GMT+0200 (Central European Summer Time)', '2026-05-21T08:45:28'],
  ['Thu May 21 2026 08:45:28 GMT+0200 (heure d’été d’Europe centrale)', '2026-05-21T08:45:28'],
  ['Thu, 21 May 2026 08:45:28 GMT', '2026-05-21T08:45:28'],
  ['Thursday, May 21, 2026 at 8:45:28 PM Coordinated Universal Time', '2026-05-21T20:45:28'],
  ['Thursday, May 21, 2026 at 8:45:28 PM Central European Summer Time', '2026-05-21T20:45:28'],
  ['Thursday, 21 May 2026 at 20:45:28 British Summer Time', '2026-05-21T20:45:28'],
  ['5/21/2026, 8:45:28 PM', '2026-05-21T20:45:28'],
  ['5/21/2026, 8:45:28\u202fPM', '2026-05-21T20:45:28'],
  ['5/21/2026 8:45:28 PM', '2026-05-21T20:45:28'],
  ['21/05/2026, 20:45:28', '2026-05-21T20:45:28'],
  ['21.5.2026, 20:45:28', '2026-05-21T20:45:28'],
  ['21.5.2026 klo 20.45', '2026-05-21T20:45:00'],
  ['2026/5/21 20:45:28', '2026-05-21T20:45:28'],
  ['2026. 5. 21. 오후 8:45:28', '2026-05-21T20:45:28'],
  ['2026/5/21 下午8:45:28', '2026-05-21T20:45:28'],
  ['2026-05-21, 8:45:28 p.m.', '2026-05-21T20:45:28'],
  // Servers: C, PHP, Java, Go, Ruby, ASP.NET.
  ['Thu May 21 08:45:28 2026', '2026-05-21T08:45:28'],
  ['Thu May 21 08:45:28 UTC 2026', '2026-05-21T08:45:28'],
  ['Thu May 21 08:45:28 CEST 2026', '2026-05-21T08:45:28'],
  ['Thursday, 21-May-2026 08:45:28 UTC', '2026-05-21T08:45:28'],
  ['Thursday, 21-May-26 08:45:28 UTC', '2026-05-21T08:45:28'],
  ['Thu, 21 May 26 08:45:28 +0000', '2026-05-21T08:45:28'],
  ['2026-05-21 08:45:28 +0000 UTC', '2026-05-21T08:45:28'],
  ['2026-05-21 08:45:28.123456789 +0200 CEST', '2026-05-21T08:45:28'],
  ['2026-05-21 08:45:28 +0200', '2026-05-21T08:45:28'],
  ['/Date(1747730728000)/', '2025-05-20T08:45:28'],
  ['/Date(1747730728000+0200)/', '2025-05-20T08:45:28'],
  ['1747730728', '2025-05-20T08:45:28'],
  ['1747730728000', '2025-05-20T08:45:28'],
  ['1747730728.123', '2025-05-20T08:45:28'],
  // People.
  ['May 21, 2026 8:45 PM', '2026-05-21T20:45:00'],
  ['May 21st, 2026 at 8:45 pm', '2026-05-21T20:45:00'],
  ['May 21, 2026 12:30 AM', '2026-05-21T00:30:00'],
  ['May 21, 2026 12:30 PM', '2026-05-21T12:30:00'],
  ['May 21, 2026 8 PM', '2026-05-21T20:00:00'],
  ['8:45 PM, May 21, 2026', '2026-05-21T20:45:00'],
  ['8:45 PM · May 21, 2026', '2026-05-21T20:45:00'],
  ['May 21, 2026 | 8:45 PM', '2026-05-21T20:45:00'],
  ['21/05/2026 - 20:45', '2026-05-21T20:45:00'],
  ['Donnerstag, 21. Mai 2026 um 20:45 Uhr', '2026-05-21T20:45:00'],
  ['21 mai 2026 à 20h45', '2026-05-21T20:45:00'],
  ['21 de maio de 2026 às 20:45', '2026-05-21T20:45:00'],
  ['21 de mayo de 2026, 8:45 p. m.', '2026-05-21T20:45:00'],
  ['21 мая 2026 г. в 20:45', '2026-05-21T20:45:00'],
  ['torstaina 21. toukokuuta 2026 klo 20.45', '2026-05-21T20:45:00'],
  ['2026. május 21., csütörtök 20:45', '2026-05-21T20:45:00'],
  ['lúc 20:45 Thứ Năm, 21 tháng 5, 2026', '2026-05-21T20:45:00'],
  ['2026年5月21日 20時45分28秒', '2026-05-21T20:45:28'],
  ['2026년 5월 21일 오후 8시 45분', '2026-05-21T20:45:00'],
  ['2026-11-22T20:00:00', '2026-11-22T20:00:00'],
];

const UNREADABLE: readonly (readonly [text: string, reason: string])[] = [
  ['05/06/2026', 'its order is unknown'],
  ['05-06-2026', 'its order is unknown'],
  ['05/06/2026 8:45 PM', 'its order is unknown'],
  ['21/05/26', 'its year is unknown'],
  ['21-MAY-26', 'its year is unknown'],
  ['5/21/26', 'its year is unknown'],
  ['2026', 'it has no day'],
  ['May 21', 'it has no year'],
  ['Thursday', 'it has no year'],
  ['21 listopad 2025', 'the month is November in Czech and October in Croatian'],
  ['2028-02-29', 'it is in the future'],
  ['2026-11-24', 'it is in the future'],
  ['2099-01-01', 'it is in the future'],
  ['2023-02-29', 'it does not exist'],
  ['2026-02-30', 'it does not exist'],
  ['2026-13-01', 'it does not exist'],
  ['31.04.2026', 'it does not exist'],
  ['2026-05-20T25:00:00', 'its time does not exist'],
  ['May 21, 2026 13:45 AM', 'its time does not exist'],
  ['2026-05-20T08:45:28 FOO', 'its zone is unknown'],
  ['May 21, 2026 8:45 PM the best time', 'it has further words'],
  ['May 20, 2026 · May 21, 2026', 'it has two days'],
  ['1985-03-02', 'it is older than every site'],
  ['Foo 20, 2026', 'it has no month'],
  ['May May 20, 2026', 'it has two months'],
  ['May 20, 21, 2026', 'it has two days'],
  ['in spring', 'it has no day'],
  ['{{ date }}', 'it is a template'],
  ['Invalid Date', 'it is a failure of a script'],
  ['x'.repeat(10_000), 'it is too long'],
];

describe('readReviewDate (contract §1, §10.4)', () => {
  it.each(DAYS)('reads %j as the day %s', (text, date) => {
    expect(readReviewDate(text, ENGLISH)).toEqual({ date: `${date}T00:00:00`, precision: 'day' });
  });

  it.each(TIMES)('reads %j as the local time %s', (text, date) => {
    expect(readReviewDate(text, ENGLISH)).toEqual({ date, precision: 'exact' });
  });

  it.each([
    ['2026-05', '2026-05-01T00:00:00'],
    ['May 2026', '2026-05-01T00:00:00'],
    ['mai 2026', '2026-05-01T00:00:00'],
    ['2026年5月', '2026-05-01T00:00:00'],
    ['3 weeks ago', '2026-10-31T00:00:00'],
    ['vor 3 Wochen', '2026-10-31T00:00:00'],
    ['yesterday', '2026-11-20T00:00:00'],
  ])('reads %j as the inexact date %s', (text, date) => {
    expect(readReviewDate(text, ENGLISH)).toEqual({ date, precision: 'relative' });
  });

  it.each(UNREADABLE)('reports %j as unread: %s', (text) => {
    expect(readReviewDate(text, ENGLISH)).toBe(UNREAD);
  });

  it.each([
    null,
    '',
    '  ',
    '0',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '0001-01-01T00:00:00',
    '1970-01-01',
    '-0001-11-30T00:00:00+00:00',
  ])('reads %j as no date', (text) => {
    expect(readReviewDate(text, ENGLISH)).toBeNull();
  });

  it.each([
    ['cs', '21 listopad 2025', '2025-11-21T00:00:00'],
    ['hr', '21. listopad 2025.', '2025-10-21T00:00:00'],
    ['hr-HR', '21 lip 2026', '2026-06-21T00:00:00'],
    ['fi', '20 marraskuuta 2026', '2026-11-20T00:00:00'],
    ['xx', '20 May 2026', '2026-05-20T00:00:00'],
    ['not a language', '20 May 2026', '2026-05-20T00:00:00'],
    [undefined, '20 May 2026', '2026-05-20T00:00:00'],
  ])('reads months in the language of the page (%s): %j as %s', (language, text, date) => {
    expect(readReviewDate(text, inLanguage(language))).toEqual({ date, precision: 'day' });
  });

  it('never takes a name of another language for an English month', () => {
    // Finnish and Estonian names begin like English ones.
    for (const [text, date] of [
      ['20 marraskuu 2026', '2026-11-20T00:00:00'],
      ['20 maaliskuu 2026', '2026-03-20T00:00:00'],
      ['20 juuni 2026', '2026-06-20T00:00:00'],
      ['20 marec 2026', '2026-03-20T00:00:00'],
    ] as const)
      expect(readReviewDate(text, ENGLISH)).toEqual({ date, precision: 'day' });
    expect(readReviewDate('20 Marchish 2026', ENGLISH)).toBe(UNREAD);
    expect(readReviewDate('20 mayhem 2026', ENGLISH)).toBe(UNREAD);
  });

  const instant = fc.date({
    min: new Date('2001-10-01T00:00:00Z'),
    max: new Date('2026-11-20T00:00:00Z'),
    noInvalidDate: true,
  });
  const localized =
    (language: string, dateStyle: 'full' | 'long' | 'medium' | 'short') =>
    (date: Date): string =>
      new Intl.DateTimeFormat(language, { dateStyle, timeStyle: 'medium', timeZone: 'UTC' }).format(date);

  it('reads every date that a script prints', () => {
    const languages = 'en en-GB de fr es it pt nl sv da fi pl cs ru uk bg tr ja zh ko hu vi id ar he el ro'.split(' ');
    const forms: readonly (readonly [language: string, form: (date: Date) => string])[] = [
      ['en', (date) => date.toISOString()],
      ['en', (date) => date.toUTCString()],
      ['en', (date) => date.toString()],
      ['en', (date) => String(date.getTime())],
      ...languages.map((language) => [language, localized(language, 'long')] as const),
    ];
    fc.assert(
      fc.property(instant, fc.constantFrom(...forms), (date, [language, form]) => {
        const text = form(date);
        const read = readReviewDate(text, inLanguage(language));
        expect([text, read]).toEqual([text, { date: date.toISOString().slice(0, 19), precision: 'exact' }]);
      }),
      { numRuns: 500 },
    );
  });

  it('reads no date of any language as another date', () => {
    const languages = (
      'en en-AU en-CA en-IN es-MX pt-PT fr-CA de-AT nb is sk sl hr sr sr-Latn mk be az et lv lt sq ga cy af ar-MA fa hi bn th ms ' +
      'ka hy kk uz sw zh-TW ta te ur fil mn km am zu eu gl ca'
    ).split(' ');
    const style = fc.constantFrom('full', 'long', 'medium', 'short');
    fc.assert(
      fc.property(instant, fc.constantFrom(...languages), style, (date, language, dateStyle) => {
        const text = localized(language, dateStyle)(date);
        const read = readReviewDate(text, inLanguage(language));
        if (read === UNREAD) return;
        expect([text, read?.date]).toEqual([text, date.toISOString().slice(0, 19)]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the order of day and month on a page', () => {
  it.each<[texts: readonly string[], order: string | null]>([
    [['21/05/2026'], 'day_first'],
    [['05/21/2026'], 'month_first'],
    [['05/06/2026', '5/21/2026, 8:45:28 PM'], 'month_first'],
    [['21-05-2026 20:45'], 'day_first'],
    [['21/05/2026', '22/05/2026'], 'day_first'],
    [['21/05/2026', '05/21/2026'], null],
    [['05/06/2026', '5/5/2026'], null],
    [['21.05.2026', '05/06/2026'], null],
    [['32/05/2026', '05/32/2026'], null],
    [['2026-05-21', 'May 21, 2026'], null],
    [[], null],
  ])('%j have the order %p', (texts, order) => {
    expect(dateOrderOf(texts)).toBe(order);
  });

  it.each([
    ['05/06/2026', 'day_first', '2026-06-05T00:00:00'],
    ['05/06/2026', 'month_first', '2026-05-06T00:00:00'],
    ['05-06-2026 20:45', 'day_first', '2026-06-05T20:45:00'],
    ['5/6/2026 8:45 PM', 'month_first', '2026-05-06T20:45:00'],
    // A date that shows its order is read by it.
    ['21/05/2026', 'month_first', '2026-05-21T00:00:00'],
    ['5.6.2026', 'month_first', '2026-06-05T00:00:00'],
  ] as const)('reads %j on a page with the order %s as %s', (text, order, date) => {
    expect(readReviewDate(text, inLanguage('en', order))).toMatchObject({ date });
  });
});

describe('readReplyDate (contract §1.2)', () => {
  it.each<[text: string | null, date: string | null]>([
    ['2026-05-20', '2026-05-20T00:00:00'],
    ['2026-05-21+02:00', '2026-05-21T00:00:00'],
    ['2026-05', '2026-05-01T00:00:00'],
    ['2026-05-20T08:45:28.823Z', '2026-05-20T08:45:28'],
    ['2026-05-20T01:45:28+03:00', '2026-05-19T22:45:28'],
    ['2026-05-20T08:45:28-0730', '2026-05-20T16:15:28'],
    ['2026-05-20T08:45:28.5+02', '2026-05-20T06:45:28'],
    ['2025-12-31T22:00:00-05:00', '2026-01-01T03:00:00'],
    ['2026-05-20 08:45', '2026-05-20T08:45:00'],
    ['Wed, 20 May 2026 08:45:28 +0200', '2026-05-20T06:45:28'],
    ['Thu May 21 2026 08:45:28 GMT+0200 (Central European Summer Time)', '2026-05-21T06:45:28'],
    ['Thu May 21 2026 08:45:28 GMT-0430 (VET)', '2026-05-21T13:15:28'],
    ['Thu May 21 08:45:28 CEST 2026', '2026-05-21T06:45:28'],
    ['2026-05-21 08:45:28 +0200 CEST', '2026-05-21T06:45:28'],
    ['2026-05-21T08:45:28+02:00[Europe/Paris]', '2026-05-21T06:45:28'],
    ['2026-05-21T08:45:28 PDT', '2026-05-21T15:45:28'],
    ['5/21/2026, 8:45:28 PM GMT+2', '2026-05-21T18:45:28'],
    ['Thursday, May 21, 2026 at 8:45:28 PM Coordinated Universal Time', '2026-05-21T20:45:28'],
    ['21.05.2026 um 20:45 Uhr', '2026-05-21T20:45:00'],
    ['1747730728', '2025-05-20T08:45:28'],
    ['3 weeks ago', '2026-10-31T00:00:00'],
    [null, null],
  ])('reads %j as %s, in UTC if it has an offset', (text, date) => {
    expect(readReplyDate(text, ENGLISH)).toBe(date);
  });

  it.each([
    ['Thu May 21 08:45:28 CST 2026', 'the zone is six hours west or eight hours east of UTC'],
    ['2026-05-21 08:45:28 BST', 'the zone has several meanings'],
    ['Thursday, May 21, 2026 at 8:45:28 PM Central European Summer Time', 'the offset of the zone is unknown'],
    ['2026-12-31T22:00:00-05:00', 'it is in the future'],
    ['in spring', 'it has no day'],
  ])('reports %j as unread: %s', (text) => {
    expect(readReplyDate(text, ENGLISH)).toBe(UNREAD);
  });
});
