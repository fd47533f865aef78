import { resolveRelativeDate } from './relative-date';

const NOW = new Date('2026-11-21T13:20:27Z');
const resolvedDate = (text: string, language?: string): string | null =>
  resolveRelativeDate(text, NOW, language)?.date ?? null;

const WEEKS_2 = '2026-11-07T00:00:00';
const MONTH_1 = '2026-10-21T00:00:00';

describe('resolveRelativeDate (contract §10.4)', () => {
  it.each([
    ['en', '2 weeks ago', WEEKS_2],
    ['es', 'hace 2 semanas', WEEKS_2],
    ['pt', 'há 2 semanas', WEEKS_2],
    ['pt (colloquial)', '2 semanas atrás', WEEKS_2],
    ['fr', 'il y a 2 semaines', WEEKS_2],
    ['de', 'vor 2 Wochen', WEEKS_2],
    ['it', '2 settimane fa', WEEKS_2],
    ['nl', '2 weken geleden', WEEKS_2],
    ['sv', 'för 2 veckor sedan', WEEKS_2],
    ['pl', '2 tygodnie temu', WEEKS_2],
    ['pl (five)', '5 tygodni temu', '2026-10-17T00:00:00'],
    ['cs', 'před 2 týdny', WEEKS_2],
    ['ru', '2 недели назад', WEEKS_2],
    ['ru (twenty-one)', '21 день назад', '2026-10-31T00:00:00'],
    ['uk', '2 тижні тому', WEEKS_2],
    ['el', 'πριν από 2 εβδομάδες', WEEKS_2],
    ['tr', '2 hafta önce', WEEKS_2],
    ['he', 'לפני 3 שבועות', '2026-10-31T00:00:00'],
    ['he (dual)', 'לפני שבועיים', WEEKS_2],
    ['ar', 'قبل 3 أسابيع', '2026-10-31T00:00:00'],
    ['ar (dual)', 'قبل أسبوعين', WEEKS_2],
    ['ar (Arabic digits)', 'قبل ٣ أسابيع', '2026-10-31T00:00:00'],
    ['hi', '2 सप्ताह पहले', WEEKS_2],
    ['hi (Devanagari digits)', '२ सप्ताह पहले', WEEKS_2],
    ['th', '2 สัปดาห์ที่ผ่านมา', WEEKS_2],
    ['vi', '2 tuần trước', WEEKS_2],
    ['id', '2 minggu yang lalu', WEEKS_2],
    ['ja', '2週間前', WEEKS_2],
    ['ja (with a space)', '2 週間前', WEEKS_2],
    ['ja (full-width digit)', '２週間前', WEEKS_2],
    ['ko', '2주 전', WEEKS_2],
    ['zh', '2周前', WEEKS_2],
    ['zh (with a space)', '2 周前', WEEKS_2],
    ['zh-Hant', '2 週前', WEEKS_2],
  ])('resolves a phrase in %s: %s', (_language, text, expected) => {
    expect(resolvedDate(text)).toBe(expected);
  });

  it.each([
    ['a month ago', MONTH_1],
    ['hace un mes', MONTH_1],
    ['há um mês', MONTH_1],
    ['il y a un mois', MONTH_1],
    ['vor einem Monat', MONTH_1],
    ['un mese fa', MONTH_1],
    ['месяц назад', MONTH_1],
    ['miesiąc temu', MONTH_1],
    ['bir ay önce', MONTH_1],
    ['last month', MONTH_1],
    ['1ヶ月前', MONTH_1],
    ['1 か月前', MONTH_1],
    ['un’ora fa', '2026-11-21T12:20:27'],
    ['5 hr. ago', '2026-11-21T08:20:27'],
    ['5 hr ago', '2026-11-21T08:20:27'],
    ['5 hours ago', '2026-11-21T08:20:27'],
    ['30 minutes ago', '2026-11-21T12:50:27'],
    ['just now', '2026-11-21T13:20:27'],
    ['now', '2026-11-21T13:20:27'],
    ['today', '2026-11-21T00:00:00'],
    ['Yesterday', '2026-11-20T00:00:00'],
    ['вчера', '2026-11-20T00:00:00'],
    ['позавчера', '2026-11-19T00:00:00'],
    ['昨日', '2026-11-20T00:00:00'],
    ['어제', '2026-11-20T00:00:00'],
    ['dün', '2026-11-20T00:00:00'],
    ['a year ago', '2025-11-21T00:00:00'],
    ['3 years ago', '2023-11-21T00:00:00'],
    ['  3\u00a0Years   ago. ', '2023-11-21T00:00:00'],
  ])('resolves %s', (text, expected) => {
    expect(resolvedDate(text)).toBe(expected);
  });

  it.each([
    ['in 2 weeks'],
    ['dentro de 2 semanas'],
    ['tomorrow'],
    ['2 weeks'],
    ['2'],
    [''],
    ['ago'],
    ['2 3 weeks ago'],
    ['2026-11-07'],
    ['May 20'],
    ['99999999999999999999 years ago'],
    ['200 years ago'],
    [`${'a'.repeat(100)} 2 weeks ago`],
    ['__proto__'],
    ['constructor'],
  ])('returns null for %j', (text) => {
    expect(resolvedDate(text)).toBeNull();
  });

  it('uses the last day of a shorter month, also for 29 February', () => {
    const dateAt = (now: string, text: string): string | undefined => resolveRelativeDate(text, new Date(now))?.date;
    expect(dateAt('2026-03-31T10:00:00Z', '1 month ago')).toBe('2026-02-28T00:00:00');
    expect(dateAt('2028-02-29T10:00:00Z', '1 year ago')).toBe('2027-02-28T00:00:00');
    expect(dateAt('2026-01-15T10:00:00Z', '2 months ago')).toBe('2025-11-15T00:00:00');
  });

  it('returns the unit and the precision `relative`', () => {
    expect(resolveRelativeDate('2 weeks ago', NOW)).toEqual({ date: WEEKS_2, precision: 'relative', unit: 'week' });
  });

  it('resolves every phrase of Intl without the language, except forms that begin with a minus sign', () => {
    const languages =
      'en es pt fr de it nl ca sv da nb fi is pl cs sk sl hr sr bg ro hu ru uk el tr et lv lt he ar fa hi th vi id ms ja ko zh';
    const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const;
    const mismatches: string[] = [];
    for (const language of languages.split(' ')) {
      for (const style of ['long', 'short', 'narrow'] as const) {
        const format = new Intl.RelativeTimeFormat(language, { style });
        for (const unit of units) {
          const phrase = format.format(-7, unit);
          if (/^[-\u2212\u200e\u200f]/.test(phrase)) continue;
          const unitRead = resolveRelativeDate(phrase, NOW)?.unit;
          if (unitRead !== unit) mismatches.push(`${language} ${phrase}: ${unitRead ?? 'nothing'}`);
        }
      }
    }
    expect(mismatches).toEqual([]);
  });

  it.each(['xx', 'en_US', '', '🙂', 'x'.repeat(500), 'en-US-u-ca-buddhist', 'se'])(
    'ignores the invalid page language %j',
    (language) => {
      expect(resolvedDate('2 weeks ago', language)).toBe(WEEKS_2);
    },
  );

  it('resolves phrases for days and weeks that Intl generates in the language of the page', () => {
    const units = { day: 86_400_000, week: 604_800_000 } as const;
    for (const language of [
      'en',
      'es',
      'pt',
      'fr',
      'de',
      'ru',
      'pl',
      'tr',
      'ko',
      'ja',
      'zh',
      'ar',
      'he',
      'sv',
      'th',
      'hi',
    ]) {
      for (const [unit, ms] of Object.entries(units)) {
        for (const n of [1, 2, 3, 6, 9, 12, 21, 25]) {
          const phrase = new Intl.RelativeTimeFormat(language).format(-n, unit as 'day' | 'week');
          const expected = new Date(NOW.getTime() - n * ms).toISOString().slice(0, 10);
          expect({ phrase, date: resolvedDate(phrase, language)?.slice(0, 10) }).toEqual({ phrase, date: expected });
        }
      }
    }
  });

  it('builds its table of phrases once', () => {
    resolvedDate('2 weeks ago');
    const format = jest.spyOn(Intl.RelativeTimeFormat.prototype, 'format');
    expect(resolvedDate('hace 2 semanas')).toBe(resolvedDate('2 weeks ago'));
    expect(format).not.toHaveBeenCalled();
    // The product is loaded once per worker, so another file may have used a language before; none uses this one.
    expect(resolvedDate('2 weeks ago', 'en-BI')).not.toBeNull();
    expect(format).toHaveBeenCalled();
    format.mockRestore();
  });
});
