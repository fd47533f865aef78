// cspell:ignore bfnrt
/**
 * Parses JSON as sites write it into `<script type="application/ld+json">`. Templates leave trailing commas, comments, raw line
 * breaks in strings, unnecessary backslashes, HTML entities for quotes, and CDATA marks around the document. Existing parsers are
 * not suitable: json5 and jsonc-parser reject raw line breaks in strings, and parsers that repair JSON also complete truncated
 * text, so that half a page would become a shorter list of reviews.
 *
 * Valid JSON is parsed by `JSON.parse`. Otherwise one pass repairs only the errors above, and `JSON.parse` is tried again.
 * Truncated text remains an error.
 */
import { hasTooMany } from '../../read-shape';

/** The text cannot be parsed even leniently. `parseLenientJson` throws no other errors. */
export class InvalidJson extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'InvalidJson';
  }
}

/** Parses strict or lenient JSON; throws `InvalidJson` for everything else. */
export function parseLenientJson(text: string): unknown {
  if (hasTooMany(text)) throw new InvalidJson('too many values');
  const strict = tryParse(text);
  if (strict !== undefined) return strict.value;
  const unwrapped = unwrap(text);
  for (const candidate of candidates(unwrapped)) {
    const result = tryParse(candidate);
    if (result !== undefined) return result.value;
  }
  throw new InvalidJson(unwrapped === '' ? 'empty' : 'not JSON, even leniently');
}

function* candidates(text: string): Generator<string> {
  yield text;
  yield repair(text);
  // A template that escapes the whole document also escapes its first quote. Otherwise an entity in a value is part of the text.
  if (/^[[{\s]*&(?:quot|#34|#x22);/i.test(text)) yield repair(decodeQuotes(text));
}

function tryParse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
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

/** Repairs the text in one linear pass: repairs strings, removes comments and commas before a closing bracket. */
function repair(text: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = tokenEnd(text, at);
    const token = text.slice(at, end);
    if (token.startsWith('"')) parts.push(repairString(token));
    else if (!token.startsWith('//') && !token.startsWith('/*')) appendWithoutComma(parts, token);
    at = end;
  }
  return parts.join('');
}

/** End of the token at `at`: a string, a comment, or the text up to the next string or comment. */
function tokenEnd(text: string, at: number): number {
  if (text[at] === '"') return stringEnd(text, at);
  if (text.startsWith('//', at)) return lineEnd(text, at);
  if (text.startsWith('/*', at)) {
    const close = text.indexOf('*/', at + 2);
    return close < 0 ? text.length : close + 2;
  }
  let end = at + 1;
  while (end < text.length && text[end] !== '"' && text[end] !== '/') end += 1;
  return end;
}

function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

function stringEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return Math.min(end + 1, text.length);
}

/** Appends the text between strings, and removes a comma before a closing bracket. */
function appendWithoutComma(parts: string[], text: string): void {
  const closes = /^\s*[\]}]/.test(text);
  for (let last = parts.length - 1; closes && last >= 0; last -= 1) {
    const part = parts[last] ?? '';
    if (part.trim() === '') continue;
    if (!part.startsWith('"')) parts[last] = part.replace(/,\s*$/, '');
    break;
  }
  parts.push(text.replace(/,\s*(?=[\]}])/g, ''));
}

/** Escapes raw control characters in a string and removes unnecessary backslashes. */
function repairString(token: string): string {
  return (
    token
      .replace(/\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4})|([^]))/g, (escape, plain, unicode, other: string | undefined) =>
        plain !== undefined || unicode !== undefined ? escape : (other ?? ''),
      )
      // eslint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
      .replace(/[\u0000-\u001f]/g, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`)
  );
}
