// cspell:ignore dnia gada
/**
 * Reads a calendar date as scripts, servers and people write it: `2026-05-21`, `20260521`, `21.05.2026`, `May 21st, 2026`,
 * `Thu May 21 2026`, `15. September 2026`, `21 de mayo de 2026`, `2026年5月21日`.
 */
import { tokensOf } from '../../../phrase-tokens';
import { isWeekday, monthOf, withoutLongWeekday } from './month-names';

export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  /** Null if the text has only a month. */
  readonly day: number | null;
}

/** The order of day and month in dates such as `05/06/2026`. */
export type DateOrder = 'day_first' | 'month_first';

const YEAR_FIRST = /^(\d{4})([-/.]) ?(\d{1,2})(?:\2 ?(\d{1,2})\.?)?$/;
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/;
const EAST_ASIAN = /^(\d{4}) ?[年년] ?(\d{1,2}) ?[月월](?: ?(\d{1,2}) ?[日号號일])?$/;
const EAST_ASIAN_WEEKDAY =
  / ?\(?(?:[月火水木金土日]曜日?|(?:星期|周|週)[一二三四五六日天]|[월화수목금토일]요일)\)?$| ?\([月火水木金土日一二三四五六월화수목금토일]\)$/;
const VIETNAMESE = /^(?:[\p{L}\s]{1,20},? )?(\d{1,2}) (?:tháng|thg) (\d{1,2}),?(?: năm)? (\d{4})$/u;
const YEAR_LAST = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4})(?: ?г?\.| ?r\.)?$/;
const ORDINAL_DAY = /^(\d{4})-(\d{3})$/;
const WEEK_DATE = /^(\d{4})-?w(\d{2})-?([1-7])$/;

/**
 * Reads a date in the form of `plainForm`. `language` is the page's `lang`, `order` that of its other dates. Returns null for a text
 * that is not understood or ambiguous. The date may not exist (30 February).
 */
export function readCalendarDate(
  text: string,
  language: string | undefined,
  order: DateOrder | null,
): CalendarDate | null {
  const date =
    readYearFirst(text) ?? readYearLast(text, order) ?? readNamedMonth(text, language) ?? readDayOfYear(text);
  return date !== null && isBuddhist(date.year, text) ? { ...date, year: date.year - BUDDHIST_ERA } : date;
}

/** Thai dates count the years of the Buddhist era. */
const BUDDHIST_ERA = 543;
const isBuddhist = (year: number, text: string): boolean =>
  year > 2_450 && year < 2_650 && /[\u0e00-\u0e7f]/.test(text);

/** The order of day and month that a date shows: one of the two is above 12. Null for a date that does not show it. */
export function orderShownBy(text: string): DateOrder | null {
  const [, first, separator, second] = YEAR_LAST.exec(text) ?? [];
  if (separator === undefined || separator === '.') return null;
  if (isDayOnly(first) && isMonth(second)) return 'day_first';
  return isDayOnly(second) && isMonth(first) ? 'month_first' : null;
}

const isMonth = (number: string | undefined): boolean => Number(number) >= 1 && Number(number) <= 12;
const isDayOnly = (number: string | undefined): boolean => Number(number) > 12 && Number(number) <= 31;

function readYearFirst(text: string): CalendarDate | null {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year !== undefined) return dateOf(year, month, day);
  const [, years, months, days] = DIGITS.exec(text) ?? EAST_ASIAN.exec(text.replace(EAST_ASIAN_WEEKDAY, '')) ?? [];
  if (years !== undefined) return dateOf(years, months, days);
  const [, dayOfMonth, monthOfYear, lastYear] = VIETNAMESE.exec(text) ?? [];
  return lastYear === undefined ? null : dateOf(lastYear, monthOfYear, dayOfMonth);
}

/** `20.05.2026` is day first everywhere; with slashes or dashes the date is ambiguous unless a number above 12 is the day. */
function readYearLast(text: string, order: DateOrder | null): CalendarDate | null {
  const [, first, separator, second, year] = YEAR_LAST.exec(text) ?? [];
  if (year === undefined) return null;
  const known = separator === '.' ? 'day_first' : (orderShownBy(text) ?? order);
  if (known === null && first !== second) return null;
  return known === 'month_first' ? dateOf(year, first, second) : dateOf(year, second, first);
}

/** Words that occur in dates beside names of months. */
const FILLERS = new Set(
  (
    'de del d of the den der le el il em on op a m g r г р года року року. roku ngày năm posted published reviewed written ' +
    'submitted date dated di do da ten dne dnia lá gada թ ж ngày พ ศ'
  ).split(' '),
);
const ORDINALS = new Set('st nd rd th er e a o º ª ος η'.split(' '));
const SIGNS = new Set([',', '،', '.', '-', '/', ':', "'", '(', ')', '·', '|', '•']);

/** `May 21, 2026`, `Thu May 21 2026`, `15. September 2026`, `21-May-2026`, `May 2026`. */
function readNamedMonth(text: string, language: string | undefined): CalendarDate | null {
  // German "am 21. Mai".
  const { tokens } = tokensOf(withoutLongWeekday(text.replace(/^am /, '')));
  const numbers = tokens.filter(isNumber);
  const firstNumber = tokens.findIndex(isNumber);
  const words = tokens.filter((token, index) => !isNumber(token) && !isFiller(token, index > firstNumber));
  const [one, other, ...rest] = words;
  if (one === undefined || rest.length > 0) return null;
  if (other === undefined) return withNumbers(numbers, monthOf(one, language), false);
  // "mar" is Tuesday in French and March in English.
  const month = isWeekday(one) ? monthOf(other, language) : null;
  return withNumbers(numbers, month ?? (isWeekday(other) ? monthOf(one, language) : null), true);
}

const isNumber = (token: string): boolean => /^\d/.test(token);

const isFiller = (token: string, isAfterNumber: boolean): boolean =>
  SIGNS.has(token) || FILLERS.has(token) || (isAfterNumber && ORDINALS.has(token));

/** The numbers of a date with a named month: a day and a year, or a year. */
function withNumbers(numbers: readonly string[], month: number | null, hasWeekday: boolean): CalendarDate | null {
  if (month === null) return null;
  const years = numbers.filter((number) => /^\d{4}$/.test(number));
  const days = numbers.filter((number) => /^\d{1,2}$/.test(number));
  if (numbers.length === 1 && years.length === 1) return { year: Number(years[0]), month, day: null };
  if (numbers.length !== 2) return null;
  if (years.length === 1 && days.length === 1) return { year: Number(years[0]), month, day: Number(days[0]) };
  // RFC 850: "Thursday, 21-May-26". Without the weekday, either number may be the year.
  return days.length === 2 && hasWeekday ? { year: 2000 + Number(days[1]), month, day: Number(days[0]) } : null;
}

/** ISO 8601: `2026-141` is the 141st day of the year, `2026-W21-4` the Thursday of week 21. */
function readDayOfYear(text: string): CalendarDate | null {
  const [, year, dayOfYear] = ORDINAL_DAY.exec(text) ?? [];
  if (year !== undefined)
    return Number(dayOfYear) >= 1 && Number(dayOfYear) <= 366
      ? fromUtc(Date.UTC(Number(year), 0, Number(dayOfYear)))
      : null;
  const [, weekYear, week, weekday] = WEEK_DATE.exec(text) ?? [];
  if (weekYear === undefined || Number(week) < 1 || Number(week) > 53) return null;
  // The fourth of January is in the first week.
  const fourth = new Date(Date.UTC(Number(weekYear), 0, 4));
  const monday = 4 - ((fourth.getUTCDay() + 6) % 7);
  return fromUtc(Date.UTC(Number(weekYear), 0, monday + (Number(week) - 1) * 7 + Number(weekday) - 1));
}

function fromUtc(time: number): CalendarDate {
  const date = new Date(time);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

const dateOf = (year: string, month: string | undefined, day: string | undefined): CalendarDate => ({
  year: Number(year),
  month: Number(month),
  day: day === undefined ? null : Number(day),
});
