/**
 * Masks a document by its shape: keys, tags, names of attributes, numbers, dates and lengths stay visible, and every text is masked.
 * The document need not be readable, so a page that cannot be parsed can be passed on.
 */
import { decodeOnce, endOf, startOf } from './decoded-text';
import { readSpans, type SpanKind } from './document-spans';
import { maskOf, maskText } from './mask-text';

/** The document masked by its shape. Contents of `<style>` are omitted. Linear in the length of the document. */
export function maskByShape(text: string): string {
  const parts: string[] = [];
  let done = 0;
  readSpans(text, (span) => {
    parts.push(text.slice(done, span.start), MASKS[span.kind](text.slice(span.start, span.end), span.label ?? ''));
    done = span.end;
  });
  parts.push(text.slice(done));
  return parts.join('');
}

type Mask = (content: string, label: string) => string;

const maskName: Mask = (content) => (isPlainName(content) ? content : maskText(content));
const maskValue: Mask = (content) => (isPlainValue(content) ? content : maskEscaped(content));

const MASKS: Readonly<Record<SpanKind, Mask>> = {
  key: maskName,
  name: maskName,
  code: maskCode,
  head: (content) => content,
  style: () => '',
  secret: maskText,
  comment: maskText,
  attribute: maskAttribute,
  string: (content, label) => (TYPE_KEYS.has(label) && isTypeName(content) ? content : maskValue(content, label)),
  text: maskValue,
};

/** Attributes whose values are part of the structure. */
const STRUCTURAL =
  /^(?:class|id|name|rel|type|role|lang|dir|property|item(?:prop|type|scope)|data-(?:test\w*|qa|marker))$/;

/** Whether an attribute's value is part of the structure. */
export const isStructural = (attribute: string): boolean => STRUCTURAL.test(attribute);

function maskAttribute(value: string, attribute: string): string {
  if (isPlainValue(value) || !isStructural(attribute)) return maskValue(value, attribute);
  return value.replace(/\S+/g, (word) => (isTypeName(word) ? word : maskText(word)));
}

/** Keys of names of types in JSON-LD and GraphQL. */
const TYPE_KEYS: ReadonlySet<string> = new Set(['@type', '@context', '__typename']);
const MIME_TYPE = /^(?:application|text)\/[a-z.+-]{1,40}$/;
const SCHEMA_TYPE = /^https?:\/\/(?:www\.)?schema\.org\/?[a-z]{0,40}$/i;
const PLAIN_NAME = /^[@$_a-z][\w$:.-]{0,63}$/i;
/** A name with such a number is an identifier of data. */
const NUMBER = /\d{5}/;

/** Whether a key, a tag or a class is a name in the platform's code, and not data such as a person's name or id. */
export const isPlainName = (name: string): boolean => PLAIN_NAME.test(name) && !NUMBER.test(name);

const MAX_PLAIN_VALUE = 40;
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?)?$/;
/** A rating, a count or a page number, but no telephone number. */
const SHORT_NUMBER = /^\d{1,4}(?:[.,]\d{1,2})?$/;

const isTypeName = (name: string): boolean => isPlainName(name) || SCHEMA_TYPE.test(name) || MIME_TYPE.test(name);

/** Whether a text is an ISO date or a short number, which are kept. */
function isPlainValue(value: string): boolean {
  if (value.length > MAX_PLAIN_VALUE) return false;
  const trimmed = value.trim();
  return DATE.test(trimmed) || SHORT_NUMBER.test(trimmed);
}

/** Masks the letters of the code around strings, except literals and exponents of numbers. */
function maskCode(code: string): string {
  return code.replace(/[\p{L}\p{N}_$.]+/gu, (word) => (CODE_WORD.test(word) ? word : maskText(word)));
}

const CODE_WORD = /^(?:true|false|null|undefined|\.|\.?\d[\d.]*(?:e\d*)?)$/i;

/** Masks a text with escapes: an escaped letter becomes one `x`, other escapes are kept. */
function maskEscaped(content: string): string {
  const decoded = decodeOnce({ text: content, starts: null, ends: null });
  let masked = '';
  for (let index = 0; index < decoded.text.length; index += 1) {
    const mask = maskOf(decoded.text.charCodeAt(index));
    if (mask !== null) masked += mask;
    else masked += content.slice(startOf(decoded, index), endOf(decoded, index));
  }
  return masked;
}
