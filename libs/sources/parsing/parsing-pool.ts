/**
 * Parses foreign documents in threads: as many at once as there are cores beside the one of the event loop, first come first
 * served. A visit waits for one document before it asks for the next, so none can fill the queue. Threads are started when they
 * are first needed. A document that takes too long or too much memory ends its thread and nothing else: the next one takes its
 * place as soon as the old one is really gone, so that there are never more threads than were asked for.
 */
import { availableParallelism } from 'node:os';
import { stopped } from '../answer-status';
import { unpack, type PackedData } from './packed-data';
import type { ForeignDocument, ParsedData, Parser, Unpacked } from './parser';
import { ParsingThread, type ThreadOptions } from './parsing-thread';
import type { Order } from './serve-parsers';

export interface ParsingPoolOptions extends ThreadOptions {
  /** Threads at most. */
  readonly threads?: number;
}

interface Waiting {
  readonly order: Order;
  readonly resolve: (packed: Promise<PackedData>) => void;
  readonly reject: (error: Error) => void;
}

export class ParsingPool {
  private readonly most: number;
  private readonly waiting = new Set<Waiting>();
  private readonly threads = new Set<ParsingThread>();
  private readonly free: ParsingThread[] = [];
  private starting = 0;
  private isClosed = false;

  constructor(private readonly options: ParsingPoolOptions) {
    this.most = options.threads ?? Math.max(1, availableParallelism() - 1);
  }

  /**
   * `Parse` for one visit. An aborted visit gets its error at once; a thread that is already at its document finishes it, or is
   * ended by the document's deadline.
   */
  async parse<Facts, Read extends ParsedData>(
    { name }: Parser<Facts, Read>,
    document: ForeignDocument,
    facts: Facts,
    signal: AbortSignal,
  ): Promise<Unpacked<Read>> {
    return unpack<Read>(await this.packed({ parser: name, document, facts }, signal));
  }

  /** Ends all threads, and what waits for them. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const one of this.waiting) one.reject(stopped());
    this.waiting.clear();
    await Promise.all([...this.threads].map((thread) => thread.end(stopped())));
  }

  private packed(order: Order, signal: AbortSignal): Promise<PackedData> {
    if (this.isClosed || signal.aborted) return Promise.reject(stopped(signal.reason));
    return new Promise((resolve, reject) => {
      const onAbort = (): void => one.reject(stopped(signal.reason));
      const leave = (): void => {
        this.waiting.delete(one);
        signal.removeEventListener('abort', onAbort);
      };
      const one: Waiting = {
        order,
        resolve: (packed) => void packed.then(resolve, reject).finally(leave),
        reject: (error) => (leave(), reject(error)),
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.add(one);
      this.serve();
    });
  }

  /** Hands what waits to free threads; starts more where those do not do. */
  private serve(): void {
    for (const one of this.waiting) {
      const thread = this.free.pop();
      if (thread === undefined) break;
      this.waiting.delete(one);
      const packed = thread.run(one.order);
      const isDone = (): void => this.isFree(thread);
      packed.then(isDone, isDone);
      one.resolve(packed);
    }
    while (this.starting < this.waiting.size && this.threads.size < this.most && !this.isClosed) void this.start();
  }

  private isFree(thread: ParsingThread): void {
    if (!thread.isUp) return;
    this.free.push(thread);
    this.serve();
  }

  /** A thread's whole life. One that cannot even start costs a document, so that not all wait for ever where none can. */
  private async start(): Promise<void> {
    const thread = new ParsingThread(this.options);
    this.threads.add(thread);
    this.starting += 1;
    const failure = await thread.ready.catch((error: Error) => error);
    this.starting -= 1;
    const [first] = this.waiting;
    if (failure === undefined) this.isFree(thread);
    else first?.reject(failure);
    await thread.ended;
    this.threads.delete(thread);
    if (this.free.includes(thread)) this.free.splice(this.free.indexOf(thread), 1);
    this.serve();
  }
}
