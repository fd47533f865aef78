/** Numbers and times in the locale of the browser. */
const number = new Intl.NumberFormat();
const average = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
const platform = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const formatNumber = (value: number): string => number.format(value);
export const formatAverage = (value: number): string => average.format(value);

/** A moment of the API, which is UTC without a zone. */
export function momentOf(wireTime: string): Date {
  return new Date(`${wireTime}Z`);
}

/** Relative up to 24 hours, then the date in the zone of the browser. */
export function formatMoment(wireTime: string, now = Date.now()): string {
  const age = now - momentOf(wireTime).getTime();
  if (age < 0 || age >= DAY_MS) return day.format(momentOf(wireTime));
  if (age < HOUR_MS) return relative.format(-Math.floor(age / MINUTE_MS), 'minute');
  return relative.format(-Math.floor(age / HOUR_MS), 'hour');
}

/** The exact moment, for tooltips and copies. */
export function formatExact(wireTime: string): string {
  return `${exact.format(momentOf(wireTime))} UTC`;
}

/** The local time of a platform, which is never converted. */
export function formatPlatformTime(localTime: string): string {
  return platform.format(momentOf(localTime));
}

/** The length of a text in the unit of the platform. */
export function lengthIn(unit: 'characters' | 'bytes' | null, text: string): number {
  return unit === 'bytes' ? new TextEncoder().encode(text).length : [...text].length;
}
