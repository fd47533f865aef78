/**
 * Redacts a document: personal strings, tokens, addresses and numbers are masked wherever they occur, as they are and in escaped
 * forms, and the rest stays as it was. Keys, tags and structural attributes are kept, so the document can still be parsed.
 */
import { decodeOnce, endOf, startOf, withoutTags, type DecodedText } from './decoded-text';
import { base64Ranges } from './base64-ranges';
import { readSpans, type Span, type SpanKind } from './document-spans';
import { FoldedStrings, foldText } from './folded-text';
import { maskOf } from './mask-text';
import { namesPerson, namesSecret } from './secret-names';
import { secretRanges } from './secret-patterns';
import { isPlainName, isStructural } from './shape-mask';
import { StringSet } from './string-set';

/** Levels of escapes that are decoded, such as HTML in JSON in HTML. */
const LEVELS = 3;
/** A short value has at most this length with its escapes. */
const MAX_SHORT_VALUE = 40;

/** What is known of a character of the document. */
const MASKED = 1;
const KEPT = 2;
/** In a string, a text or an attribute, where a number may begin with 0. */
const IN_TEXT = 4;

interface Personal {
  readonly strings: StringSet;
  readonly folded: FoldedStrings;
  /** Whether a run of base64 is personal; each occurs at several levels. */
  readonly runs: Map<string, boolean>;
}

/**
 * The document with `strings` redacted as they are, and with names and texts redacted in the folded forms that pages also use. Linear in the
 * length of the document.
 */
export function redact(text: string, strings: StringSet, folded = new FoldedStrings([])): string {
  const personal: Personal = { strings, folded, runs: new Map() };
  const marks = new Uint8Array(text.length);
  readSpans(text, (span) => markSpan(text, span, personal, marks));
  let level: DecodedText = { text, starts: null, ends: null };
  markFound(level, personal, marks);
  for (let depth = 0; depth < LEVELS; depth += 1) {
    level = decodeOnce(level);
    markFound(level, personal, marks);
  }
  markFound(withoutTags(level), personal, marks);
  return masked(text, level, marks);
}

function markSpan(text: string, span: Span, personal: Personal, marks: Uint8Array): void {
  fill(marks, span.start, span.end, markOf(text, span, personal));
}

function markOf(text: string, { kind, start, end, label }: Span, { strings, folded }: Personal): number {
  if (kind === 'secret') return MASKED | IN_TEXT;
  if (!READ_KINDS.has(kind)) return 0;
  const content = text.slice(start, end);
  if (kind === 'key' || kind === 'name') return markOfName(content, folded);
  const isStructure = kind === 'attribute' && isStructural(label ?? '') && content.split(/\s+/).every(isPlainName);
  return isStructure ? KEPT | IN_TEXT : markOfText(content, label, strings);
}

/** A key or a tag is kept, unless it is the name of a person. */
const markOfName = (name: string, folded: FoldedStrings): number =>
  isPlainName(name) && !folded.isName(name) ? KEPT : 0;

const READ_KINDS: ReadonlySet<SpanKind> = new Set(['key', 'name', 'attribute', 'string', 'text']);

function markOfText(content: string, label: string | null, strings: StringSet): number {
  const isPersonal = label !== null && (namesSecret(label) || namesPerson(label));
  return isPersonal || isWhole(content, strings) ? MASKED | IN_TEXT : IN_TEXT;
}

function isWhole(value: string, strings: StringSet): boolean {
  if (value.length > MAX_SHORT_VALUE) return false;
  return (
    strings.hasWhole(value.trim()) ||
    strings.hasWhole(decodeOnce({ text: value, starts: null, ends: null }).text.trim())
  );
}

function fill(marks: Uint8Array, start: number, end: number, mark: number): void {
  for (let index = start; index < end; index += 1) marks[index] = (marks[index] ?? 0) | mark;
}

/** Marks the places in the document of what is found in a decoded text. */
function markFound(decoded: DecodedText, { strings, folded, runs }: Personal, marks: Uint8Array): void {
  // Strings overlap in hostile documents; each character is marked once.
  let marked = 0;
  const mark = (start: number, end: number): void => {
    for (let index = start; index < end; index += 1)
      fill(marks, startOf(decoded, index), endOf(decoded, index), MASKED);
  };
  strings.search(decoded.text, (start, end) => {
    mark(Math.max(start, marked), end);
    marked = Math.max(marked, end);
  });
  for (const [start, end] of secretRanges(decoded.text)) mark(start, end);
  for (const [start, end] of base64Ranges(decoded.text, folded, runs)) mark(start, end);
  markFolded(foldText(decoded), folded, marks);
}

/** Marks what is found in the folded text, without the separators in between. */
function markFolded(decoded: DecodedText, folded: FoldedStrings, marks: Uint8Array): void {
  let marked = 0;
  folded.search(decoded, (start, end) => {
    for (let index = Math.max(start, marked); index < end; index += 1)
      fill(marks, startOf(decoded, index), endOf(decoded, index), MASKED);
    marked = Math.max(marked, end);
  });
}

/** Replaces the marked characters of the document. An escape of the innermost level is replaced only as a whole. */
function masked(text: string, decoded: DecodedText, marks: Uint8Array): string {
  const parts: string[] = [];
  let done = 0;
  for (let index = 0; index < decoded.text.length; index += 1) {
    const start = startOf(decoded, index);
    const end = endOf(decoded, index);
    const mask = isMarked(marks, start, end) ? maskOf(decoded.text.charCodeAt(index)) : null;
    if (mask === null) continue;
    // Both halves of a character outside the basic plane come from the same escape.
    parts.push(text.slice(done, Math.max(done, start)), inPlace(mask, marks[start] ?? 0));
    done = Math.max(done, end);
  }
  parts.push(text.slice(done));
  return parts.join('');
}

function isMarked(marks: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const mark = marks[index] ?? 0;
    if ((mark & MASKED) === 0 || (mark & KEPT) !== 0) return false;
  }
  return true;
}

/** A number outside of strings must not begin with 0 in JSON. */
const inPlace = (mask: 'x' | '0', mark: number): string => (mask === '0' && (mark & IN_TEXT) === 0 ? '1' : mask);
