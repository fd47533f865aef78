import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Lines are gathered to so many bytes, or for so long, before they are written: one by one they cost a tenth of a request. */
const GATHERED = 4_096;
const GATHERED_MS = 200;
/** What waits for a reader that stands still. What comes beyond is lost; the memory of the process is not. */
const MOST_WAITING = 1_048_576;
/** After so long without an answer nobody waits for a reader any more, an ending process least of all. */
const STALLED_MS = 1_000;
const BUSY_MS = 50;

const NOTHING = Buffer.alloc(0);
const NEWLINE = 10;

/**
 * Lines on a file descriptor, a few at a time. A log is no reason to stop: what cannot be written (a full disk, a reader that
 * went away or stands still) is lost and counted, later lines are tried again, and `onLost` is told the count once lines arrive
 * again. Nothing else is lost where the process ends by its own doing.
 */
export class LineOutput implements DestinationStream {
  private waiting = '';
  /** What is being written: all of it, or the rest. */
  private begun: Buffer = NOTHING;
  /** Since when a write is with the system. */
  private beganAt: number | null = null;
  private timer: NodeJS.Timeout | null = null;
  private lost = 0;
  /** The last that arrived was not the end of a line. */
  private isTorn = false;

  constructor(
    private readonly fd: number,
    private readonly onLost: (lines: number) => void,
  ) {
    process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.waiting.length > MOST_WAITING) {
      this.lost += 1;
      return;
    }
    this.waiting += line;
    if (this.waiting.length >= GATHERED) this.next();
    else this.nextIn(GATHERED_MS);
  }

  /** As `flushSync`, then calls back. */
  flush(done?: () => void): void {
    this.flushSync();
    done?.();
  }

  /** Writes what there is before it returns. Never throws, and waits for no reader that stands still. */
  flushSync(): void {
    if (this.beganAt !== null && performance.now() - this.beganAt > STALLED_MS) return;
    // What is under way is with the system already.
    if (this.beganAt === null) {
      this.writeNow(this.begun);
      this.begun = NOTHING;
    }
    this.writeNow(this.takeWaiting());
  }

  private nextIn(milliseconds: number): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.next();
    }, milliseconds).unref();
  }

  private next(): void {
    if (this.beganAt !== null) return;
    if (this.begun.length === 0) this.begun = this.takeWaiting();
    if (this.begun.length === 0) return;
    this.beganAt = performance.now();
    write(this.fd, this.begun, (error, bytes) => this.answered(error, bytes));
  }

  private answered(error: NodeJS.ErrnoException | null, bytes: number): void {
    this.beganAt = null;
    if (error === null) this.begun = this.rest(this.begun, bytes);
    else if (isBusy(error)) return this.nextIn(BUSY_MS);
    else this.lose();
    if (error === null && this.begun.length === 0) this.tellLost();
    if (this.begun.length > 0 || this.waiting.length >= GATHERED) this.next();
    else if (this.waiting !== '') this.nextIn(GATHERED_MS);
  }

  private writeNow(piece: Buffer): void {
    const deadline = performance.now() + STALLED_MS;
    let rest = piece;
    while (rest.length > 0) {
      try {
        rest = this.rest(rest, writeSync(this.fd, rest));
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) break;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS);
      }
    }
    this.lost += linesOf(rest);
  }

  private rest(piece: Buffer, written: number): Buffer {
    if (written > 0) this.isTorn = piece[written - 1] !== NEWLINE;
    return piece.subarray(written);
  }

  /** A line that broke off is ended first. */
  private takeWaiting(): Buffer {
    const taken = this.waiting === '' ? NOTHING : Buffer.from((this.isTorn ? '\n' : '') + this.waiting);
    this.waiting = '';
    return taken;
  }

  private lose(): void {
    this.lost += linesOf(this.begun);
    this.begun = NOTHING;
  }

  private tellLost(): void {
    if (this.lost === 0) return;
    const lines = this.lost;
    this.lost = 0;
    this.onLost(lines);
  }
}

/** How many lines end in it; a newline at its very beginning ends one that arrived. */
function linesOf(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(NEWLINE, 1); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

function isBusy(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EAGAIN';
}
