/**
 * `Parse` without threads, for tests of platforms: the same hand-over and the same plain data, in the thread of the caller. What
 * would not survive the way to a thread and back fails here too.
 */
import { pack, unpack } from '../parsing/packed-data';
import type { ForeignBytes, ForeignDocument, Parse } from '../parsing/parser';
import { textOf } from '../parsing/serve-parsers';

export const parseInPlace: Parse = async (parser, document, facts) => {
  const text = textOf(handedOver(document));
  return unpack(pack(parser.read(text, structuredClone(facts)), parser.keyOf));
};

/** The caller's bytes are gone, as they are when a thread has them. */
function handedOver(document: ForeignDocument): ForeignDocument {
  if (typeof document === 'string') return document;
  const bytes: ForeignBytes = { ...document, bytes: Uint8Array.from(document.bytes) };
  const { buffer } = document.bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === document.bytes.byteLength)
    structuredClone(buffer, { transfer: [buffer] });
  return bytes;
}
