/** Times of platforms, in UTC to the second. */
import { parseInstant, wireTime, type LocalDateTime } from '@libs/kernel';
import { Changed } from './source-errors';

/** Converts a platform's time in seconds since 1970 to UTC, to the second. Null for 0, for less, and for a year after 9999. */
export function unixTime(seconds: number | null | undefined): LocalDateTime | null {
  if (seconds === null || seconds === undefined || seconds <= 0) return null;
  const instant = new Date(seconds * 1000);
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() > 9999 ? null : wireTime(instant);
}

/** Converts a platform's time (ISO 8601; UTC if it has no offset) to UTC, to the second. Null if there is none in this format. */
export function utcTimeOrNull(instant: string | null | undefined): LocalDateTime | null {
  return parseInstant(instant?.trim() ?? '')?.slice(0, 19) ?? null;
}

/**
 * Converts a platform's time (ISO 8601; UTC if it has no offset) to UTC, to the second. Returns null if there is none. Throws
 * `Changed` for another format; `owner` is the subject of the message ("A review of Google").
 */
export function utcTime(instant: string | null | undefined, owner: string): LocalDateTime | null {
  const text = instant?.trim() ?? '';
  if (text === '') return null;
  const time = utcTimeOrNull(text);
  if (time === null) throw new Changed(`${owner} has a date in an unexpected format`);
  return time;
}
