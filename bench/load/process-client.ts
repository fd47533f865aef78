/** The parent's side of a process that executes orders one after the other and responds to each with one message. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { CleanUp } from '../clean-up';
import { spawnNode } from '../spawn-node';
import type { ExportOrder, ExportResult } from './export-client';
import type { LoadJob, LoadResult } from './generator';

export class ProcessClient<Order, Result> {
  private constructor(private readonly child: ChildProcess) {}

  /** `program` is in this folder. It runs on the core for load if processes can be pinned. */
  private static start<Order, Result>(program: string, cleanUp: CleanUp): ProcessClient<Order, Result> {
    return ProcessClient.of(spawnNode(path.join(__dirname, program), { core: 'load', channel: true }), cleanUp);
  }

  /** Uses a process with a channel, which ends when it is disconnected. */
  static of<Order, Result>(child: ChildProcess, cleanUp: CleanUp): ProcessClient<Order, Result> {
    cleanUp.add(() => {
      if (child.connected) child.disconnect();
    });
    return new ProcessClient<Order, Result>(child);
  }

  get processId(): number {
    return this.child.pid ?? 0;
  }

  static load(cleanUp: CleanUp): LoadClient {
    return ProcessClient.start('generator.js', cleanUp);
  }

  static export(cleanUp: CleanUp): ExportClient {
    return ProcessClient.start('export-client.js', cleanUp);
  }

  /** Executes one order at a time. Throws if the process ends without a response. */
  async run(order: Order & object): Promise<Result> {
    const settled = new AbortController();
    const { signal } = settled;
    const answered = once(this.child, 'message', { signal });
    const ended = once(this.child, 'exit', { signal }).then(([code]) => {
      throw new Error(`a process of the bench ended with ${String(code)}`);
    });
    try {
      this.child.send(order);
      const [result] = (await Promise.race([answered, ended])) as [Result];
      return result;
    } finally {
      ended.catch(() => undefined);
      answered.catch(() => undefined);
      settled.abort();
    }
  }
}

export type LoadClient = ProcessClient<LoadJob, LoadResult>;
export type ExportClient = ProcessClient<ExportOrder, ExportResult>;
