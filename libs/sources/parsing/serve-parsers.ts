/** Runs in a parsing thread: parses documents one by one, each with the parser that the request names. */
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { decodeAnyText, decodeText } from '../decode-text';
import { serializeError, type SerializedError } from './serialized-error';
import { buffersOf, pack, type PackedData } from './packed-data';
import type { ForeignDocument, ParsedData, Parser } from './parser';

export interface ParseRequest {
  readonly parser: string;
  readonly document: ForeignDocument;
  readonly facts: unknown;
}

/** `ready` is sent once, before the first request is accepted. */
export type ThreadMessage = { readonly kind: 'ready' } | ParsedMessage;

/** The end of a document, and the size of the heap after it. */
export type ParsedMessage = { readonly heapBytes: number } & (
  | { readonly kind: 'read'; readonly packed: PackedData }
  | { readonly kind: 'failed'; readonly error: SerializedError }
);

/** Any parser; the caller provides facts of the right type. */
export type AnyParser = Parser<never, ParsedData>;

/** Serves parse requests until the thread is ended. */
export function serveParsers(parsers: readonly AnyParser[]): void {
  const port = parentPort;
  if (port === null) throw new Error('serveParsers must run in a worker thread');
  const byName = new Map(parsers.map((one) => [one.name, one]));
  const send = (message: ThreadMessage, transferred: ArrayBuffer[] = []): void =>
    port.postMessage(message, transferred);
  port.on('message', (request: ParseRequest) => {
    try {
      const packed = parse(request, byName);
      send({ kind: 'read', packed, heapBytes: heapBytes() }, buffersOf(packed));
    } catch (error) {
      send({ kind: 'failed', error: serializeError(error), heapBytes: heapBytes() });
    }
  });
  send({ kind: 'ready' });
}

const heapBytes = (): number => getHeapStatistics().total_heap_size;

function parse({ parser, document, facts }: ParseRequest, byName: ReadonlyMap<string, AnyParser>): PackedData {
  const found = byName.get(parser);
  if (found === undefined) throw new Error(`There is no parser ${parser}: add it to platforms/parsers.ts`);
  return pack(found.read(textOf(document, found), facts as never), found.keyOf);
}

/** Decodes a document; called in the thread. Throws `Changed` for invalid bytes, except for a tolerant reader. */
export function textOf(document: ForeignDocument, { isTolerant = false }: Pick<AnyParser, 'isTolerant'> = {}): string {
  if (typeof document === 'string') return document;
  return (isTolerant ? decodeAnyText : decodeText)(document.bytes, document.contentType);
}
