/**
 * Parses foreign documents in threads, first in, first out. The default number of threads is the number of cores less one for the
 * event loop; they are started on demand. A visit parses one document at a time, so no single visit can fill the queue. A
 * document that exceeds the time or memory limit ends only its own thread. A new thread is started only after the old one has
 * exited, so there are never more threads than configured.
 */
import { availableParallelism } from 'node:os';
import { visitStopped } from '../response-status';
import { unpack, type PackedData } from './packed-data';
import type { ForeignDocument, ParsedData, Parser, Unpacked } from './parser';
import { countParsed, PARSING_POOLS, type PoolState } from './parsing-metrics';
import { ParsingThread, type ThreadOptions } from './parsing-thread';
import type { ParseRequest } from './serve-parsers';

export interface ParsingPoolOptions extends ThreadOptions {
  /** Maximum number of threads. */
  readonly threads?: number;
}

interface QueuedDocument {
  readonly request: ParseRequest;
  readonly resolve: (packed: Promise<PackedData>) => void;
  readonly reject: (error: Error) => void;
}

export class ParsingPool implements PoolState {
  readonly maxThreads: number;
  private readonly queue = new Set<QueuedDocument>();
  private readonly threads = new Set<ParsingThread>();
  private readonly free: ParsingThread[] = [];
  private starting = 0;
  private isClosed = false;

  constructor(private readonly options: ParsingPoolOptions) {
    this.maxThreads = options.threads ?? Math.max(1, availableParallelism() - 1);
    PARSING_POOLS.add(this);
  }

  get busy(): number {
    return this.threads.size - this.free.length;
  }

  get idle(): number {
    return this.free.length;
  }

  get queued(): number {
    return this.queue.size;
  }

  get heapBytes(): number {
    let sum = 0;
    for (const thread of this.threads) sum += thread.heapBytes;
    return sum;
  }

  /** `Parse` for one visit. Rejects at once when `signal` is aborted; the thread finishes the document or is ended at its deadline. */
  async parse<Facts, Result extends ParsedData>(
    { name }: Parser<Facts, Result>,
    document: ForeignDocument,
    facts: Facts,
    signal: AbortSignal,
  ): Promise<Unpacked<Result>> {
    const beganAt = performance.now();
    const packed = await this.enqueue({ parser: name, document, facts }, signal).catch((error: unknown) => {
      // A visit that was stopped says nothing about its document.
      if (!signal.aborted) countParsed(error, performance.now() - beganAt);
      throw error;
    });
    countParsed(null, performance.now() - beganAt);
    return unpack<Result>(packed);
  }

  /** Ends all threads and rejects all documents. */
  async close(): Promise<void> {
    this.isClosed = true;
    PARSING_POOLS.remove(this);
    for (const entry of this.queue) entry.reject(visitStopped());
    this.queue.clear();
    await Promise.all([...this.threads].map((thread) => thread.end(visitStopped())));
  }

  private enqueue(request: ParseRequest, signal: AbortSignal): Promise<PackedData> {
    if (this.isClosed || signal.aborted) return Promise.reject(visitStopped(signal.reason));
    return new Promise((resolve, reject) => {
      const onAbort = (): void => entry.reject(visitStopped(signal.reason));
      const cleanUp = (): void => {
        this.queue.delete(entry);
        signal.removeEventListener('abort', onAbort);
      };
      const entry: QueuedDocument = {
        request,
        resolve: (packed) => void packed.then(resolve, reject).finally(cleanUp),
        reject: (error) => (cleanUp(), reject(error)),
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.queue.add(entry);
      this.assign();
    });
  }

  /** Assigns queued documents to free threads; starts more threads if needed. */
  private assign(): void {
    for (const entry of this.queue) {
      const thread = this.free.pop();
      if (thread === undefined) break;
      this.queue.delete(entry);
      const packed = thread.run(entry.request);
      const onDone = (): void => this.onFree(thread);
      packed.then(onDone, onDone);
      entry.resolve(packed);
    }
    while (this.starting < this.queue.size && this.threads.size < this.maxThreads && !this.isClosed) void this.start();
  }

  private onFree(thread: ParsingThread): void {
    if (!thread.isUsable) return;
    this.free.push(thread);
    this.assign();
  }

  /**
   * Runs a thread until it exits. A thread that cannot start rejects one document, so that the caller does not wait without end.
   */
  private async start(): Promise<void> {
    const thread = new ParsingThread(this.options);
    this.threads.add(thread);
    this.starting += 1;
    const failure = await thread.ready.catch((error: Error) => error);
    this.starting -= 1;
    const [first] = this.queue;
    if (failure === undefined) this.onFree(thread);
    else first?.reject(failure);
    await thread.ended;
    this.threads.delete(thread);
    if (this.free.includes(thread)) this.free.splice(this.free.indexOf(thread), 1);
    this.assign();
  }
}
