/**
 * Parses JSON as sites write it into `<script type="application/ld+json">`. Templates leave trailing commas, comments, raw line
 * breaks in strings, escapes of JavaScript, HTML entities for quotes, CDATA marks around the document, and a key for each element
 * of a list (`"review": {…}, "review": {…}`). Existing parsers are not suitable: json5 and jsonc-parser reject raw line breaks in
 * strings, parsers that repair JSON also complete truncated text, so that half a page would become a shorter list of reviews, and
 * all of them keep only the last of equal keys.
 *
 * Valid JSON without repeated keys is parsed by `JSON.parse`, and everything else by `json-reader.ts`.
 */
import { hasTooMany } from '../../read-shape';
import { endOfString, InvalidJson, JsonReader, type MayRepeat } from './json-reader';
import { decodeEscapes } from './string-escapes';

export { InvalidJson };

/**
 * Parses strict or lenient JSON; throws `InvalidJson` for everything else. The values of a repeated key become a list if
 * `mayRepeat` is true for the key. Of any other repeated key the last value counts, as in `JSON.parse`.
 */
export function parseLenientJson(text: string, mayRepeat: MayRepeat = () => false): unknown {
  if (hasTooMany(text)) throw new InvalidJson('too many values');
  const strict = tryStrict(text);
  if (strict !== undefined && !hasRepeatedKeys(text, strict.value)) return strict.value;
  const unwrapped = unwrap(text);
  let failure: unknown = new InvalidJson('empty');
  for (const candidate of unwrapped === '' ? [] : candidates(unwrapped)) {
    try {
      return new JsonReader(candidate, mayRepeat).read();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function* candidates(text: string): Generator<string> {
  yield text;
  // A template that escapes the whole document also escapes its first quote. Otherwise an escape in a value belongs to the value.
  if (/^[[{\s]*&(?:quot|#34|#x22);/i.test(text)) yield decodeQuotes(text);
  if (/^[[{\s]*\\(?:"|x22|u0022)/.test(text)) yield decodeEscapes(text);
}

function tryStrict(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Whether an object of a valid text has a key twice: the text then has more keys than its value. */
function hasRepeatedKeys(text: string, value: unknown): boolean {
  return countKeysInText(text) > countKeys(value);
}

function countKeysInText(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at)) {
    at = endOfString(text, at) + 1;
    while (' \t\n\r'.includes(text[at] ?? '.')) at += 1;
    if (text[at] === ':') count += 1;
  }
  return count;
}

function countKeys(value: unknown): number {
  let count = 0;
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const next = stack.pop();
    if (typeof next !== 'object' || next === null) continue;
    const values: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (!Array.isArray(next)) count += values.length;
    for (const inner of values) if (typeof inner === 'object') stack.push(inner);
  }
  return count;
}

/** Removes byte-order marks, the marks of HTML comments and CDATA (also after `//` or `/*`), and a final `;`. */
function unwrap(text: string): string {
  const opened = text
    .replace(/^[\s\ufeff]+/, '')
    .replace(/^(?:\/\/|\/\*)?[ \t]*(?:<!\[CDATA\[|<!--)[ \t]*(?:\*\/)?/, '');
  // A pattern that ends with `$` would take quadratic time on long runs of whitespace.
  return ['*/', ']]>', '-->', '//', '/*', ';'].reduce(withoutEnd, opened).trim();
}

function withoutEnd(text: string, end: string): string {
  const trimmed = text.trimEnd();
  // "*/" may also end a comment inside the document; the comment is then unclosed and removed.
  return trimmed.endsWith(end) ? trimmed.slice(0, -end.length) : trimmed;
}

const decodeQuotes = (text: string): string =>
  text
    .replace(/&(?:quot|#34|#x22);/gi, '"')
    .replace(/&(?:#39|#x27|apos);/gi, "'")
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&amp;/gi, '&');
