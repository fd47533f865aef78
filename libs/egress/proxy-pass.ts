import type { Duplex } from 'node:stream';
import { EgressError } from './egress-error';

export interface ProxyRules {
  /** Whether a host (lower case, without a port) may be asked at all. The address rule binds besides, whatever this says. */
  readonly allowsHost: (host: string) => boolean;
  /** Bytes in both directions together; past it every connection of the pass is cut. */
  readonly maxBytes: number;
}

export interface ProxyTraffic {
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly connections: number;
  /** The byte limit was passed and everything cut. */
  readonly exhausted: boolean;
}

/** The right to use the proxy, for one visit. */
export interface ProxyPass {
  readonly username: string;
  readonly password: string;
  readonly traffic: ProxyTraffic;
  /** Aborted with an `EgressError` when the pass ends: `too_large` where its bytes were used up, `aborted` where it was closed. */
  readonly signal: AbortSignal;
  /** Why this host was refused, or null where it never was. */
  refusalOf(host: string): string | null;
  /** Cuts every connection; the credential is void. */
  close(): void;
}

const MAX_OPEN_SOCKETS = 512;
const MAX_NOTED_REFUSALS = 100;
const IDLE_TIMEOUT_MS = 30_000;

/** The proxy's side of a pass: holds its sockets, counts its bytes. */
export class OpenPass implements ProxyPass {
  private readonly sockets = new Set<Duplex>();
  private readonly refusals = new Map<string, string>();
  private readonly stopped = new AbortController();
  private readonly counted = { bytesIn: 0, bytesOut: 0, connections: 0, exhausted: false };

  constructor(
    readonly username: string,
    readonly password: string,
    readonly rules: ProxyRules,
    private readonly onClose: () => void,
  ) {}

  get traffic(): ProxyTraffic {
    return { ...this.counted };
  }

  get signal(): AbortSignal {
    return this.stopped.signal;
  }

  refusalOf(host: string): string | null {
    return this.refusals.get(host) ?? null;
  }

  noteRefusal(host: string, reason: string): void {
    if (this.refusals.size < MAX_NOTED_REFUSALS) this.refusals.set(host, reason);
  }

  /** Ties a socket to the life of the pass. Throws where the pass is closed or holds too many. */
  hold(socket: Duplex): void {
    if (this.sockets.has(socket)) return;
    if (this.stopped.signal.aborted || this.sockets.size >= MAX_OPEN_SOCKETS) {
      socket.destroy();
      throw new EgressError('aborted', 'The visit is over');
    }
    this.sockets.add(socket);
    this.counted.connections += 1;
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket));
    if ('setTimeout' in socket && typeof socket.setTimeout === 'function') {
      socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
    }
  }

  /** Joins both ends of a tunnel; the end of one is the end of the other. */
  join(client: Duplex, upstream: Duplex): void {
    upstream.on('data', (chunk: Buffer) => this.countIn(chunk.length));
    client.on('data', (chunk: Buffer) => this.countOut(chunk.length));
    upstream.pipe(client);
    client.pipe(upstream);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  }

  countIn(bytes: number): void {
    this.counted.bytesIn += bytes;
    this.cutWhenExhausted();
  }

  countOut(bytes: number): void {
    this.counted.bytesOut += bytes;
    this.cutWhenExhausted();
  }

  close(): void {
    this.end(new EgressError('aborted', 'The visit is over'));
  }

  private end(reason: EgressError): void {
    this.stopped.abort(reason);
    this.onClose();
    for (const socket of [...this.sockets]) socket.destroy();
  }

  private cutWhenExhausted(): void {
    const { bytesIn, bytesOut, exhausted } = this.counted;
    if (exhausted || bytesIn + bytesOut <= this.rules.maxBytes) return;
    this.counted.exhausted = true;
    this.end(new EgressError('too_large', `More than ${this.rules.maxBytes} bytes were loaded`));
  }
}
