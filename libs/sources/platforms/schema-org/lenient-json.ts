// cspell:ignore bfnrt
/**
 * JSON as sites write it into `<script type="application/ld+json">`. Templates leave trailing commas, comments, raw line
 * breaks inside strings, backslashes before quotes that need none, HTML entities for quotes, and CDATA marks around it
 * all. Readers at hand do not fit: json5 and jsonc-parser stop at a raw line break inside a string, and repairing ones
 * complete a text that was cut off, which here would turn half a page into a shorter list of reviews.
 *
 * So: what is valid is read as `JSON.parse` reads it; otherwise one pass mends the faults above and only those, and
 * `JSON.parse` decides again. What is cut off stays an error.
 */
import { hasTooMany } from '../../read-shape';

/** The text is no JSON, not even a sloppy one. The only thing `parseLenientJson` throws. */
export class NoJson extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NoJson';
  }
}

/** Strict JSON as `JSON.parse` gives it, sloppy JSON mended; throws `NoJson` for everything else. */
export function parseLenientJson(text: string): unknown {
  if (hasTooMany(text)) throw new NoJson('more values than could be held');
  const strict = attempt(text);
  if (strict !== undefined) return strict.value;
  const unwrapped = unwrap(text);
  for (const candidate of candidates(unwrapped)) {
    const read = attempt(candidate);
    if (read !== undefined) return read.value;
  }
  throw new NoJson(unwrapped === '' ? 'empty' : 'no JSON, even when read leniently');
}

function* candidates(text: string): Generator<string> {
  yield text;
  yield mend(text);
  // Escaped as a whole by a template: then the very first quote is an entity. An entity inside a value is its author's.
  if (/^[[{\s]*&(?:quot|#34|#x22);/i.test(text)) yield mend(decodeQuotes(text));
}

function attempt(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Takes off byte-order marks, HTML comment and CDATA marks (with or without `//` or `/*` before them) and a last `;`. */
function unwrap(text: string): string {
  const opened = text
    .replace(/^[\s\ufeff]+/, '')
    .replace(/^(?:\/\/|\/\*)?[ \t]*(?:<!\[CDATA\[|<!--)[ \t]*(?:\*\/)?/, '');
  // From the end by hand: a pattern that ends with `$` would try every blank of a long run as its beginning.
  return ['*/', ']]>', '-->', '//', '/*', ';'].reduce(withoutEnd, opened).trim();
}

function withoutEnd(text: string, end: string): string {
  const trimmed = text.trimEnd();
  // "*/" may also end a comment inside the document, which is harmless: the comment is then open, and dropped.
  return trimmed.endsWith(end) ? trimmed.slice(0, -end.length) : trimmed;
}

const decodeQuotes = (text: string): string =>
  text
    .replace(/&(?:quot|#34|#x22);/gi, '"')
    .replace(/&(?:#39|#x27|apos);/gi, "'")
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&amp;/gi, '&');

/** One pass over the text, linear whatever it holds: strings mended, comments and commas before a closing bracket dropped. */
function mend(text: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const end = tokenEnd(text, at);
    const token = text.slice(at, end);
    if (token.startsWith('"')) parts.push(mendString(token));
    else if (!token.startsWith('//') && !token.startsWith('/*')) dropComma(parts, token);
    at = end;
  }
  return parts.join('');
}

/** Where the token that begins at `at` ends: a string, a comment, or the run up to the next of either. */
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

/** Adds what stands between strings; a comma that was waiting at the end is dropped if a bracket closes after it. */
function dropComma(parts: string[], between: string): void {
  const closes = /^\s*[\]}]/.test(between);
  for (let last = parts.length - 1; closes && last >= 0; last -= 1) {
    const part = parts[last] ?? '';
    if (part.trim() === '') continue;
    if (!part.startsWith('"')) parts[last] = part.replace(/,\s*$/, '');
    break;
  }
  parts.push(between.replace(/,\s*(?=[\]}])/g, ''));
}

/** Inside a string: raw control characters are escaped, and a backslash before a character that needs none is dropped. */
function mendString(token: string): string {
  return (
    token
      .replace(/\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4})|([^]))/g, (escape, plain, unicode, other: string | undefined) =>
        plain !== undefined || unicode !== undefined ? escape : (other ?? ''),
      )
      // eslint-disable-next-line no-control-regex -- control characters are what this is about
      .replace(/[\u0000-\u001f]/g, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`)
  );
}
