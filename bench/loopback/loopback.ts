/** The loopback platform as seen by the bench: its process, its origin and its counts. */
import { once } from 'node:events';
import path from 'node:path';
import type { CleanUp } from '../clean-up';
import { ProcessClient } from '../load/process-client';
import { spawnNode } from '../spawn-node';
import { LISTED, listPath, RENDERED, type ListForm } from './addresses';
import type { LoopbackCounts, LoopbackOrder } from './server';

export class Loopback {
  private constructor(
    readonly origin: string,
    private readonly process: ProcessClient<LoopbackOrder, LoopbackCounts>,
  ) {}

  static async start(cleanUp: CleanUp): Promise<Loopback> {
    const child = spawnNode(path.join(__dirname, 'server.js'), { core: 'any', channel: true });
    const client = ProcessClient.of<LoopbackOrder, LoopbackCounts>(child, cleanUp);
    const [{ origin }] = (await once(child, 'message')) as [{ origin: string }];
    return new Loopback(origin, client);
  }

  /** Returns the counts since the previous call, and sets how long the platform waits before a response. */
  counts(delayMs = 0): Promise<LoopbackCounts> {
    return this.process.run({ delayMs });
  }

  /** The address of a list for the product. */
  listAddress(key: string, form: ListForm): string {
    return `https://${LISTED.host}${listPath('lists', key, form)}`;
  }

  /** The address of rendered pages for a browser; the product reaches them at the same address. */
  renderedAddress(key: string, form: ListForm): string {
    return `http://${RENDERED.host}:${new URL(this.origin).port}${listPath('rendered', key, form)}`;
  }

  /** The address of a list for other programs. */
  directAddress(key: string, form: ListForm): string {
    return `${this.origin}${listPath('lists', key, form)}`;
  }
}
