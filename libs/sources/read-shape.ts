/**
 * Parses foreign JSON and validates it with a schema; throws `Changed` if it does not match. A schema lists the fields that the
 * adapter uses and allows all others: a new field is accepted, a missing field or a field of another type is not.
 */
import type { z } from 'zod';
import { challengeOn } from './challenge-page';
import { Blocked, Changed } from './source-errors';

/** Maximum number of objects and lists, which use about 50 MB; a response of maximum size could contain five times as many. */
const MAX_BRACKETS = 1_000_000;
/** Ten times the depth of any known response. Much deeper values exhaust the stack of serializers, also in PostgreSQL. */
const MAX_DEPTH = 256;

/** Parses JSON; throws `Changed` if it is invalid or exceeds the limits. `document` is the name of the document in messages. */
export function readJson(text: string, document: string): unknown {
  if (hasTooMany(text)) throw new Changed(`${document} has too many values`);
  if (isTooDeep(text)) throw new Changed(`${document} is nested too deeply`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Changed(`${document} is not JSON`);
  }
}

/**
 * Parses a small JSON text; null if it is invalid. For texts whose form nothing depends on but a detail, such as the code of an error.
 */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * Whether a JSON text has more objects and lists than the limit. Parsing them cannot be interrupted and could exhaust the memory.
 */
export function hasTooMany(text: string): boolean {
  if (text.length <= MAX_BRACKETS) return false;
  let open = 0;
  for (let index = 0; index < text.length && open <= MAX_BRACKETS; index += 1) {
    const code = text.charCodeAt(index);
    if (code === OPENING_BRACKET || code === OPENING_BRACE) open += 1;
  }
  return open > MAX_BRACKETS;
}

/** Whether objects and lists are nested deeper than the limit. Brackets in strings do not count. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length && depth <= MAX_DEPTH; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === OPENING_BRACKET || code === OPENING_BRACE) depth += 1;
    else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) depth -= 1;
  }
  return depth > MAX_DEPTH;
}

/** Index of the closing quote of the string that starts at `start`; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index += 1;
  }
  return text.length;
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const CLOSING_BRACKET = ']'.charCodeAt(0);
const CLOSING_BRACE = '}'.charCodeAt(0);
const OPENING_BRACKET = '['.charCodeAt(0);
const OPENING_BRACE = '{'.charCodeAt(0);

/** Validates `value`. Throws `Changed` with the path of the first mismatch; the message does not contain the value. */
export function readShape<T>(shape: z.ZodType<T>, value: unknown, document: string): T {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.map(String).join('.') ?? '';
  throw new Changed(
    `${document} does not have the expected form: ${path === '' ? '' : `${path}: `}${issue?.message ?? 'unreadable'}`,
  );
}

/** Parses a JSON response of `platform` (its display name). Throws `Blocked` for a challenge page, `Changed` if it is not JSON. */
export function readJsonResponse(text: string, platform: string): unknown {
  refuseChallenge(text, platform);
  return readJson(text, `The response of ${platform}`);
}

/** Throws `Blocked` if the response is a bot check, a captcha or a refusal; a JSON API itself never returns HTML. */
export function refuseChallenge(text: string, platform: string): void {
  const challenge = /^\s*</.test(text) ? challengeOn(text) : null;
  if (challenge !== null) throw new Blocked(`${platform} shows ${challenge}`);
}
