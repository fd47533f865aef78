/**
 * Sends rows by COPY … FROM STDIN, the fastest way to write many rows: PostgreSQL reads them as they arrive and writes its log
 * a page at a time.
 */
import type { Connection } from 'pg';

/** Methods of the driver's connection that its types leave out. */
export interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** Rows are sent once their buffer has this size. */
const CHUNK_BYTES = 65_536;
/** Largest number of UTF-8 bytes for one UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Encodes lines into one buffer: the driver copies what it is given, and Node encodes Latin-1 strings fast. */
export function sendLines(connection: CopyConnection, lines: Iterable<string>): void {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let size = 0;
  const flush = (): void => {
    if (size > 0) connection.sendCopyFromChunk(buffer.subarray(0, size));
    size = 0;
  };
  for (const line of lines) {
    if (size + line.length * MAX_BYTES_PER_UNIT > CHUNK_BYTES) flush();
    if (line.length * MAX_BYTES_PER_UNIT > CHUNK_BYTES) connection.sendCopyFromChunk(Buffer.from(line));
    else size += buffer.write(line, size);
  }
  flush();
}

/** A text in the text format of COPY; null becomes its null marker. */
export function copyValue(text: string | null): string {
  return text === null ? '\\N' : text.replace(SPECIAL, escaped);
}

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (sign: string): string => ESCAPES[sign] ?? sign;
