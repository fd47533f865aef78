/**
 * The rows of COPY … FROM STDIN. The fastest way to write many rows: PostgreSQL reads them as they come and logs them a page
 * at a time.
 */
import type { Connection } from 'pg';

/** What the driver's connection can and its types leave out. */
export interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** Rows are sent as soon as this much of them is made. */
const CHUNK_BYTES = 65_536;
/** UTF-8 has no more bytes than this for one unit of a JavaScript string. */
const MOST_BYTES_PER_UNIT = 3;

/** Line by line into one buffer: the driver copies what it is given, and lines in Latin letters alone are encoded fast. */
export function sendLines(connection: CopyConnection, lines: Iterable<string>): void {
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
