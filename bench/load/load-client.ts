/** The parent's end of the load generator. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { CleanUp } from '../clean-up';
import { spawnNode } from '../spawn-node';
import type { LoadOrder, LoadResult } from './generator';

export class LoadClient {
  private constructor(private readonly child: ChildProcess) {}

  static start(cleanUp: CleanUp): LoadClient {
    const child = spawnNode(path.join(__dirname, 'generator.js'), { core: 'load', channel: true });
    cleanUp.add(() => child.disconnect());
    return new LoadClient(child);
  }

  async run(order: LoadOrder): Promise<LoadResult> {
    const settled = new AbortController();
    const { signal } = settled;
    const answered = once(this.child, 'message', { signal });
    const ended = once(this.child, 'exit', { signal }).then(([code]) => {
      throw new Error(`the load generator ended with ${String(code)}`);
    });
    try {
      this.child.send(order);
      const [result] = (await Promise.race([answered, ended])) as [LoadResult];
      return result;
    } finally {
      ended.catch(() => undefined);
      answered.catch(() => undefined);
      settled.abort();
    }
  }
}
