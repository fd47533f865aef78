import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { jsonForTerminal } from '@libs/kernel';

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
 * Writes lines to a file descriptor in batches, without waiting for the reader. Lines that cannot be written (a full disk, a
 * reader that closed the pipe or does not read) are dropped and counted, and never stop the process. Later lines are tried
 * again; `onLost` receives the count once a write succeeds. A process that ends by itself loses no other lines.
 *
 * Writes are synchronous: an asynchronous one that is in flight when the process ends is written late or never. The descriptor
 * must be non-blocking or a file, as standard output is.
 */
export class LineOutput implements DestinationStream {
  private buffered = '';
  /** Bytes of a batch that the reader has not accepted yet. */
  private pending: Buffer = EMPTY;
  private timer: NodeJS.Timeout | null = null;
  private lostLines = 0;
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
      this.lostLines += 1;
      return;
    }
    // Readers such as `docker logs` show the lines on a terminal.
    this.buffered += jsonForTerminal(line);
    if (this.buffered.length >= BUFFER_BYTES && this.pending.length === 0) this.writeBatches();
    else this.scheduleWrite(FLUSH_INTERVAL_MS);
  }

  /** Calls `flushSync`, then `done`. */
  flush(done?: () => void): void {
    this.flushSync();
    done?.();
  }

  /** Writes the buffer before it returns. Never throws. Drops lines that the reader has not accepted after `STALLED_MS`. */
  flushSync(): void {
    const deadline = performance.now() + STALLED_MS;
    while (this.writeAccepted() === 'busy') {
      if (performance.now() > deadline) {
        this.lostLines += countLines(this.pending) + countLines(this.drainBuffer());
        this.pending = EMPTY;
        return;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_MS);
    }
  }

  private scheduleWrite(milliseconds: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.writeBatches();
    }, milliseconds).unref();
  }

  private writeBatches(): void {
    const outcome = this.writeAccepted();
    if (outcome === 'busy') this.scheduleWrite(BUSY_RETRY_MS);
    if (outcome === 'written') this.reportLost();
  }

  /** Writes as many bytes as the reader accepts. A batch whose write fails is dropped. */
  private writeAccepted(): 'written' | 'failed' | 'busy' {
    let outcome: 'written' | 'failed' = 'written';
    for (;;) {
      if (this.pending.length === 0) this.pending = this.drainBuffer();
      if (this.pending.length === 0) return outcome;
      try {
        this.pending = this.remainder(this.pending, writeSync(this.fd, this.pending));
      } catch (error) {
        if (isBusy(error)) return 'busy';
        this.lostLines += countLines(this.pending);
        this.pending = EMPTY;
        outcome = 'failed';
      }
    }
  }

  private remainder(piece: Buffer, written: number): Buffer {
    if (written > 0) this.isMidLine = piece[written - 1] !== NEWLINE;
    return piece.subarray(written);
  }

  /** Empties the buffer and returns its content, after a newline if the last line was written in part. */
  private drainBuffer(): Buffer {
    const content = this.buffered === '' ? EMPTY : Buffer.from((this.isMidLine ? '\n' : '') + this.buffered);
    this.buffered = '';
    return content;
  }

  private reportLost(): void {
    if (this.lostLines === 0) return;
    const lines = this.lostLines;
    this.lostLines = 0;
    this.onLost(lines);
  }
}

/** Number of line ends. A newline as the first byte ends a line that was already written. */
function countLines(piece: Buffer): number {
  let lines = 0;
  for (let index = piece.indexOf(NEWLINE, 1); index >= 0; index = piece.indexOf(NEWLINE, index + 1)) lines += 1;
  return lines;
}

function isBusy(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EAGAIN';
}
