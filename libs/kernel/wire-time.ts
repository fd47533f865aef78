/**
 * Times on the wire (contract §1.2): `YYYY-MM-DDTHH:MM:SS`, UTC, without zone and fraction. In code an instant is a `Date`; the
 * date of a review is the platform's local time and is always a string.
 */

/** An instant on the wire, truncated to seconds. */
export function wireTime(instant: Date): string {
  return instant.toISOString().slice(0, 19);
}

/** `wireTime` of an instant that may be null. */
export function wireTimeOrNull(instant: Date | null): string | null {
  return instant === null ? null : wireTime(instant);
}

/** A platform's local time: `YYYY-MM-DDTHH:MM:SS` without a zone, never shifted. */
export type LocalDateTime = string;

const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?(Z|z|[+-]\d{2}:?\d{2})?$/;

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isCalendarDate(year: number, month: number, day: number): boolean {
  // Written as a negation, so that NaN is refused.
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1)) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 && leap ? 29 : (DAYS_OF_MONTH[month - 1] ?? 0));
}

/** Returns the text if it is an existing calendar date `YYYY-MM-DD`, otherwise null. */
export function parseCalendarDate(text: string): string | null {
  const match = CALENDAR_DATE.exec(text);
  if (!match) return null;
  return isCalendarDate(Number(match[1]), Number(match[2]), Number(match[3])) ? text : null;
}

interface DateTimeParts {
  readonly local: LocalDateTime;
  readonly microseconds: number;
  /** Minutes east of UTC; null if the text has no zone. */
  readonly offsetMinutes: number | null;
}

function dateTimeParts(text: string): DateTimeParts | null {
  const match = DATE_TIME.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (!isCalendarDate(year, month, day) || hour > 23 || minute > 59 || second > 59) return null;
  const offsetMinutes = zoneOffset(match[8]);
  if (offsetMinutes === undefined) return null;
  return {
    local: `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}`,
    microseconds: Number((match[7] ?? '').padEnd(6, '0').slice(0, 6)),
    offsetMinutes,
  };
}

function zoneOffset(zone: string | undefined): number | null | undefined {
  if (zone === undefined) return null;
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * Parses an ISO 8601 date-time, which is UTC if it has no zone. Returns UTC text with microseconds (`YYYY-MM-DDTHH:MM:SS.ffffff`),
 * or null. The result is text because a `Date` has no microseconds, which `updated_after` compares (contract §1.2).
 */
export function parseInstant(text: string): string | null {
  const parts = dateTimeParts(text);
  if (!parts) return null;
  const utc = new Date(`${parts.local}Z`);
  const shifted = new Date(utc.getTime() - (parts.offsetMinutes ?? 0) * 60_000);
  const year = shifted.getUTCFullYear();
  if (year < 1 || year > 9999) return null;
  return `${shifted.toISOString().slice(0, 19)}.${String(parts.microseconds).padStart(6, '0')}`;
}

/**
 * Parses a platform's date as local time; null if it is invalid. A zone is ignored, not applied (`2026-09-28T04:36:54-07:00` is
 * `2026-09-28T04:36:54`); a date without a time is midnight.
 */
export function parseLocalDateTime(text: string): LocalDateTime | null {
  if (isLocalDateTime(text)) return text;
  const trimmed = text.trim();
  if (parseCalendarDate(trimmed)) return `${trimmed}T00:00:00`;
  return dateTimeParts(trimmed)?.local ?? null;
}

/** Whether the text is a local time. A fast path for adapters, which return two local times for every review. */
function isLocalDateTime(text: string): boolean {
  if (
    text.length !== 19 ||
    text[4] !== '-' ||
    text[7] !== '-' ||
    text[10] !== 'T' ||
    text[13] !== ':' ||
    text[16] !== ':'
  )
    return false;
  return (
    isCalendarDate(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)) &&
    digits(text, 11, 13) <= 23 &&
    digits(text, 14, 16) <= 59 &&
    digits(text, 17, 19) <= 59
  );
}

/** Parses the characters from `from` to `to` as a number; NaN if one of them is not a digit. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let index = from; index < to; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** The local time of an instant `offsetMinutes` east of UTC. */
export function localTimeAtOffset(instant: Date, offsetMinutes: number): LocalDateTime {
  return wireTime(new Date(instant.getTime() + offsetMinutes * 60_000));
}

/** The local time of an instant in an IANA zone. Throws a RangeError for an unknown zone. */
export function localTimeInZone(instant: Date, timeZone: string): LocalDateTime {
  const parts = new Intl.DateTimeFormat('en-CA-u-hc-h23', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant);
  const part = (type: string): string => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}
