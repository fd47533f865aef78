/**
 * Decodes foreign bytes. A page is decoded as browsers decode it: by its byte order mark, else by the charset of its content type,
 * else by the charset that it states itself, else as UTF-8. JSON is decoded as UTF-8 (RFC 8259 §8.1), and by the stated charset only if
 * it is not valid UTF-8. Bytes that are not valid in the charset are refused: a text with U+FFFD in place of its letters must not be
 * stored as if it were one.
 *
 * The decoder is that of `@exodus/bytes`, because Node's is incomplete: on Node 20 it reads windows-1252 as ISO 8859-1, on every
 * version it reads a part of EUC-KR, Big5 and EUC-JP as other characters, without an error.
 */
import { getBOMEncoding, normalizeEncoding, TextDecoder } from '@exodus/bytes/encoding.js';
import { statedCharset } from './html/stated-charset';
import type { ForeignBytes } from './parsing/parser';
import { Changed } from './source-errors';

/**
 * The text of a document, without its byte order mark. Throws `Changed` if the bytes are not valid in the charset that the document
 * states, or if no decoder exists for it.
 */
export function decodeText(body: Uint8Array, contentType: string | undefined): string {
  const text = textOf(body, contentType);
  if (text !== null) return text;
  const charset = charsetOf(body, contentType);
  throw new Changed(
    charset === null
      ? 'The document states no charset, and its bytes are not UTF-8'
      : `The bytes of the document are not valid in its charset, ${charset}`,
  );
}

/** The text of a document whose bytes may be cut off or invalid; such bytes become U+FFFD. For samples and recordings, never for reviews. */
export function decodeAnyText(body: Uint8Array, contentType: string | undefined): string {
  const charset = charsetOf(body, contentType) ?? 'utf-8';
  return textOf(body, contentType) ?? new TextDecoder(UNREADABLE.has(charset) ? 'utf-8' : charset).decode(body);
}

/** Null if the bytes are not valid in the charset of the document. */
function textOf(body: Uint8Array, contentType: string | undefined): string | null {
  const text = decoded(body, charsetOf(body, contentType) ?? 'utf-8');
  if (text !== null || !isJson(body)) return text;
  // Some APIs state an older charset for JSON and use it.
  const named = namedCharset(contentType) ?? statedCharset(body);
  return named === null ? null : decoded(body, named);
}

/** A body of this size is decoded and parsed as JSON in well under a millisecond. */
const SMALL_BYTES = 16 * 1024;

/**
 * Decodes a body that is expected to be small, such as the body of a token response, outside a parsing thread. Throws `Changed`
 * if it is larger, and as `decodeText` does.
 */
export function decodeSmallText({ bytes, contentType }: ForeignBytes): string {
  if (bytes.byteLength > SMALL_BYTES) throw new Changed('The response is larger than expected');
  return decodeText(bytes, contentType);
}

/**
 * The charset by which a document is decoded first: its name in the Encoding standard, in lower case. Null if the document states no
 * known charset.
 */
export function charsetOf(body: Uint8Array, contentType: string | undefined): string | null {
  const marked = getBOMEncoding(body);
  if (marked !== null) return marked;
  return isJson(body) ? 'utf-8' : (namedCharset(contentType) ?? statedCharset(body));
}

/** The known charset of a content type; servers also write it in single quotes. */
function namedCharset(contentType = ''): string | null {
  const label = /(?:^|[;,\s])charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1];
  return label === undefined ? null : normalizeEncoding(label);
}

const JSON_BEGINNINGS = new Set(Array.from('{[', (character) => character.charCodeAt(0)));
const BLANKS = new Set([0x09, 0x0a, 0x0d, 0x20]);
/** JSON with more blanks before it is decoded as a page. */
const SEARCHED_BYTES = 1_024;

/** Whether the body begins like a list or an object of JSON; a page never does. Its content type may say anything. */
function isJson(body: Uint8Array): boolean {
  const first = body.subarray(0, SEARCHED_BYTES).find((byte) => !BLANKS.has(byte));
  return first !== undefined && JSON_BEGINNINGS.has(first);
}

/** Charsets of the Encoding standard without a meaning of their own: their bytes cannot be read as text. */
const UNREADABLE: ReadonlySet<string> = new Set(['replacement', 'x-user-defined']);

/** Null if a byte is not valid in the charset. */
function decoded(body: Uint8Array, charset: string): string | null {
  if (UNREADABLE.has(charset)) return null;
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}
