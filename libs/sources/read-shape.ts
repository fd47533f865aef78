/**
 * Parses foreign JSON and validates it with a schema; throws `Changed` if it does not match. A schema lists the fields that the
 * adapter uses and allows all others: a new field is accepted, a missing or retyped one is not.
 */
import type { z } from 'zod';
import { Changed } from './source-errors';

/** A fifth of what the largest response could contain; this number of objects uses about 50 MB. */
const MAX_BRACKETS = 1_000_000;
/** Ten times the depth of any platform. Much deeper values exhaust the stack of serializers, here or in PostgreSQL. */
const MAX_DEPTH = 256;

/** Parses JSON; throws `Changed` if it is invalid or exceeds the limits. `what` names the document in the message. */
export function readJson(text: string, what: string): unknown {
  if (hasTooMany(text)) throw new Changed(`${what} has too many values`);
  if (isTooDeep(text)) throw new Changed(`${what} is nested too deeply`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Changed(`${what} is not JSON`);
  }
}

/** Whether a JSON text has more objects and lists than the limit. Parsing cannot be interrupted and could exhaust the memory. */
export function hasTooMany(text: string): boolean {
  if (text.length <= MAX_BRACKETS) return false;
  let open = 0;
  for (let at = 0; at < text.length && open <= MAX_BRACKETS; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPENING_BRACKET || code === OPENING_BRACE) open += 1;
  }
  return open > MAX_BRACKETS;
}

/** Whether objects and lists are nested deeper than the limit. Brackets in strings do not count. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPENING_BRACKET || code === OPENING_BRACE) depth += 1;
    else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) depth -= 1;
  }
  return depth > MAX_DEPTH;
}

/** Index of the closing quote of the string that starts at `start`; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const CLOSING_BRACKET = ']'.charCodeAt(0);
const CLOSING_BRACE = '}'.charCodeAt(0);
const OPENING_BRACKET = '['.charCodeAt(0);
const OPENING_BRACE = '{'.charCodeAt(0);

/** Validates `value`; throws `Changed` with the path of the first mismatch, never with the value itself. */
export function readShape<T>(shape: z.ZodType<T>, value: unknown, what: string): T {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.map(String).join('.') ?? '';
  throw new Changed(
    `${what} does not have the expected form: ${path === '' ? '' : `${path}: `}${issue?.message ?? 'unreadable'}`,
  );
}
