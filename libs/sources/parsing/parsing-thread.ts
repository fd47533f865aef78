/**
 * The main thread's handle of one parsing thread. It parses one document at a time, and is ended at the document's deadline or
 * when its memory limit is exceeded. An ended thread is not restarted; the pool starts another.
 */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Changed } from '../source-errors';
import { countEnded, type EndOfThread } from './parsing-metrics';
import { restoreError } from './serialized-error';
import type { PackedData } from './packed-data';
import type { ParsedMessage, ParseRequest, ThreadMessage } from './serve-parsers';

export interface ThreadOptions {
  /** Script of the thread; default: the parsers of the platforms. */
  readonly file?: string;
  /** Time limit for one document, from the start of parsing. */
  readonly deadlineMs: number;
  /** Limit of the JavaScript heap of one thread. */
  readonly memoryMb?: number;
  /** If the heap is larger than this after a document, the thread is ended. */
  readonly maxIdleHeapMb?: number;
}

interface RunningDocument {
  readonly resolve: (packed: PackedData) => void;
  readonly reject: (error: Error) => void;
  readonly deadline: NodeJS.Timeout;
}

const MEMORY_MB = 256;
const YOUNG_MB = 16;
/** An idle thread does not release its heap, so a thread with a larger heap is ended. */
const MAX_IDLE_HEAP_MB = 96;

export class ParsingThread {
  /** Resolves when the thread accepts documents; rejects if the thread exits before that. */
  readonly ready: Promise<void>;
  /** Resolves when the thread has exited. */
  readonly ended: Promise<void>;
  /** The heap of the thread after its last document; 0 before. */
  heapBytes = 0;
  private readonly worker: Worker;
  private running: RunningDocument | null = null;
  /** The reason why the thread is ended; null while it is usable. */
  private cause: Error | null = null;

  constructor(private readonly options: ThreadOptions) {
    const { file = join(__dirname, 'thread.js'), memoryMb = MEMORY_MB } = options;
    const worker = new Worker(file, {
      name: 'parsing',
      // Parsers depend on their arguments only, so the thread gets no environment and no flags.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.worker = worker;
    worker.on('error', (error) => this.afterError(error));
    this.ended = new Promise((resolveEnded) => worker.once('exit', (code) => (this.afterExit(code), resolveEnded())));
    this.ready = new Promise((resolve, reject) => {
      worker.on('message', (message: ThreadMessage) => (message.kind === 'ready' ? resolve() : this.settle(message)));
      worker.once('exit', () => reject(this.cause));
    });
    // A running document keeps the process alive; an idle thread does not.
    this.ready.then(
      () => worker.unref(),
      () => undefined,
    );
  }

  /** Whether the thread can parse further documents. */
  get isUsable(): boolean {
    return this.cause === null;
  }

  /**
   * Parses one document and returns the packed result; the thread must be ready and free. Throws what the parser throws, and
   * `Changed` if the thread is ended because of the document.
   */
  run(request: ParseRequest): Promise<PackedData> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => this.atDeadline(), this.options.deadlineMs);
      this.running = { resolve, reject, deadline };
      this.worker.ref();
      try {
        this.worker.postMessage(request, transferable(request));
      } catch (error) {
        this.clearRunning()?.reject(error as Error);
      }
    });
  }

  /** Ends the thread and rejects its current document with `cause`. `reason`: for the metrics. */
  async end(cause: Error, reason: EndOfThread = 'stopped'): Promise<void> {
    if (this.cause === null) countEnded(reason);
    this.cause ??= cause;
    this.clearRunning()?.reject(this.cause);
    await this.worker.terminate();
  }

  private afterExit(code: number): void {
    if (this.cause === null) countEnded('fault');
    this.cause ??= new Error(`A parsing thread exited unexpectedly (${code})`);
    this.clearRunning()?.reject(this.cause);
  }

  private settle(message: ParsedMessage): void {
    const running = this.clearRunning();
    if (message.kind === 'failed') running?.reject(restoreError(message.error));
    else running?.resolve(message.packed);
    this.heapBytes = message.heapBytes;
    if (message.heapBytes > (this.options.maxIdleHeapMb ?? MAX_IDLE_HEAP_MB) * 1024 * 1024)
      void this.end(new Error('The heap of a parsing thread has grown too large'), 'grown');
  }

  /** Ends the thread, unless its result has already arrived and is processed first. */
  private atDeadline(): void {
    const expired = this.running;
    setImmediate(() => {
      if (expired === null || this.running !== expired) return;
      void this.end(new Changed(`A page takes more than ${this.options.deadlineMs / 1_000} s to parse`), 'deadline');
    });
  }

  private afterError(error: Error & { code?: string }): void {
    if (this.cause !== null) return;
    const { memoryMb = MEMORY_MB } = this.options;
    const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    countEnded(isOutOfMemory ? 'memory' : 'fault');
    this.cause = isOutOfMemory ? new Changed(`A page takes more than ${memoryMb} MB to parse`) : error;
  }

  /** Returns the running document, if any, and clears it. */
  private clearRunning(): RunningDocument | null {
    const { running } = this;
    this.running = null;
    if (running !== null) {
      clearTimeout(running.deadline);
      this.worker.unref();
    }
    return running;
  }
}

/** Transfers the bytes of a document. Bytes that share their buffer with others are copied. */
function transferable({ document }: ParseRequest): ArrayBuffer[] {
  if (typeof document === 'string') return [];
  const { buffer, byteLength } = document.bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}
