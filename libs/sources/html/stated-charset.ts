/**
 * The charset that a page states in its own text, found as browsers find it: the "prescan a byte stream to determine its encoding"
 * and "get an XML encoding" of the HTML standard, over the first 1,024 bytes. A statement that is cut off there does not count.
 */
import { normalizeEncoding } from '@exodus/bytes/encoding.js';

const SCANNED_BYTES = 1_024;
/** `<?x` in UTF-16. The standard looks at no more than these bytes. */
const UTF_16_DECLARATIONS = [
  { beginning: '<\0?\0x\0', charset: 'utf-16le' },
  { beginning: '\0<\0?\0x', charset: 'utf-16be' },
] as const;

/**
 * The name of the charset that the page states, by the labels of the Encoding standard and in lower case; null if it states none
 * that is known. UTF-16 in a tag is UTF-8, because the tag itself was read as ASCII.
 */
export function statedCharset(page: Uint8Array): string | null {
  const text = Buffer.from(page.buffer, page.byteOffset, Math.min(page.byteLength, SCANNED_BYTES)).toString('latin1');
  const declared = UTF_16_DECLARATIONS.find(({ beginning }) => text.startsWith(beginning));
  return declared?.charset ?? charsetInTags(text) ?? charsetInXmlDeclaration(text);
}

/** `at`: where the scan continues; null: the text ends first. */
type Step<Found> = { readonly found: Found; readonly at: number } | null;

function charsetInTags(text: string): string | null {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const step = tagAt(text, at);
    if (step === null) return null;
    if (step.found !== null) return step.found;
    at = step.at;
  }
  return null;
}

const META = /<meta(?=[\t\n\f\r /])/iy;
const TAG = /<\/?[a-z][^\t\n\f\r >]*/iy;

/** The charset that the tag at `at` states, or null. */
function tagAt(text: string, at: number): Step<string | null> {
  if (text.startsWith('<!--', at)) return afterMark(text, '-->', at + 2);
  const afterMeta = endOf(META, text, at);
  if (afterMeta !== null) {
    const attributes = attributesAt(text, afterMeta);
    return attributes === null ? null : { found: charsetOfMeta(attributes.found), at: attributes.at };
  }
  const afterName = endOf(TAG, text, at);
  if (afterName !== null) {
    const attributes = attributesAt(text, afterName);
    return attributes === null ? null : { found: null, at: attributes.at };
  }
  return '!/?'.includes(text[at + 1] ?? '?') ? afterMark(text, '>', at + 1) : { found: null, at: at + 1 };
}

function afterMark(text: string, mark: string, from: number): Step<null> {
  const found = text.indexOf(mark, from);
  return found < 0 ? null : { found: null, at: found + mark.length };
}

/** Where a match at `at` ends; null if there is none. */
function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

type Attributes = ReadonlyMap<string, string>;

/** The attributes from `at` to the end of the tag, names and values in lower case; of equal names the first counts. */
function attributesAt(text: string, at: number): Step<Attributes> {
  const attributes = new Map<string, string>();
  for (let next = attributeAt(text, at); ; next = attributeAt(text, next.at)) {
    if (next === null) return null;
    if (next.found === null) return { found: attributes, at: next.at };
    const { name, value } = next.found;
    if (!attributes.has(name)) attributes.set(name, value);
  }
}

const BEFORE_NAME = /[\t\n\f\r /]*/y;
const NAME = /[^\t\n\f\r />][^\t\n\f\r />=]*/y;
const SPACES = /[\t\n\f\r ]*/y;
const UNQUOTED = /[^\t\n\f\r >]*/y;

/** The next attribute of a tag; `found` is null at the end of the tag. */
function attributeAt(text: string, from: number): Step<{ readonly name: string; readonly value: string } | null> {
  const start = endOf(BEFORE_NAME, text, from) ?? from;
  if (text[start] === '>') return { found: null, at: start };
  const end = endOf(NAME, text, start);
  if (end === null) return null;
  const name = lowerCase(text.slice(start, end));
  const equals = endOf(SPACES, text, end) ?? end;
  if (equals === text.length) return null;
  if (text[equals] !== '=') return { found: { name, value: '' }, at: equals };
  const value = valueAt(text, endOf(SPACES, text, equals + 1) ?? equals);
  return value === null ? null : { found: { name, value: lowerCase(value.found) }, at: value.at };
}

function valueAt(text: string, start: number): Step<string> {
  const quote = text[start];
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, start + 1);
    return close < 0 ? null : { found: text.slice(start + 1, close), at: close + 1 };
  }
  const end = endOf(UNQUOTED, text, start) ?? start;
  return end === text.length ? null : { found: text.slice(start, end), at: end };
}

const lowerCase = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** `charset` wins over `content`, which needs `http-equiv="content-type"`. */
function charsetOfMeta(attributes: Attributes): string | null {
  const label = attributes.get('charset');
  if (label !== undefined) return charsetOfLabel(label);
  const isContentType = attributes.get('http-equiv') === 'content-type';
  return isContentType ? charsetOfContent(attributes.get('content') ?? '') : null;
}

/** The charset in a value such as `text/html; charset=windows-1251`. */
function charsetOfContent(content: string): string | null {
  const start = /charset[\t\n\f\r ]*=[\t\n\f\r ]*/.exec(content);
  if (start === null) return null;
  const value = content.slice(start.index + start[0].length);
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return charsetOfLabel(/^[^\t\n\f\r ;]*/.exec(value)?.[0] ?? '');
  const close = value.indexOf(quote, 1);
  return close < 0 ? null : charsetOfLabel(value.slice(1, close));
}

function charsetInXmlDeclaration(text: string): string | null {
  const end = text.startsWith('<?xml') ? text.indexOf('>') : -1;
  const name = end < 0 ? -1 : text.indexOf('encoding');
  if (name < 0 || name > end) return null;

  const value = /^[\0-\x20]*=[\0-\x20]*(["'])([^"']*)\1/.exec(text.slice(name + 'encoding'.length, end));
  const label = value?.[2] ?? '';

  return /[\0-\x20]/.test(label) ? null : charsetOfLabel(label);
}

function charsetOfLabel(label: string): string | null {
  const charset = normalizeEncoding(label);
  if (charset === 'utf-16le' || charset === 'utf-16be') return 'utf-8';
  return charset === 'x-user-defined' ? 'windows-1252' : charset;
}
