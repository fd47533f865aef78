import { setMaxListeners } from 'node:events';
import type { Duplex } from 'node:stream';
import { EgressError } from './egress-error';

export interface ProxyRules {
  /** Whether a host (lower case, without a port) is allowed. The rules for addresses (`address-policy.ts`) apply in addition. */
  readonly allowsHost: (host: string) => boolean;
  /** Limit of bytes in both directions together; beyond it every connection of the session is closed. */
  readonly maxBytes: number;
}

export interface ProxyTraffic {
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly connections: number;
  /** The byte limit was exceeded and all connections are closed. */
  readonly exhausted: boolean;
}

/** A credential for the proxy, for one page visit. */
export interface ProxySession {
  readonly username: string;
  readonly password: string;
  readonly traffic: ProxyTraffic;
  /** Aborted with an `EgressError` when the session ends: `too_large` if it exceeded its byte limit, `aborted` if it was closed. */
  readonly signal: AbortSignal;
  /** The reason why this host was refused; null if it was not. */
  refusalOf(host: string): string | null;
  /** Closes every connection and revokes the credential. */
  close(): void;
}

const MAX_OPEN_SOCKETS = 512;
const MAX_RECORDED_REFUSALS = 100;
const IDLE_TIMEOUT_MS = 30_000;

/** A session with the sockets and counters that the proxy needs. */
export class OpenProxySession implements ProxySession {
  private readonly sockets = new Set<Duplex>();
  private readonly refusals = new Map<string, string>();
  private readonly controller = new AbortController();
  private readonly counters = { bytesIn: 0, bytesOut: 0, connections: 0, exhausted: false };

  constructor(
    readonly username: string,
    readonly password: string,
    readonly rules: ProxyRules,
    private readonly onClose: () => void,
  ) {
    // Each connection that is being opened has a listener.
    setMaxListeners(MAX_OPEN_SOCKETS, this.controller.signal);
  }

  get traffic(): ProxyTraffic {
    return { ...this.counters };
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  refusalOf(host: string): string | null {
    return this.refusals.get(host) ?? null;
  }

  recordRefusal(host: string, reason: string): void {
    if (this.refusals.size < MAX_RECORDED_REFUSALS) this.refusals.set(host, reason);
  }

  /** Tracks a socket, which is closed with the session. Throws if the session is closed or has too many sockets. */
  track(socket: Duplex): void {
    if (this.sockets.has(socket)) return;
    if (this.controller.signal.aborted || this.sockets.size >= MAX_OPEN_SOCKETS) {
      socket.destroy();
      throw new EgressError('aborted', 'The visit is over');
    }
    this.sockets.add(socket);
    this.counters.connections += 1;
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket));
    if ('setTimeout' in socket && typeof socket.setTimeout === 'function') {
      socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
    }
  }

  /** Connects both ends of a tunnel; when one closes, the other closes. */
  join(client: Duplex, upstream: Duplex): void {
    upstream.on('data', (chunk: Buffer) => this.countIn(chunk.length));
    client.on('data', (chunk: Buffer) => this.countOut(chunk.length));
    upstream.pipe(client);
    client.pipe(upstream);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  }

  countIn(bytes: number): void {
    this.counters.bytesIn += bytes;
    this.endWhenExhausted();
  }

  countOut(bytes: number): void {
    this.counters.bytesOut += bytes;
    this.endWhenExhausted();
  }

  close(): void {
    this.end(new EgressError('aborted', 'The visit is over'));
  }

  private end(reason: EgressError): void {
    this.controller.abort(reason);
    this.onClose();
    for (const socket of [...this.sockets]) socket.destroy();
  }

  private endWhenExhausted(): void {
    const { bytesIn, bytesOut, exhausted } = this.counters;
    if (exhausted || bytesIn + bytesOut <= this.rules.maxBytes) return;
    this.counters.exhausted = true;
    this.end(new EgressError('too_large', `More than ${this.rules.maxBytes} bytes were loaded`));
  }
}
