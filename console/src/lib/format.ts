/** How numbers and times are written; empty texts mean those of the browser. */
export interface FormatChoice {
  readonly locale: string;
  readonly timeZone: string;
}

const UNITS = ['second', 'minute', 'hour'] as const;
const UTC = { timeZone: 'UTC' } as const;

function formatsOf(choice: FormatChoice) {
  const locale = choice.locale === '' ? undefined : choice.locale;
  const zone = choice.timeZone === '' ? {} : { timeZone: choice.timeZone };
  const numbers = (options: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat(locale, options);
  // All times have 24 hours, as those of the API, in logs and of the platforms.
  const dates = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { hourCycle: 'h23', ...options });
  return {
    number: numbers(),
    average: numbers({ maximumFractionDigits: 2 }),
    mean: numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    percent: numbers({ style: 'percent', maximumFractionDigits: 1 }),
    decimal: numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    rate: numbers({ maximumSignificantDigits: 2 }),
    today: dates({ dateStyle: 'full', timeStyle: 'short', ...zone }),
    day: dates({ day: 'numeric', month: 'short', year: 'numeric', ...zone }),
    weekday: dates({ weekday: 'short', day: 'numeric', month: 'short', ...UTC }),
    shortDay: dates({ day: 'numeric', month: 'short', ...UTC }),
    month: dates({ month: 'short', year: 'numeric', ...UTC }),
    exact: dates({ dateStyle: 'medium', timeStyle: 'medium', ...UTC }),
    whole: dates({ dateStyle: 'medium', timeStyle: 'medium', ...zone }),
    platform: dates({ dateStyle: 'medium', timeStyle: 'short', ...UTC }),
    utcDay: dates({ day: 'numeric', month: 'short', year: 'numeric', ...UTC }),
    time: dates({ timeStyle: 'short', ...zone }),
    dayInYear: dates({ day: 'numeric', month: 'short', ...zone }),
    hourMinute: dates({ hour: '2-digit', minute: '2-digit', ...zone }),
    seconds: dates({ timeStyle: 'medium', ...zone }),
    dayTime: dates({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...zone }),
    dayAhead: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    // Swedish dates are written as 2026-11-20.
    calendar: new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', ...zone }),
    field: new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', ...zone }),
    amounts: UNITS.map((unit) => numbers({ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
  };
}

let chosen: FormatChoice = { locale: '', timeZone: '' };
let formats = formatsOf(chosen);

/** Sets the locale and the time zone of all formats. A choice that this browser does not know leaves the formats as they are. */
export function setFormats(choice: FormatChoice): void {
  if (choice.locale === chosen.locale && choice.timeZone === chosen.timeZone) return;
  chosen = choice;
  try {
    formats = formatsOf(choice);
  } catch {
    return;
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const formatNumber = (value: number): string => formats.number.format(value);
/** The mean of several ratings, with two decimals. */
export const formatMean = (value: number): string => formats.mean.format(value);
/** A rating, with as many decimals as it has, at most two. */
export const formatAverage = (value: number): string => formats.average.format(value);

/** A number with one decimal. */
export const formatDecimal = (value: number): string => formats.decimal.format(value);
/** A frequency, with two significant digits. */
export const formatRate = (value: number): string => formats.rate.format(value);

/** A moment of the API, which is UTC without a zone. */
export function momentOf(wireTime: string): Date {
  return new Date(`${wireTime}Z`);
}

/** Relative up to 24 hours, then the date in the time zone of the person. */
export function formatMoment(wireTime: string, now = Date.now()): string {
  const age = now - momentOf(wireTime).getTime();
  if (age < 0 || age >= DAY_MS) return formats.day.format(momentOf(wireTime));
  if (age < HOUR_MS) return formats.relative.format(-Math.floor(age / MINUTE_MS), 'minute');
  return formats.relative.format(-Math.floor(age / HOUR_MS), 'hour');
}

/** A moment that is ahead: relative up to 24 hours, then the date. */
export function formatAhead(wireTime: string, now = Date.now()): string {
  const wait = momentOf(wireTime).getTime() - now;
  if (wait >= DAY_MS) return formats.day.format(momentOf(wireTime));
  if (wait < HOUR_MS) return formats.relative.format(Math.max(0, Math.ceil(wait / MINUTE_MS)), 'minute');
  return formats.relative.format(Math.round(wait / HOUR_MS), 'hour');
}

/** The date of a moment. */
export const formatDay = (wireTime: string): string => formats.day.format(momentOf(wireTime));

/** The day of a moment in UTC, for days that a platform announces without a time. */
export const formatUtcDay = (wireTime: string): string => formats.utcDay.format(momentOf(wireTime));

/** The time of day of a moment of this browser. */
export const formatTime = (ms: number): string => formats.time.format(ms);

/** The present date and time. */
export const formatToday = (): string => formats.today.format(Date.now());

/** The time of a moment of today, with the word for a day next to it, otherwise the day; in the time zone of the person. */
export function formatClock(wireTime: string, now = Date.now()): string {
  const moment = momentOf(wireTime);
  const days = Math.round((midnightOf(moment) - midnightOf(new Date(now))) / DAY_MS);
  if (days === 0) return formats.hourMinute.format(moment);
  if (Math.abs(days) === 1) return `${formats.dayAhead.format(days, 'day')} ${formats.hourMinute.format(moment)}`;
  return formatNearDay(wireTime, now);
}

/** The day of a moment, with the year only if it is not the present one. */
export function formatNearDay(wireTime: string, now = Date.now()): string {
  const moment = momentOf(wireTime);
  return (
    formats.calendar.format(moment).slice(0, 4) === formats.calendar.format(now).slice(0, 4)
      ? formats.dayInYear
      : formats.day
  ).format(moment);
}

/** The calendar day of a moment in the time zone of the person, as milliseconds. */
const midnightOf = (moment: Date): number => Date.parse(formats.calendar.format(moment));

/** A length of time in its largest fitting unit up to hours. */
export function formatDuration(milliseconds: number): string {
  const sizes = [1_000, MINUTE_MS, HOUR_MS];
  const place = milliseconds < MINUTE_MS ? 0 : milliseconds < HOUR_MS ? 1 : 2;
  return formats.amounts[place]?.format(milliseconds / (sizes[place] ?? 1)) ?? '';
}

/** The date and the time with seconds in the time zone of the person, as the other moments of a screen. */
export const formatWhole = (wireTime: string): string => formats.whole.format(momentOf(wireTime));

/** A moment as a field for a date and a time has it, in the time zone of the person: `2026-11-20T08:30`. */
export const fieldTimeOf = (moment: number): string => formats.field.format(moment).replace(' ', 'T');

/** The moment of a field for a date and a time, whose zone is that of the person; NaN if it has none. */
export function momentOfField(text: string): number {
  const asUtc = Date.parse(`${text}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const shiftAt = (moment: number): number => Date.parse(`${fieldTimeOf(moment)}Z`) - moment;
  const about = asUtc - shiftAt(asUtc);
  // The zone may change between the two, such as at the end of summer time.
  return asUtc - shiftAt(about);
}

/** The exact moment, for tooltips and copies. */
export function formatExact(wireTime: string): string {
  return `${formats.exact.format(momentOf(wireTime))} UTC`;
}

/** The local time of a platform, which is never converted. */
export function formatPlatformTime(localTime: string): string {
  return formats.platform.format(momentOf(localTime));
}

/** A share of 0 to 1 in percent, with at most one decimal. */
export const formatShare = (share: number): string => formats.percent.format(share);

/** A period of the API: `2026-11-20`, the ISO week `2026-W47`, or `2026-11`. */
export function formatPeriod(period: string): string {
  if (period.includes('W')) return period.replace('-', ' ');
  return period.length === 7
    ? formats.month.format(momentOf(`${period}-01T00:00:00`))
    : formats.weekday.format(momentOf(`${period}T00:00:00`));
}

/** A period of the API on an axis: a day without its weekday. */
export function formatTick(period: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(period)
    ? formats.shortDay.format(momentOf(`${period}T00:00:00`))
    : formatPeriod(period);
}

/** The length of a text in the unit of the platform. */
export function lengthIn(unit: 'characters' | 'bytes' | null, text: string): number {
  return unit === 'bytes' ? new TextEncoder().encode(text).length : [...text].length;
}

/** The hour of a moment in the time zone of the person: `09:00`. */
export const formatHour = (wireTime: string): string => formats.hourMinute.format(momentOf(wireTime));

/** The time of a moment in the time zone of the person; with the date, if it is not of this day. */
export function formatWhen(wireTime: string, now: Date | number = Date.now()): string {
  const moment = momentOf(wireTime);
  return (isSameDay(moment, now) ? formats.hourMinute : formats.dayTime).format(moment);
}

/** The day and the time of a moment in the time zone of the person, also of this day. */
export const formatDayHour = (wireTime: string): string => formats.dayTime.format(momentOf(wireTime));

/** As `formatWhen`, with seconds if it is of this day. */
export function formatSeconds(wireTime: string, now: Date | number = Date.now()): string {
  const moment = momentOf(wireTime);
  return (isSameDay(moment, now) ? formats.seconds : formats.dayTime).format(moment);
}

/** Whether two moments are of one day in the time zone of the person. */
const isSameDay = (one: Date | number, other: Date | number): boolean =>
  formats.calendar.format(one) === formats.calendar.format(other);

/** The locale and the time zone of the browser. */
export function browserFormats(): FormatChoice {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { locale, timeZone };
}

/** The exact moment as another choice would write it. */
export function formatExactIn(moment: Date, { locale, timeZone }: FormatChoice): string {
  return new Intl.DateTimeFormat(locale === '' ? undefined : locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    ...(timeZone === '' ? {} : { timeZone }),
  }).format(moment);
}

/** The locales that are offered; the words of the console are English in each. */
export const LOCALES = [
  ...['ar', 'cs-CZ', 'da-DK', 'de-AT', 'de-CH', 'de-DE', 'el-GR', 'en-AU', 'en-CA', 'en-GB', 'en-IE', 'en-IN', 'en-US'],
  ...['es-ES', 'es-MX', 'fi-FI', 'fr-CA', 'fr-CH', 'fr-FR', 'he-IL', 'hi-IN', 'hu-HU', 'id-ID', 'it-IT', 'ja-JP'],
  ...['ko-KR', 'nb-NO', 'nl-BE', 'nl-NL', 'pl-PL', 'pt-BR', 'pt-PT', 'ro-RO', 'ru-RU', 'sv-SE', 'th-TH', 'tr-TR'],
  ...['uk-UA', 'vi-VN', 'zh-CN', 'zh-TW'],
];

const localeNames = new Intl.DisplayNames('en', { type: 'language' });

/** The English name of a locale, such as "Portuguese (Portugal)". */
export const nameOfLocale = (locale: string): string => localeNames.of(locale) ?? locale;

/** The time zones that this browser knows. */
export const timeZones = (): readonly string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];
