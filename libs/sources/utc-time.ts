import { parseInstant, type LocalDateTime } from '@libs/kernel';
import { Changed } from './source-errors';

/**
 * Converts a platform's time (ISO 8601; UTC if it has no offset) to UTC, to the second. Returns null if there is none. Throws
 * `Changed` for another format; `owner` is the subject of the message ("A review of Google").
 */
export function utcTime(instant: string | null | undefined, owner: string): LocalDateTime | null {
  const text = instant?.trim() ?? '';
  if (text === '') return null;
  const parsed = parseInstant(text);
  if (parsed === null) throw new Changed(`${owner} has a date in an unexpected format`);
  return parsed.slice(0, 19);
}
