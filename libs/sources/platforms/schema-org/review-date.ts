/**
 * Parses dates of markup: ISO 8601 with deviations, numbers, English month names, phrases ("3 weeks ago"). For reviews the local
 * time is not converted and an offset is ignored (contract §1, §10.4); for replies the offset is applied. The result for an
 * ambiguous date (05/06/2026) is null.
 */
import { localTimeAtOffset, parseLocalDateTime, wireTime, type LocalDateTime } from '@libs/kernel';
import type { CollectedReview } from '../../source';
import { resolveRelativeDate } from '../../relative-date';

export interface ParsedDate {
  readonly date: LocalDateTime | null;
  readonly precision: CollectedReview['datePrecision'];
}

const NONE: ParsedDate = { date: null, precision: 'day' };
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** Earlier dates are placeholders, such as the years 1, 1900 and 1970. */
const EARLIEST = '1990-01-01';
/** Local time is up to 14 h ahead of UTC; a review with a later date would always be listed first. */
const MAX_AHEAD_MS = 36 * 3_600_000;

/** Parses a date; phrases are relative to `now`. Returns null for a missing, ambiguous or implausible date. */
export function readReviewDate(text: string | null, now: Date, language: string | undefined): ParsedDate {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '' || trimmed.length > 80) return NONE;
  const read = readAbsolute(trimmed);
  if (read !== null) return isPlausible(read.date, now) ? read : NONE;
  const relative = resolveRelativeDate(trimmed, now, language);
  return relative === null ? NONE : { date: relative.date, precision: 'relative' };
}

/** An offset after a time of day. Without a time, a minus belongs to the date. */
const OFFSET = /\d:\d{2}(?::\d{2})?(?:[.,]\d+)?\s*([+-])(\d{2}):?(\d{2})?$/;

/** Parses the date of a reply, in UTC; a time without an offset is not converted. */
export function readReplyDate(text: string | null, now: Date, language: string | undefined): LocalDateTime | null {
  const { date } = readReviewDate(text, now, language);
  const [, sign, hours, minutes] = OFFSET.exec(text?.trim() ?? '') ?? [];
  if (date === null || sign === undefined) return date;
  const east = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
  return localTimeAtOffset(new Date(`${date}Z`), -east);
}

const readAbsolute = (text: string): ParsedDate | null =>
  readIso(text) ?? readUnixTime(text) ?? readNumeric(text) ?? readNamedMonth(text);

function isPlausible(date: LocalDateTime | null, now: Date): boolean {
  return date !== null && date >= EARLIEST && date <= wireTime(new Date(now.getTime() + MAX_AHEAD_MS));
}

/** `2026-05-20`, `2026-05-20T08:45:28.823Z`, `2026-05-20 08:45`, `2026-05-20T08:45:28 +0000`, `2026-05`. */
function readIso(text: string): ParsedDate | null {
  const match =
    /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2})(?:[Tt,\s]+(\d{1,2}:\d{2})(:\d{2})?(?:[.,]\d+)?\s*(?:[Zz]|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?)?)?$/.exec(
      text,
    );
  if (!match) return null;
  const [, year, month, day, minutes, seconds] = match;
  const date = `${year}-${twoDigits(month)}-${twoDigits(day ?? '1')}`;
  if (minutes === undefined)
    return { date: parseLocalDateTime(date), precision: day === undefined ? 'relative' : 'day' };
  return { date: parseLocalDateTime(`${date}T${minutes.padStart(5, '0')}${seconds ?? ':00'}`), precision: 'exact' };
}

/** Seconds or milliseconds since 1970, in UTC. */
function readUnixTime(text: string): ParsedDate | null {
  if (!/^1\d{9}(?:\d{3})?$/.test(text)) return null;
  return { date: wireTime(new Date(Number(text) * (text.length === 10 ? 1_000 : 1))), precision: 'exact' };
}

/** `20.05.2026` is day first everywhere; with slashes or dashes the date is ambiguous unless a number above 12 is the day. */
function readNumeric(text: string): ParsedDate | null {
  const match = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[,\s]+(\d{1,2}:\d{2})(?::\d{2})?)?$/.exec(text);
  if (!match) return null;
  const [, first = '', separator, second = '', year, time] = match;
  const dayFirst = separator === '.' || Number(first) > 12;
  if (!dayFirst && Number(second) <= 12 && first !== second) return NONE;
  const [day, month] = dayFirst ? [first, second] : [second, first];
  return withTime(`${year}-${twoDigits(month)}-${twoDigits(day)}`, time);
}

/** `May 20, 2026`, `20 May 2026`, `Wed, 20 May 2026 08:45:28 GMT`. English only, as in all known markup. */
function readNamedMonth(text: string): ParsedDate | null {
  const match =
    /^(?:[a-z]{3,9}\.?,?\s+)?(?:(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?|([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?),?\s+(\d{4})(?:,?\s+(?:at\s+)?(\d{1,2}:\d{2})(?::\d{2})?(?:\s*(?:gmt|utc|[+-]\d{4}))?)?$/i.exec(
      text,
    );
  if (!match) return null;
  const month = MONTHS.indexOf((match[2] ?? match[3] ?? '').slice(0, 3).toLowerCase()) + 1;
  return withTime(`${match[5]}-${twoDigits(String(month))}-${twoDigits(match[1] ?? match[4])}`, match[6]);
}

function withTime(date: string, time: string | undefined): ParsedDate {
  if (time === undefined) return { date: parseLocalDateTime(date), precision: 'day' };
  return { date: parseLocalDateTime(`${date}T${time.padStart(5, '0')}:00`), precision: 'exact' };
}

const twoDigits = (digits: string | undefined): string => (digits ?? '').padStart(2, '0');
