import { parseInstant, type LocalDateTime } from '@libs/kernel';
import { Changed } from './source-errors';

/**
 * A platform's instant (ISO 8601, its offset applied; without one it is UTC) as UTC, to the second. Null where there is none.
 * Throws `Changed` for a date of another form; `what` names its place to people ("A review of Google").
 */
export function utcTime(instant: string | null | undefined, what: string): LocalDateTime | null {
  const written = instant?.trim() ?? '';
  if (written === '') return null;
  const read = parseInstant(written);
  if (read === null) throw new Changed(`${what} has a date of another form`);
  return read.slice(0, 19);
}
