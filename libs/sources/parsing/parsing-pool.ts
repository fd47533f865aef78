/**
 * Parses foreign documents in threads, first in, first out. The default number of threads is the number of cores less one for
 * the event loop; they are started on demand. A visit parses one document at a time, so no visit can fill the queue. A document
 * that exceeds the time or memory limit ends its thread and nothing else. A new thread is started only after the old one has
 * exited, so there are never more threads than configured.
 */
import { availableParallelism } from 'node:os';
import { visitStopped } from '../response-status';
import { unpack, type PackedData } from './packed-data';
import type { ForeignDocument, ParsedData, Parser, Unpacked } from './parser';
import { ParsingThread, type ThreadOptions } from './parsing-thread';
import type { ParseRequest } from './serve-parsers';

export interface ParsingPoolOptions extends ThreadOptions {
  /** Maximum number of threads. */
  readonly threads?: number;
}

interface Waiting {
  readonly order: ParseRequest;
  readonly resolve: (packed: Promise<PackedData>) => void;
  readonly reject: (error: Error) => void;
}

export class ParsingPool {
  private readonly maxThreads: number;
  private readonly waiting = new Set<Waiting>();
  private readonly threads = new Set<ParsingThread>();
  private readonly free: ParsingThread[] = [];
  private starting = 0;
  private isClosed = false;

  constructor(private readonly options: ParsingPoolOptions) {
    this.maxThreads = options.threads ?? Math.max(1, availableParallelism() - 1);
  }

  /** `Parse` for one visit. Rejects at once when `signal` is aborted; the thread finishes the document or is ended at its deadline. */
  async parse<Facts, Read extends ParsedData>(
    { name }: Parser<Facts, Read>,
    document: ForeignDocument,
    facts: Facts,
    signal: AbortSignal,
  ): Promise<Unpacked<Read>> {
    return unpack<Read>(await this.packed({ parser: name, document, facts }, signal));
  }

  /** Ends all threads and rejects all documents. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const entry of this.waiting) entry.reject(visitStopped());
    this.waiting.clear();
    await Promise.all([...this.threads].map((thread) => thread.end(visitStopped())));
  }

  private packed(order: ParseRequest, signal: AbortSignal): Promise<PackedData> {
    if (this.isClosed || signal.aborted) return Promise.reject(visitStopped(signal.reason));
    return new Promise((resolve, reject) => {
      const onAbort = (): void => entry.reject(visitStopped(signal.reason));
      const leave = (): void => {
        this.waiting.delete(entry);
        signal.removeEventListener('abort', onAbort);
      };
      const entry: Waiting = {
        order,
        resolve: (packed) => void packed.then(resolve, reject).finally(leave),
        reject: (error) => (leave(), reject(error)),
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.add(entry);
      this.serve();
    });
  }

  /** Assigns waiting documents to free threads; starts more threads if needed. */
  private serve(): void {
    for (const entry of this.waiting) {
      const thread = this.free.pop();
      if (thread === undefined) break;
      this.waiting.delete(entry);
      const packed = thread.run(entry.order);
      const isDone = (): void => this.onFree(thread);
      packed.then(isDone, isDone);
      entry.resolve(packed);
    }
    while (this.starting < this.waiting.size && this.threads.size < this.maxThreads && !this.isClosed)
      void this.start();
  }

  private onFree(thread: ParsingThread): void {
    if (!thread.isUp) return;
    this.free.push(thread);
    this.serve();
  }

  /** Runs a thread until it exits. A thread that cannot start rejects one document, so that documents do not wait forever. */
  private async start(): Promise<void> {
    const thread = new ParsingThread(this.options);
    this.threads.add(thread);
    this.starting += 1;
    const failure = await thread.ready.catch((error: Error) => error);
    this.starting -= 1;
    const [first] = this.waiting;
    if (failure === undefined) this.onFree(thread);
    else first?.reject(failure);
    await thread.ended;
    this.threads.delete(thread);
    if (this.free.includes(thread)) this.free.splice(this.free.indexOf(thread), 1);
    this.serve();
  }
}
