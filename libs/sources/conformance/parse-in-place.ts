/**
 * `Parse` without threads, for tests of platforms. Inputs and results are transferred and cloned as with a thread, so data that
 * cannot be transferred to a thread fails here, too.
 */
import { pack, unpack } from '../parsing/packed-data';
import type { ForeignBytes, ForeignDocument, Parse } from '../parsing/parser';
import { textOf } from '../parsing/serve-parsers';

export const parseInPlace: Parse = async (parser, document, facts) => {
  const text = textOf(transfer(document), parser);
  return unpack(pack(parser.read(text, structuredClone(facts)), parser.keyOf));
};

/** Detaches the caller's buffer, as a transfer to a thread does. */
function transfer(document: ForeignDocument): ForeignDocument {
  if (typeof document === 'string') return document;
  const bytes: ForeignBytes = { ...document, bytes: Uint8Array.from(document.bytes) };
  const { buffer } = document.bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === document.bytes.byteLength)
    structuredClone(buffer, { transfer: [buffer] });
  return bytes;
}
