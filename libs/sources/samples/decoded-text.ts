/**
 * Decodes the escapes of a document without knowledge of its format, and keeps where in the document each character comes from. JSON
 * escapes, HTML character references and percent-encoding are decoded alike, one level at a time: `&amp;#39;` needs two levels. A
 * part that only looks like an escape is also decoded, so searches use every level.
 */
import { decodeHTML } from 'entities';

/** A text in which the code unit `i` comes from `[starts[i], ends[i])` of the document. Both are null for the document itself. */
export interface DecodedText {
  readonly text: string;
  readonly starts: Uint32Array | null;
  readonly ends: Uint32Array | null;
}

export const startOf = ({ starts }: DecodedText, index: number): number => starts?.[index] ?? index;
export const endOf = ({ ends }: DecodedText, index: number): number => ends?.[index] ?? index + 1;

/** Collects the code units of a text with their places. */
class TextBuilder {
  private readonly codes: Uint16Array;
  private readonly starts: Uint32Array;
  private readonly ends: Uint32Array;
  private length = 0;

  constructor(
    private readonly from: DecodedText,
    capacity: number,
  ) {
    this.codes = new Uint16Array(capacity);
    this.starts = new Uint32Array(capacity);
    this.ends = new Uint32Array(capacity);
  }

  /** Appends a code unit that replaces `[first, last]` of the text below. */
  add(code: number, first: number, last: number): void {
    this.codes[this.length] = code;
    this.starts[this.length] = startOf(this.from, first);
    this.ends[this.length] = endOf(this.from, last);
    this.length += 1;
  }

  /** Appends a space, unless the text is empty or ends with one. */
  addSpace(index: number): void {
    if (this.length > 0 && this.codes[this.length - 1] !== SPACE) this.add(SPACE, index, index);
  }

  build(): DecodedText {
    const { buffer } = this.codes;
    const text = Buffer.from(buffer, 0, this.length * 2).toString('utf16le');
    return { text, starts: this.starts.subarray(0, this.length), ends: this.ends.subarray(0, this.length) };
  }
}

/** Adds a code unit that replaces `[first, last]` of the text below. */
export type AddCode = (code: number, first: number, last: number) => void;

/** A text that is built from another one, of at most `capacity` code units. */
export function buildText(from: DecodedText, capacity: number, build: (add: AddCode) => void): DecodedText {
  const built = new TextBuilder(from, capacity);
  build((code, first, last) => built.add(code, first, last));
  return built.build();
}

/** Decodes one level of escapes. Linear: an escape has at most 40 characters. */
export function decodeOnce(from: DecodedText): DecodedText {
  const { text } = from;
  const built = new TextBuilder(from, text.length);
  for (let index = 0; index < text.length;) {
    const escape = escapeAt(text, index);
    if (escape === null) {
      built.add(text.charCodeAt(index), index, index);
      index += 1;
      continue;
    }
    const last = index + escape.length - 1;
    for (let unit = 0; unit < escape.decoded.length; unit += 1) built.add(escape.decoded.charCodeAt(unit), index, last);
    index = last + 1;
  }
  return built.build();
}

/** Collapses white space, and removes tags: a tag of a line or a block becomes a space. */
export function withoutTags(from: DecodedText): DecodedText {
  const { text } = from;
  const built = new TextBuilder(from, text.length);
  for (let index = 0; index < text.length;) {
    const tag = text[index] === '<' ? tagAt(text, index) : null;
    const isSpace = tag === null ? SPACES.test(text[index] ?? '') : tag.isBlock;
    if (isSpace) built.addSpace(index);
    else if (tag === null) built.add(text.charCodeAt(index), index, index);
    index = tag?.end ?? index + 1;
  }
  return built.build();
}

interface Escape {
  /** Characters of the escape. */
  readonly length: number;
  readonly decoded: string;
}

const SPACE = 0x20;
const SPACES = /\s/;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const PERCENT = 0x25;

function escapeAt(text: string, index: number): Escape | null {
  const code = text.charCodeAt(index);
  if (code === BACKSLASH) return backslashAt(text, index);
  if (code === AMPERSAND) return referenceAt(text, index);
  return code === PERCENT ? percentAt(text, index) : null;
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const ITSELF = '"\'/\\`';
const HEX = /^[0-9a-f]+$/i;

function backslashAt(text: string, index: number): Escape | null {
  const next = text[index + 1] ?? '';
  if (next === 'u') return hexAt(text, index, 4);
  if (next === 'x') return hexAt(text, index, 2);
  if (next !== '' && ITSELF.includes(next)) return { length: 2, decoded: next };
  const control = CONTROLS[next];
  return control === undefined ? null : { length: 2, decoded: control };
}

function hexAt(text: string, index: number, digits: number): Escape | null {
  const hex = text.slice(index + 2, index + 2 + digits);
  if (hex.length < digits || !HEX.test(hex)) return null;
  return { length: 2 + digits, decoded: String.fromCharCode(parseInt(hex, 16)) };
}

/** `&CounterClockwiseContourIntegral;` is the longest name. */
const MAX_REFERENCE = 40;
const REFERENCE = /^&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{0,32});$/i;

function referenceAt(text: string, index: number): Escape | null {
  const part = text.slice(index, index + MAX_REFERENCE);
  const end = part.indexOf(';') + 1;
  const reference = part.slice(0, end);
  if (end === 0 || !REFERENCE.test(reference)) return null;
  const decoded = decodeHTML(reference);
  return decoded === reference || decoded.length > end ? null : { length: end, decoded };
}

/** Bytes of a UTF-8 character by its first byte. */
const SEQUENCES = [
  { from: 0xf0, bytes: 4 },
  { from: 0xe0, bytes: 3 },
  { from: 0xc2, bytes: 2 },
];

function percentAt(text: string, index: number): Escape | null {
  const first = text.slice(index + 1, index + 3);
  if (first.length < 2 || !HEX.test(first)) return null;
  const byte = parseInt(first, 16);
  const length = 3 * (SEQUENCES.find(({ from }) => byte >= from)?.bytes ?? 1);
  try {
    return { length, decoded: decodeURIComponent(text.slice(index, index + length)) };
  } catch {
    return null;
  }
}

/** A longer tag counts as text. */
const MAX_TAG = 1_000;
const TAG_NAME = /^<\/?([a-z][a-z0-9]{0,20})/i;
const BLOCKS = /^(?:br|p|div|li|ul|ol|tr|td|th|table|h[1-6]|section|article|blockquote|pre|hr|dt|dd)$/i;

function tagAt(text: string, index: number): { readonly end: number; readonly isBlock: boolean } | null {
  const name = TAG_NAME.exec(text.slice(index, index + 24))?.[1];
  if (name === undefined) return null;
  const end = text.slice(index, index + MAX_TAG).indexOf('>');
  return end < 0 ? null : { end: index + end + 1, isBlock: BLOCKS.test(name) };
}
