import { wireTime, type LocalDateTime } from '@libs/kernel';

/** Converts a platform's time in seconds since 1970 to UTC, to the second. Null for 0, for less, and for a year after 9999. */
export function unixTime(seconds: number | null | undefined): LocalDateTime | null {
  if (seconds === null || seconds === undefined || seconds <= 0) return null;
  const instant = new Date(seconds * 1000);
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() > 9999 ? null : wireTime(instant);
}
