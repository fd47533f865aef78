import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface InsistentOptions {
  readonly origin: string;
  readonly key: string;
  readonly method?: string;
  readonly path: string;
  readonly bodyBytes?: number;
  readonly connections: number;
  /** Requests that each connection sends before it reads an answer. */
  readonly sentAhead?: number;
  /** Whether a connection is used for more than one request. */
  readonly isReused?: boolean;
}

/** Clients in a separate process that repeat a request without a pause, whatever its answer is. */
export class InsistentClients {
  private constructor(private readonly child: ChildProcess) {}

  static async begin({ origin, ...options }: InsistentOptions): Promise<InsistentClients> {
    const defaults = { method: 'GET', bodyBytes: 0, sentAhead: 1, isReused: true };
    const argument = JSON.stringify({ ...defaults, ...options, port: Number(new URL(origin).port) });
    const child = fork(join(__dirname, 'insistent-process.cjs'), [argument]);
    await once(child, 'message');
    return new InsistentClients(child);
  }

  /** Stops the clients. Returns the number of answers by status. */
  async end(): Promise<Readonly<Record<string, number>>> {
    const message = once(this.child, 'message');
    this.child.send('stop');
    const [answers] = await message;
    return answers as Record<string, number>;
  }
}
