/**
 * Foreign JSON becomes ours here: parsed, held against a shape, or refused as `Changed`. A shape names what the adapter
 * uses and tolerates everything else, so that a new field is no alarm and a missing or retyped one is.
 */
import type { z } from 'zod';
import { Changed } from './source-errors';

/** A fifth of what the largest answer could hold; so many make some 50 MB of objects. */
const MOST_BRACKETS = 1_000_000;
/** No platform nests a tenth as deep. Much deeper, and what serializes the value, here or in PostgreSQL, exhausts its stack. */
const MOST_LEVELS = 256;

/** JSON text as a value; throws `Changed` where it is none, or more than could be held. `what` names it to people. */
export function readJson(text: string, what: string): unknown {
  if (hasTooMany(text)) throw new Changed(`${what} holds too many values`);
  if (isTooDeep(text)) throw new Changed(`${what} is nested too deeply`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Changed(`${what} is no JSON`);
  }
}

/** Whether a JSON text opens so many objects and lists that parsing it, which nothing can interrupt, would fill the memory. */
export function hasTooMany(text: string): boolean {
  if (text.length <= MOST_BRACKETS) return false;
  let open = 0;
  for (let at = 0; at < text.length && open <= MOST_BRACKETS; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPENING_BRACKET || code === OPENING_BRACE) open += 1;
  }
  return open > MOST_BRACKETS;
}

/** Whether objects and lists stand in each other deeper than any answer's. Brackets in strings do not count. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length && depth <= MOST_LEVELS; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPENING_BRACKET || code === OPENING_BRACE) depth += 1;
    else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) depth -= 1;
  }
  return depth > MOST_LEVELS;
}

/** Where the string that begins at `start` ends; the end of the text where it does not. */
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

/** `value` in the given shape; throws `Changed` with the first place that does not fit, never with the value itself. */
export function readShape<T>(shape: z.ZodType<T>, value: unknown, what: string): T {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue?.path.map(String).join('.') ?? '';
  throw new Changed(`${what} has another shape: ${place === '' ? '' : `${place}: `}${issue?.message ?? 'unreadable'}`);
}
