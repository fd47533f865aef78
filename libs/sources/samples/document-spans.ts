/**
 * Divides a document into its structure (keys, tags, names of attributes) and its content. Reads JSON, JavaScript with data, and markup
 * leniently, also damaged or cut documents. Linear; searches that fail end the reading.
 */
import { namesSecret } from './secret-names';

export type SpanKind =
  /** A key of a JSON object. */
  | 'key'
  /** The content of a JSON string, without its quotes. */
  | 'string'
  /** Characters of JSON or a script outside of strings. */
  | 'code'
  /** The beginning of a script before its data, such as `window.__STATE__ = `. */
  | 'head'
  /** The name of a tag or an attribute. */
  | 'name'
  | 'attribute'
  /** The value of an attribute of a tag whose name says that it is a secret. */
  | 'secret'
  | 'text'
  | 'comment'
  | 'style';

export interface Span {
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
  /** The key of a string or the name of an attribute, lower-case; null without one. */
  readonly label: string | null;
}

export type Emit = (span: Span) => void;

/** Calls `emit` with the spans of the document, in order and without overlaps. Characters between them are punctuation. */
export function readSpans(text: string, emit: Emit): void {
  if (isMarkup(text)) new MarkupReader(text, emit).read();
  else readData(text, { start: 0, end: text.length }, emit);
}

/** Whether the document is HTML or XML: its first character is `<`. */
export const isMarkup = (text: string): boolean => /^[\s\ufeff]*</.test(text);

interface Part {
  readonly start: number;
  readonly end: number;
}

const MAX_LABEL = 64;
const MAX_HEAD = 200;
/** The first data of a script. */
const DATA_START = /[[{"]/;
const HEAD = /^[\w$.\s=(),;'[\]-]*$/;

/** Reads the strings of JSON. A string before a colon is a key. */
function readData(text: string, { start, end }: Part, emit: Emit): void {
  let label: string | null = null;
  let codeStart = start;
  for (let quote = quoteFrom(text, start, end); quote < end; quote = quoteFrom(text, codeStart, end)) {
    emit({ kind: 'code', start: codeStart, end: quote, label });
    const close = closingQuote(text, quote, end);
    const isKey = nextVisible(text, close + 1, end) === ':';
    if (isKey) label = text.slice(quote + 1, Math.min(close, quote + 1 + MAX_LABEL)).toLowerCase();
    emit({ kind: isKey ? 'key' : 'string', start: quote + 1, end: close, label: isKey ? null : label });
    codeStart = Math.min(close + 1, end);
  }
  emit({ kind: 'code', start: codeStart, end, label });
}

/** Reads a script: the characters before its data are its head, if they look like an assignment or a call. */
function readScript(text: string, { start, end }: Part, emit: Emit): void {
  const beginning = text.slice(start, Math.min(end, start + MAX_HEAD));
  const head = beginning.slice(0, Math.max(0, beginning.search(DATA_START)));
  const isHead = head !== '' && HEAD.test(head);
  if (isHead) emit({ kind: 'head', start, end: start + head.length, label: null });
  readData(text, { start: isHead ? start + head.length : start, end }, emit);
}

function quoteFrom(text: string, start: number, end: number): number {
  const found = text.indexOf('"', start);
  return found < 0 || found > end ? end : found;
}

function closingQuote(text: string, quote: number, end: number): number {
  for (let index = quote + 1; index < end; index += 1) {
    if (text[index] === '"') return index;
    if (text[index] === '\\') index += 1;
  }
  return end;
}

function nextVisible(text: string, start: number, end: number): string | null {
  for (let index = start; index < end; index += 1) {
    const character = text[index] ?? '';
    if (character !== ' ' && character !== '\n' && character !== '\t' && character !== '\r') return character;
  }
  return null;
}

interface Attribute {
  readonly name: Part;
  readonly value: Part | null;
}

const LETTER = /[a-z]/i;
const NAME_END = /[\s=/>]/;
const UNQUOTED_END = /[\s>]/;
const SPACE = /\s/;
/** Attributes that name their element. */
const NAMING = new Set(['name', 'id', 'property', 'itemprop']);
const VALUES = new Set(['value', 'content']);

class MarkupReader {
  private index = 0;
  private textStart = 0;

  constructor(
    private readonly text: string,
    private readonly emit: Emit,
  ) {}

  read(): void {
    const { text } = this;
    for (;;) {
      const open = text.indexOf('<', this.index);
      if (open < 0) break;
      if (text[open + 1] === '!' || text[open + 1] === '?') this.readDeclaration(open);
      else if (LETTER.test(text[text[open + 1] === '/' ? open + 2 : open + 1] ?? '')) this.readTag(open);
      else this.index = open + 1;
    }
    this.span('text', this.textStart, text.length);
  }

  private span(kind: SpanKind, start: number, end: number, label: string | null = null): void {
    if (end > start) this.emit({ kind, start, end, label });
  }

  /** Continues after a part of the markup. */
  private goOn(index: number): void {
    this.index = index;
    this.textStart = index;
  }

  /** The index of `needle`, or the end of the document. */
  private find(needle: string, from: number): number {
    const found = this.text.indexOf(needle, from);
    return found < 0 ? this.text.length : found;
  }

  private readDeclaration(open: number): void {
    this.span('text', this.textStart, open);
    if (this.text.startsWith('<![CDATA[', open)) {
      const end = this.find(']]>', open);
      this.span('text', open + '<![CDATA['.length, end);
      return this.goOn(end + 3);
    }
    const isComment = this.text.startsWith('<!--', open);
    const end = this.find(isComment ? '-->' : '>', open + 2);
    const isKept = /^<(?:!doctype|\?xml)\s/i.test(this.text.slice(open, open + 12)) && end - open < MAX_HEAD;
    if (!isKept) this.span('comment', open + (isComment ? 4 : 2), end);
    this.goOn(Math.min(this.text.length, end + (isComment ? 3 : 1)));
  }

  private readTag(open: number): void {
    this.span('text', this.textStart, open);
    const nameStart = open + (this.text[open + 1] === '/' ? 2 : 1);
    const nameEnd = this.until(NAME_END, nameStart);
    this.span('name', nameStart, nameEnd);
    const attributes: Attribute[] = [];
    let index = nameEnd;
    for (;;) {
      index = this.skipTo(index);
      if (index >= this.text.length || this.text[index] === '>') break;
      const attribute = this.attributeAt(index);
      attributes.push(attribute);
      index = attribute.value === null ? attribute.name.end : this.afterValue(attribute.value);
    }
    this.emitAttributes(attributes);
    this.goOn(Math.min(this.text.length, index + 1));
    if (nameStart === open + 1) this.readRawContent(this.text.slice(nameStart, nameEnd).toLowerCase());
  }

  private until(end: RegExp, from: number): number {
    let index = from;
    while (index < this.text.length && !end.test(this.text[index] ?? '')) index += 1;
    return index;
  }

  /** Skips white space and slashes before an attribute. */
  private skipTo(from: number): number {
    let index = from;
    while (index < this.text.length && (this.text[index] === '/' || SPACE.test(this.text[index] ?? ''))) index += 1;
    return index;
  }

  private attributeAt(start: number): Attribute {
    // A name has at least one character, also if that is `=`.
    const name = { start, end: this.until(NAME_END, start + 1) };
    let index = name.end;
    while (SPACE.test(this.text[index] ?? '')) index += 1;
    if (this.text[index] !== '=') return { name, value: null };
    index += 1;
    while (SPACE.test(this.text[index] ?? '')) index += 1;
    const quote = this.text[index] ?? '';
    if (quote !== '"' && quote !== "'") return { name, value: { start: index, end: this.until(UNQUOTED_END, index) } };
    return { name, value: { start: index + 1, end: this.find(quote, index + 1) } };
  }

  private afterValue({ start, end }: Part): number {
    const quote = this.text[start - 1];
    return quote === '"' || quote === "'" ? end + 1 : end;
  }

  private emitAttributes(attributes: readonly Attribute[]): void {
    const named = attributes.map(({ name, value }) => ({ label: this.labelOf(name), name, value }));
    const isSecret = named.some(({ label, value }) => NAMING.has(label) && value !== null && this.namesSecret(value));
    for (const { label, name, value } of named) {
      this.span('name', name.start, name.end);
      if (value === null) continue;
      this.span(isSecret && VALUES.has(label) ? 'secret' : 'attribute', value.start, value.end, label);
    }
  }

  private labelOf({ start, end }: Part): string {
    return this.text.slice(start, Math.min(end, start + MAX_LABEL)).toLowerCase();
  }

  private namesSecret({ start, end }: Part): boolean {
    return namesSecret(this.text.slice(start, Math.min(end, start + MAX_LABEL)));
  }

  /** Reads the content of an element that contains no markup. */
  private readRawContent(element: string): void {
    if (element !== 'script' && element !== 'style') return;
    const start = this.index;
    const closing = element === 'script' ? /<\/script/gi : /<\/style/gi;
    closing.lastIndex = start;
    const end = closing.exec(this.text)?.index ?? this.text.length;
    if (element === 'style') this.span('style', start, end);
    else readScript(this.text, { start, end }, this.emit);
    this.goOn(end);
  }
}
