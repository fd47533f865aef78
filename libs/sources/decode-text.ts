import { TextDecoder } from 'node:util';
import type { ForeignBytes } from './parsing/parser';
import { Changed } from './source-errors';

const BYTE_ORDER_MARKS: readonly [readonly number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * Decodes a body by its byte order mark, else by the charset of its content type, else as UTF-8. Invalid bytes become U+FFFD; an
 * unknown charset is decoded as UTF-8.
 */
export function decodeText(body: Uint8Array, contentType: string | undefined): string {
  const mark = BYTE_ORDER_MARKS.find(([bytes]) => bytes.every((byte, index) => body[index] === byte));
  const named = /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1];
  return decoderFor(mark?.[1] ?? named ?? 'utf-8').decode(body);
}

/** A body of this size is decoded and parsed as JSON in well under a millisecond. */
const SMALL_BYTES = 16 * 1024;

/**
 * Decodes a body that is expected to be small, such as the body of a token response, outside a parsing thread. Throws `Changed`
 * if it is larger.
 */
export function decodeSmallText({ bytes, contentType }: ForeignBytes): string {
  if (bytes.byteLength > SMALL_BYTES) throw new Changed('The response is larger than expected');
  return decodeText(bytes, contentType);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('utf-8');
  }
}
