/**
 * A proxy between a process and a server that simulates a faulty network: latency, low bandwidth, reset connections, and
 * connections that stay open and transfer nothing.
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Applied to every chunk from now on. */
export interface Toxics {
  readonly latencyMs: number;
  readonly jitterMs: number;
  /** 0 means no limit. */
  readonly bytesPerSecond: number;
  /** The connection is reset after this many bytes towards the client; 0 means no limit. */
  readonly limitBytes: number;
}

const NONE: Toxics = { latencyMs: 0, jitterMs: 0, bytesPerSecond: 0, limitBytes: 0 };

/** Receives the server's bytes before the client. `hold` discards them and freezes the connection. */
export type Watcher = (chunk: Buffer) => 'pass' | 'hold';

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  isFrozen: boolean;
  sent: number;
}

export class TcpProxy {
  toxics: Toxics = NONE;
  watcher: Watcher = () => 'pass';
  /** Whether new connections are accepted and frozen. */
  freezesNew = false;
  private readonly pairs = new Set<Pair>();

  private constructor(
    private readonly server: Server,
    private readonly targetPort: () => number,
    private readonly random: () => number,
  ) {
    server.on('connection', (client) => this.join(client));
  }

  /**
   * `targetPort` is called for every connection, because the port of the target may change. `random` (0 <= n < 1) determines the
   * jitter.
   */
  static async begin(targetPort: () => number, random: () => number = Math.random): Promise<TcpProxy> {
    const server = createServer({ noDelay: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, targetPort, random);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.pairs.size;
  }

  /** The client ports of the proxy's connections to the server. */
  get portsAtServer(): readonly number[] {
    return [...this.pairs].flatMap(({ upstream }) => upstream.localPort ?? []);
  }

  /** Removes all toxics; frozen connections stay frozen. */
  heal(): void {
    this.toxics = NONE;
    this.watcher = () => 'pass';
    this.freezesNew = false;
  }

  poison(toxics: Partial<Toxics>): void {
    this.toxics = { ...NONE, ...toxics };
  }

  /** Freezes the current connections: they stay open and forward nothing in either direction. */
  freezeExisting(): void {
    for (const pair of this.pairs) pair.isFrozen = true;
  }

  /** Resets the current connections. */
  cut(): void {
    for (const { client, upstream } of this.pairs) {
      client.resetAndDestroy();
      upstream.resetAndDestroy();
    }
  }

  async end(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.cut();
    await closed;
  }

  private join(client: Socket): void {
    const upstream = connect({ port: this.targetPort(), host: '127.0.0.1', noDelay: true });
    const pair: Pair = { client, upstream, isFrozen: this.freezesNew, sent: 0 };
    this.pairs.add(pair);
    this.forward(pair, client, upstream, () => 'pass');
    this.forward(pair, upstream, client, (chunk) => this.watchServer(pair, chunk));
    const forget = (): void => {
      if (client.destroyed && upstream.destroyed) this.pairs.delete(pair);
    };
    client.once('close', forget);
    upstream.once('close', forget);
  }

  private watchServer(pair: Pair, chunk: Buffer): 'pass' | 'hold' {
    pair.sent += chunk.length;
    const { limitBytes } = this.toxics;
    if (limitBytes > 0 && pair.sent > limitBytes) {
      pair.client.resetAndDestroy();
      pair.upstream.resetAndDestroy();
      return 'hold';
    }
    return this.watcher(chunk);
  }

  /** Forwards chunks in order, each after its delay. */
  private forward(pair: Pair, from: Socket, to: Socket, watch: Watcher): void {
    let last: Promise<void> = Promise.resolve();
    let leavesAt = 0;
    const deliver = async (chunk: Buffer | null, at: number): Promise<void> => {
      await pause(Math.max(0, at - performance.now()));
      if (pair.isFrozen || to.destroyed) return;
      if (chunk === null) to.end();
      else to.write(chunk);
    };
    let queued = 0;
    const queue = (chunk: Buffer | null): void => {
      const isHealthy = queued === 0 && this.toxics.latencyMs === 0 && this.toxics.bytesPerSecond === 0;
      if (isHealthy && chunk !== null && !to.destroyed) {
        to.write(chunk);
        return;
      }
      queued += 1;
      leavesAt = Math.max(leavesAt, performance.now() + this.delay()) + this.transferMs(chunk?.length ?? 0);
      const at = leavesAt;
      last = last.then(() => deliver(chunk, at)).finally(() => (queued -= 1));
    };
    from.on('data', (chunk: Buffer) => {
      if (!pair.isFrozen && watch(chunk) === 'pass') queue(chunk);
      else if (!pair.isFrozen) pair.isFrozen = true;
    });
    from.on('end', () => queue(null));
    from.on('error', () => (pair.isFrozen ? undefined : to.destroy()));
    from.on('close', () => (pair.isFrozen && from === pair.upstream ? undefined : queue(null)));
  }

  private delay(): number {
    const { latencyMs, jitterMs } = this.toxics;
    return Math.max(0, latencyMs + (this.random() * 2 - 1) * jitterMs);
  }

  private transferMs(bytes: number): number {
    const { bytesPerSecond } = this.toxics;
    return bytesPerSecond === 0 ? 0 : (bytes / bytesPerSecond) * 1_000;
  }
}
