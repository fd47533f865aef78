/**
 * Sends rows by COPY … FROM STDIN, the fastest way to write many rows: PostgreSQL reads rows as they arrive, and writes one
 * WAL record per page.
 */
import type { Connection } from 'pg';

/** Methods of the driver's connection that its type declarations omit. */
export interface CopyConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** Size of the buffer in which lines are collected before they are sent. */
const CHUNK_BYTES = 65_536;
/** Largest number of UTF-8 bytes for one UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Sends lines in chunks. The buffer is reused, because the driver copies each chunk. */
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

/** Encodes a value in the text format of COPY; null becomes the null marker. */
export function copyValue(text: string | null): string {
  return text === null ? '\\N' : text.replace(SPECIAL, escaped);
}

const SPECIAL = /[\\\n\r\t]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const escaped = (character: string): string => ESCAPES[character] ?? character;
