/**
 * COPY … FROM STDIN through the driver, which knows the messages and leaves their order to whoever submits a statement of
 * his own. The fastest way to write many rows: PostgreSQL reads them as they come and logs them a page at a time.
 */
import type { Connection, Submittable } from 'pg';

/** What the driver's connection can and its types leave out. */
interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

type Callback = (error?: Error) => void;

/** Rows are sent as soon as this much of them is made, so that PostgreSQL writes while the next are being made. */
const CHUNK_BYTES = 65_536;
/** UTF-8 has no more bytes than this for one unit of a JavaScript string. */
const MOST_BYTES_PER_UNIT = 3;

/** One COPY. `lines` are asked for when PostgreSQL is ready for them; each ends with a line feed. */
export class CopyIn implements Submittable {
  /** The driver puts its time-out around this one. */
  callback: Callback;
  private failure: Error | null = null;

  constructor(
    private readonly statement: string,
    private readonly lines: Iterable<string>,
    callback: Callback,
  ) {
    this.callback = callback;
  }

  submit(connection: Connection): void {
    connection.query(this.statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    try {
      sendLines(connection, this.lines);
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      connection.sendCopyFail('the rows could not be made');
      return;
    }
    connection.endCopyFrom();
  }

  /** PostgreSQL's word, or that of the rows where it only repeats that they failed. */
  handleError(error: Error): void {
    this.callback(this.failure ?? error);
  }

  handleCommandComplete(): void {
    // The end of the statement is told once more when the server is ready.
  }

  handleReadyForQuery(): void {
    this.callback();
  }
}

/** Line by line into one buffer: the driver copies what it is given, and lines in Latin letters alone are encoded fast. */
function sendLines(connection: CopyConnection, lines: Iterable<string>): void {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let size = 0;
  const flush = (): void => {
    if (size > 0) connection.sendCopyFromChunk(buffer.subarray(0, size));
    size = 0;
  };
  for (const line of lines) {
    if (size + line.length * MOST_BYTES_PER_UNIT > CHUNK_BYTES) flush();
    if (line.length * MOST_BYTES_PER_UNIT > CHUNK_BYTES) connection.sendCopyFromChunk(Buffer.from(line));
    else size += buffer.write(line, size);
  }
  flush();
}

/** A text, or what is written as one, in the text format of COPY; null is its sign for nothing. */
export function copyValue(text: string | null): string {
  return text === null ? '\\N' : text.replace(SIGNS, escaped);
}

const SIGNS = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (sign: string): string => ESCAPES[sign] ?? sign;
