/** The work of a parsing thread: one document after the other, each read by the parser that is named with it. */
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { decodeText } from '../decode-text';
import { carried, type CarriedError } from './carried-error';
import { buffersOf, pack, type PackedData } from './packed-data';
import type { ForeignDocument, ParsedData, Parser } from './parser';

export interface Order {
  readonly parser: string;
  readonly document: ForeignDocument;
  readonly facts: unknown;
}

/** `ready` comes once, before the first order is taken. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'read'; readonly packed: PackedData; readonly heapBytes: number }
  | { readonly kind: 'failed'; readonly error: CarriedError };

/** Any of them; what facts it wants is known to who ordered. */
export type AnyParser = Parser<never, ParsedData>;

/** Serves these parsers until the thread is ended. */
export function serveParsers(parsers: readonly AnyParser[]): void {
  const port = parentPort;
  if (port === null) throw new Error('Parsers are served in a thread of their own');
  const byName = new Map(parsers.map((one) => [one.name, one]));
  const tell = (report: Report, transferred: ArrayBuffer[] = []): void => port.postMessage(report, transferred);
  port.on('message', (order: Order) => {
    try {
      const packed = carryOut(order, byName);
      tell({ kind: 'read', packed, heapBytes: getHeapStatistics().total_heap_size }, buffersOf(packed));
    } catch (error) {
      tell({ kind: 'failed', error: carried(error) });
    }
  });
  tell({ kind: 'ready' });
}

function carryOut({ parser, document, facts }: Order, byName: ReadonlyMap<string, AnyParser>): PackedData {
  const found = byName.get(parser);
  if (found === undefined) throw new Error(`There is no parser ${parser}: add it to platforms/parsers.ts`);
  return pack(found.read(textOf(document), facts as never), found.keyOf);
}

/** A document as text; decoding is work on foreign bytes too. */
export function textOf(document: ForeignDocument): string {
  return typeof document === 'string' ? document : decodeText(document.bytes, document.contentType);
}
