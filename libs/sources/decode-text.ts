import { TextDecoder } from 'node:util';
import type { ForeignBytes } from './parsing/parser';
import { Changed } from './source-errors';

const BYTE_ORDER_MARKS: readonly [readonly number[], string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * A body as text: by its byte order mark, else by the charset of its content type, else UTF-8. Bytes that do not fit
 * become U+FFFD; an unknown charset is read as UTF-8.
 */
export function decodeText(body: Uint8Array, contentType: string | undefined): string {
  const mark = BYTE_ORDER_MARKS.find(([bytes]) => bytes.every((byte, index) => body[index] === byte));
  const named = /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1];
  return decoderFor(mark?.[1] ?? named ?? 'utf-8').decode(body);
}

/** So much is decoded and read as JSON in well under a millisecond, whatever it holds. */
const SMALL_BYTES = 16 * 1024;

/** A body that is known to be small, such as that of an access token, without a parsing thread. Throws `Changed` where it is larger. */
export function smallText({ bytes, contentType }: ForeignBytes): string {
  if (bytes.byteLength > SMALL_BYTES) throw new Changed('An answer is larger than any of its kind');
  return decodeText(bytes, contentType);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('utf-8');
  }
}
