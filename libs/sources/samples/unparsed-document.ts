/** Remembers the document of a visit that a parser could not read, or not completely, for a sample of it. */
import type { ForeignDocument } from '../parsing/parser';
import { Changed } from '../source-errors';
import type { VisitTools } from '../source';
import { observedTools, type ObservedResponse } from './observed-tools';

/** The document that ended a visit. */
export interface UnparsedDocument {
  readonly parser: string;
  /** Null if the document is not a response of the platform as it was received. */
  readonly response: Pick<ObservedResponse, 'url' | 'status'> | null;
  /** The beginning of the document. */
  readonly document: ForeignDocument;
  /** Size of the whole document in bytes. */
  readonly size: number;
}

/** A document of which a part was not read, and why. */
export interface FaultyDocument {
  readonly unparsed: UnparsedDocument;
  readonly fault: string;
}

/** A sample has 64 KB; the masked document may be shorter than the document. */
const KEPT_SIZE = 256 * 1024;
/** Responses whose addresses are remembered; a visit parses each response before it requests many others. */
const REMEMBERED_RESPONSES = 20;

export class UnparsedDocumentMemory {
  private responses: ObservedResponse[] = [];
  private firstFaulty: FaultyDocument | null = null;
  private last: { readonly unparsed: UnparsedDocument; error: unknown } | null = null;

  /** The first document of the visit of which a part was not read; null if everything was read. */
  get faulty(): FaultyDocument | null {
    return this.firstFaulty;
  }

  /**
   * The same tools. The memory holds the beginnings of two documents at most. `onUnparsed` is called for each document for which the
   * parser threw `Changed`: the visit may continue without it.
   */
  observe<Tools extends VisitTools>(tools: Tools, onUnparsed: () => void = () => undefined): Tools {
    return observedTools(tools, {
      onRequest: () => (this.last = null),
      onResponse: (response) => (this.responses = [...this.responses.slice(1 - REMEMBERED_RESPONSES), response]),
      onParse: (document, { parser }) => {
        const last = { unparsed: this.unparsed(document, parser.name), error: null as unknown };
        this.last = last;
        return {
          onError: (error) => {
            last.error = error;
            if (!(error instanceof Changed)) return;
            this.firstFaulty ??= { unparsed: last.unparsed, fault: error.message };
            onUnparsed();
          },
          onFault: (fault) => (this.firstFaulty ??= { unparsed: last.unparsed, fault }),
        };
      },
    });
  }

  /**
   * The document that ended the visit with this error: its parser threw `Changed`, or the adapter threw it after its last document was
   * parsed. Null for other errors.
   */
  endedBy(error: unknown): UnparsedDocument | null {
    if (!(error instanceof Changed) || this.last === null) return null;
    return this.last.error === null || this.last.error === error ? this.last.unparsed : null;
  }

  private unparsed(document: ForeignDocument, parser: string): UnparsedDocument {
    const response = this.responses.find((one) => one.document === document) ?? null;
    const seen = response === null ? null : { url: response.url, status: response.status };
    const size = typeof document === 'string' ? Buffer.byteLength(document) : document.bytes.byteLength;
    return { parser, response: seen, document: beginningOf(document), size };
  }
}

function beginningOf(document: ForeignDocument): ForeignDocument {
  if (typeof document === 'string') return document.slice(0, KEPT_SIZE);
  // A copy, because the bytes are transferred to a thread; `slice` of a Buffer is none.
  return { ...document, bytes: Uint8Array.from(document.bytes.subarray(0, KEPT_SIZE)) };
}
