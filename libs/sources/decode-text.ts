import { TextDecoder } from 'node:util';

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

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder('utf-8');
  }
}
