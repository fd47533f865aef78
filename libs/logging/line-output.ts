import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * Lines are buffered up to this size or this time before a write. One write per line would cost a tenth of a request's CPU time.
 */
const BUFFER_BYTES = 4_096;
const FLUSH_INTERVAL_MS = 200;
/** Limit of the buffer while the reader does not read. Further lines are dropped, which bounds the memory of the process. */
const MAX_BUFFERED = 1_048_576;
/** How long to wait for a write, including at the end of the process. */
const STALLED_MS = 1_000;
const BUSY_RETRY_MS = 50;

const EMPTY = Buffer.alloc(0);
const NEWLINE = 10;

/**
 * Writes lines to a file descriptor in batches. Lines that cannot be written (a full disk, a reader that closed the pipe or does
 * not read) are dropped and counted, and never stop the process. Later lines are written again if that is possible; `onLost`
 * receives the count once a write succeeds. A process that ends by itself loses no other lines.
 */
export class LineOutput implements DestinationStream {
  private buffered = '';
  /** The batch that is being written, without the bytes already written. */
  private pending: Buffer = EMPTY;
  /** When the pending asynchronous write started. */
  private writeStartedAt: number | null = null;
  private timer: NodeJS.Timeout | null = null;
  private lost = 0;
  /** The last byte written was not the end of a line. */
  private isMidLine = false;

  constructor(
    private readonly fd: number,
    private readonly onLost: (lines: number) => void,
  ) {
    process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.buffered.length > MAX_BUFFERED) {
      this.lost += 1;
      return;
    }
    this.buffered += line;
    if (this.buffered.length >= BUFFER_BYTES) this.startWrite();
    else this.scheduleWrite(FLUSH_INTERVAL_MS);
  }

  /** Calls `flushSync`, then `done`. */
  flush(done?: () => void): void {
    this.flushSync();
    done?.();
  }

  /** Writes the buffer before it returns. Never throws, and does not wait for a reader that does not read. */
  flushSync(): void {
    if (this.writeStartedAt !== null && performance.now() - this.writeStartedAt > STALLED_MS) return;
    // A pending write has already been passed to the system.
    if (this.writeStartedAt === null) {
      this.writeAllSync(this.pending);
      this.pending = EMPTY;
    }
    this.writeAllSync(this.takeBuffered());
  }

  private scheduleWrite(milliseconds: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.startWrite();
    }, milliseconds).unref();
  }

  private startWrite(): void {
    if (this.writeStartedAt !== null) return;
    if (this.pending.length === 0) this.pending = this.takeBuffered();
    if (this.pending.length === 0) return;
    this.writeStartedAt = performance.now();
    write(this.fd, this.pending, (error, bytes) => this.onWritten(error, bytes));
  }

  private onWritten(error: NodeJS.ErrnoException | null, bytes: number): void {
    this.writeStartedAt = null;
    if (error === null) this.pending = this.remainder(this.pending, bytes);
    else if (isBusy(error)) return this.scheduleWrite(BUSY_RETRY_MS);
    else this.dropPending();
    if (error === null && this.pending.length === 0) this.reportLost();
    if (this.pending.length > 0 || this.buffered.length >= BUFFER_BYTES) this.startWrite();
    else if (this.buffered !== '') this.scheduleWrite(FLUSH_INTERVAL_MS);
  }

  private writeAllSync(piece: Buffer): void {
    const deadline = performance.now() + STALLED_MS;
    let rest = piece;
    while (rest.length > 0) {
      try {
        rest = this.remainder(rest, writeSync(this.fd, rest));
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) break;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_MS);
      }
    }
    this.lost += countLines(rest);
  }

  private remainder(piece: Buffer, written: number): Buffer {
    if (written > 0) this.isMidLine = piece[written - 1] !== NEWLINE;
    return piece.subarray(written);
  }

  /** Empties the buffer and returns its content, after a newline if the last line was written in part. */
  private takeBuffered(): Buffer {
    const content = this.buffered === '' ? EMPTY : Buffer.from((this.isMidLine ? '\n' : '') + this.buffered);
    this.buffered = '';
    return content;
  }

  private dropPending(): void {
    this.lost += countLines(this.pending);
    this.pending = EMPTY;
  }

  private reportLost(): void {
    if (this.lost === 0) return;
    const lines = this.lost;
    this.lost = 0;
    this.onLost(lines);
  }
}

/** Number of line ends. A newline as the first byte ends a line that was already written. */
function countLines(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(NEWLINE, 1); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

function isBusy(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EAGAIN';
}
