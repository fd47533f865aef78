/**
 * Parses dates of markup: ISO 8601 with deviations, the forms that scripts, servers and people print, numbers of seconds, phrases
 * ("3 weeks ago"). For reviews the local time is not converted and an offset is ignored (contract §1, §10.4); for replies the
 * offset is applied. A date that is ambiguous (05/06/2026) or implausible is unread.
 */
import { localTimeAtOffset, parseLocalDateTime, wireTime, type LocalDateTime } from '@libs/kernel';
import type { CollectedReview } from '../../../source';
import { plainForm } from '../../../phrase-tokens';
import { resolveRelativeDate } from '../../../relative-date';
import { UNREAD, type Reading } from '../unread';
import { orderShownBy, readCalendarDate, type CalendarDate, type DateOrder } from './calendar-date';
import { splitTime, type ClockTime } from './clock-time';

export interface ParsedDate {
  readonly date: LocalDateTime;
  readonly precision: CollectedReview['datePrecision'];
}

/** How the dates of a page are read. */
export interface DateContext {
  readonly now: Date;
  /** The page's `lang`, unvalidated. */
  readonly language: string | undefined;
  /** The order of day and month that other dates of the page show; null if they show none. */
  readonly order: DateOrder | null;
}

interface ReadDate extends ParsedDate {
  readonly offset: ClockTime['offset'];
}

const MAX_LENGTH = 120;
/** Templates and databases print these for an unset date. */
const PLACEHOLDER = /^(?:0+$|0000-00-00|-0001-11-30|-62135596800|(?:0001|1899|1900|1970)-)/;
/** ISO 8601 without deviations, the form of nearly all dates. */
const ISO = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?(?:Z|([+-]\d{2}):?(\d{2}))?)?$/;
/** A date with a zone and no time, as in XML Schema. */
const ZONE_OF_DATE = /^(\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})$/;
/** Earlier dates are parsing errors. */
const EARLIEST = '1990-01-01';
/** Local time is up to 14 h ahead of UTC; a review with a later date would always be listed first. */
const MAX_AHEAD_MS = 36 * 3_600_000;

/** Parses the date of a review; phrases are relative to `now`. Null for no date, including placeholders (0001-01-01). */
export function readReviewDate(text: string | null, context: DateContext): Reading<ParsedDate> {
  const read = readDate(text, context);
  return read === null || read === UNREAD ? read : { date: read.date, precision: read.precision };
}

/** Parses the date of a reply, in UTC; a time without an offset is not converted. */
export function readReplyDate(text: string | null, context: DateContext): Reading<LocalDateTime> {
  const read = readDate(text, context);
  if (read === null || read === UNREAD) return read;
  if (read.offset === 'unknown') return UNREAD;
  return read.offset === null ? read.date : localTimeAtOffset(new Date(`${read.date}Z`), -read.offset);
}

/** The order of day and month that dates of a page show, if all that show one show the same. */
export function dateOrderOf(texts: Iterable<string>): DateOrder | null {
  let order: DateOrder | null = null;
  for (const text of texts) {
    // Most dates are not of this form.
    if (text.length > MAX_LENGTH || !/^\D{0,20}\d{1,2}[/-]/.test(text)) continue;
    const shown = orderShownBy(splitTime(plainForm(text))?.date ?? '');
    if (shown === null) continue;
    if (order !== null && order !== shown) return null;
    order = shown;
  }
  return order;
}

function readDate(text: string | null, context: DateContext): Reading<ReadDate> {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return null;
  if (trimmed.length > MAX_LENGTH) return UNREAD;
  if (PLACEHOLDER.test(trimmed)) return null;
  const read = readIso(trimmed) ?? readInstant(trimmed) ?? readAbsolute(trimmed, context);
  if (read !== null) return plausible(read, context.now);
  const relative = resolveRelativeDate(trimmed, context.now, context.language);
  return relative === null ? UNREAD : { date: relative.date, precision: 'relative', offset: null };
}

function plausible(read: ReadDate, now: Date): Reading<ReadDate> {
  if (PLACEHOLDER.test(read.date)) return null;
  const latest = wireTime(new Date(now.getTime() + MAX_AHEAD_MS));
  return read.date >= EARLIEST && read.date <= latest ? read : UNREAD;
}

function readIso(text: string): ReadDate | null {
  const [, day, time, hours, minutes] = ISO.exec(text) ?? [];
  const date = day === undefined ? null : parseLocalDateTime(`${day}T${time ?? '00:00:00'}`);
  if (date === null) return null;
  if (time === undefined) return { date, precision: 'day', offset: null };
  const offset = hours === undefined ? null : offsetOf(hours, minutes);
  return { date, precision: 'exact', offset };
}

const offsetOf = (hours: string, minutes = '0'): number =>
  (hours.startsWith('-') ? -1 : 1) * (Math.abs(Number(hours)) * 60 + Number(minutes));

const INSTANTS = [/^(1\d{9})(?:\.\d+)?$/, /^(1\d{12})(?:\.\d+)?$/, /^\/date\((-?\d{1,14})(?:[+-]\d{4})?\)\/$/i];

/** Seconds or milliseconds since 1970, in UTC, also as ASP.NET prints them: `/Date(1747730728000)/`. */
function readInstant(text: string): ReadDate | null {
  const digits = INSTANTS.map((pattern) => pattern.exec(text)?.[1]).find((match) => match !== undefined);
  if (digits === undefined) return null;
  const isSeconds = digits.length === 10 && !text.startsWith('/');
  return { date: wireTime(new Date(Number(digits) * (isSeconds ? 1_000 : 1))), precision: 'exact', offset: null };
}

function readAbsolute(text: string, { language, order }: DateContext): ReadDate | null {
  const split = splitTime(plainForm(ZONE_OF_DATE.exec(text)?.[1] ?? text));
  if (split === null) return null;
  const calendarDate = readCalendarDate(split.date, language, order);
  return calendarDate === null ? null : withTime(calendarDate, split.time);
}

function withTime({ year, month, day }: CalendarDate, time: ClockTime | null): ReadDate | null {
  if (day === null && time !== null) return null;
  const { hours, minutes, seconds, offset } = time ?? { hours: 0, minutes: 0, seconds: 0, offset: null };
  const digits = [month, day ?? 1, hours, minutes, seconds].map((number) => String(number).padStart(2, '0'));
  const date = parseLocalDateTime(
    `${String(year).padStart(4, '0')}-${digits[0]}-${digits[1]}T${digits.slice(2).join(':')}`,
  );
  if (date === null) return null;
  return { date, precision: day === null ? 'relative' : time === null ? 'day' : 'exact', offset };
}
