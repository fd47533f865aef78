/**
 * One thread that parses, seen from outside: it is handed a document, and either tells what it read or is ended: at the
 * deadline of the document, or where the document fills its memory. An ended thread is gone for good; the pool starts another.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Changed } from '../source-errors';
import { asError } from './carried-error';
import type { PackedData } from './packed-data';
import type { Order, Report } from './serve-parsers';

export interface ThreadOptions {
  /** What the thread runs; the platforms' parsers unless told otherwise. */
  readonly file?: string;
  /** For one document, from the moment that a thread begins with it. */
  readonly deadlineMs: number;
  /** Of the JavaScript heap of one thread. */
  readonly memoryMb?: number;
  /** A thread whose heap is larger after a document is ended, and another started when one is needed. */
  readonly keptMb?: number;
}

interface Running {
  readonly resolve: (packed: PackedData) => void;
  readonly reject: (error: Error) => void;
  readonly deadline: NodeJS.Timeout;
}

const MEMORY_MB = 256;
const YOUNG_MB = 16;
/** A heap that is larger after a document than so much is not kept: a thread gives none of it back while it waits. */
const KEPT_MB = 96;

export class ParsingThread {
  /** Resolves once it can be handed documents; rejects where it ends before. */
  readonly ready: Promise<void>;
  /** Resolves once it is gone. */
  readonly ended: Promise<void>;
  private readonly worker: Worker;
  private running: Running | null = null;
  /** Why it ends or has ended. */
  private cause: Error | null = null;

  constructor(private readonly options: ThreadOptions) {
    const { file = join(__dirname, 'thread.js'), memoryMb = MEMORY_MB } = options;
    const worker = new Worker(file, {
      name: 'parsing',
      // Parsers look at their arguments alone: no variable of the process, none of its flags.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.worker = worker;
    worker.on('error', (error) => (this.cause ??= this.causeOf(error)));
    this.ended = new Promise((gone) => worker.once('exit', (code) => (this.afterExit(code), gone())));
    this.ready = new Promise((ready, failed) => {
      worker.on('message', (report: Report) => (report.kind === 'ready' ? ready() : this.settle(report)));
      worker.once('exit', () => failed(this.cause));
    });
    // What waits for a document keeps the process alive; a thread that waits for work does not.
    this.ready.then(
      () => worker.unref(),
      () => undefined,
    );
  }

  /** Whether it has not ended and is not about to. */
  get isUp(): boolean {
    return this.cause === null;
  }

  /**
   * Parses one document; the thread must be ready and free. Gives what was read, packed. Throws what the parser throws, and
   * `Changed` for a document that is ended with the thread.
   */
  run(order: Order): Promise<PackedData> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => this.atDeadline(), this.options.deadlineMs);
      this.running = { resolve, reject, deadline };
      this.worker.ref();
      try {
        this.worker.postMessage(order, transferable(order));
      } catch (error) {
        this.take()?.reject(error as Error);
      }
    });
  }

  /** Ends the thread and what it is doing. */
  async end(cause: Error): Promise<void> {
    this.cause ??= cause;
    this.take()?.reject(this.cause);
    await this.worker.terminate();
  }

  private afterExit(code: number): void {
    this.cause ??= new Error(`A parsing thread ended by itself (${code})`);
    this.take()?.reject(this.cause);
  }

  private settle(report: Exclude<Report, { kind: 'ready' }>): void {
    const running = this.take();
    if (report.kind === 'failed') return running?.reject(asError(report.error));
    running?.resolve(report.packed);
    if (report.heapBytes > (this.options.keptMb ?? KEPT_MB) * 1024 * 1024)
      void this.end(new Error('A parsing thread has grown too large to be kept'));
  }

  /** What was read may have arrived while this thread was busy with something else: that is looked at first. */
  private atDeadline(): void {
    const late = this.running;
    setImmediate(() => {
      if (late === null || this.running !== late) return;
      void this.end(new Changed(`A page takes more than ${this.options.deadlineMs / 1_000} s to read`));
    });
  }

  private causeOf(error: Error & { code?: string }): Error {
    const { memoryMb = MEMORY_MB } = this.options;
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return new Changed(`A page takes more than ${memoryMb} MB to read`);
    return error;
  }

  private take(): Running | null {
    const { running } = this;
    this.running = null;
    if (running !== null) {
      clearTimeout(running.deadline);
      this.worker.unref();
    }
    return running;
  }
}

/** The bytes of a document are moved and not copied. Small ones share their memory with others and are copied. */
function transferable({ document }: Order): ArrayBuffer[] {
  if (typeof document === 'string') return [];
  const { buffer, byteLength } = document.bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
