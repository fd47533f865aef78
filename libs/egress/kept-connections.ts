/**
 * Keeps connections for a short time between requests to the same origin, for callers that set `keepAlive`: webhook deliveries,
 * because the events of a run are sent in quick succession, and the GETs of visits, because a visit reads several pages.
 *
 * DNS rebinding does not affect a kept connection: `dial` opened it to a checked address, and a TCP connection cannot change its
 * peer. Because the name or the rules may change, a connection is used for at most 30 s, is closed after 4 s idle, and never
 * reconnects: if it is closed, the caller dials again, which repeats the checks.
 *
 * Requests of different accounts share connections. HTTP/1.1 has no state of a connection: cookies and authorization are headers of each
 * request. A connection is kept only after a complete response, and undici closes it if bytes arrive that no request has
 * asked for, so a response cannot precede its request. TLS without client certificates identifies no account. Requests with
 * authorization that applies to the connection (NTLM, Negotiate) do not use kept connections.
 *
 * A request that fails on a kept connection is not retried here: the server may have read it, and the caller
 * decides whether and when to try again. `acquire` first processes pending close events, so that an idle timeout of the server does
 * not cost an attempt.
 */
import type { Socket } from 'node:net';
import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import type { Client } from 'undici';

/** A client that connects once, and its socket after it has connected. */
export interface Connection {
  readonly client: Client;
  socket: Socket | undefined;
  /** When the certificate of the server ends; null without TLS. */
  certificateEndsAt: Date | null;
  /** When the connection is too old to be reused, by the process's monotonic clock. */
  readonly endsAt: number;
}

export const CONNECTION_IDLE_MS = 4_000;
export const CONNECTION_MAX_AGE_MS = 30_000;
const MAX_PER_ORIGIN = 64;
const MAX_TOTAL = 512;

export class KeptConnections {
  private readonly idle = new Map<string, Connection[]>();
  private idleCount = 0;
  private isClosed = false;

  get size(): number {
    return this.idleCount;
  }

  /**
   * Returns the most recently used idle connection to the origin; the caller owns it until `release`. Waits two turns of the
   * event loop, so that a close that has arrived is processed.
   */
  async acquire(origin: string): Promise<Connection | undefined> {
    for (let connection = this.pop(origin); connection !== undefined; connection = this.pop(origin)) {
      await nextLoopTurn();
      await nextLoopTurn();
      if (isAlive(connection)) return connection;
      closeConnection(connection);
    }
    return undefined;
  }

  /** Keeps the connection, or closes it if it is broken, too old, or over the limits. */
  release(origin: string, connection: Connection): void {
    const connections = this.idle.get(origin) ?? [];
    if (this.isClosed || !isAlive(connection) || connections.length >= MAX_PER_ORIGIN || this.idleCount >= MAX_TOTAL)
      return closeConnection(connection);
    connections.push(connection);
    this.idle.set(origin, connections);
    this.idleCount += 1;
    connection.client.once('disconnect', () => this.remove(origin, connection));
  }

  /** Closes all kept connections and keeps none from now on. */
  close(): void {
    this.isClosed = true;
    for (const origin of [...this.idle.keys()]) {
      for (let connection = this.pop(origin); connection !== undefined; connection = this.pop(origin))
        closeConnection(connection);
    }
  }

  private pop(origin: string): Connection | undefined {
    const connections = this.idle.get(origin);
    const connection = connections?.pop();
    if (connections?.length === 0) this.idle.delete(origin);
    if (connection === undefined) return undefined;
    this.idleCount -= 1;
    connection.client.removeAllListeners('disconnect');
    return connection;
  }

  private remove(origin: string, connection: Connection): void {
    const connections = this.idle.get(origin);
    const index = connections?.indexOf(connection) ?? -1;
    if (connections === undefined || index < 0) return;
    connections.splice(index, 1);
    this.idleCount -= 1;
    if (connections.length === 0) this.idle.delete(origin);
    closeConnection(connection);
  }
}

/** Closes a connection at once. */
export function closeConnection(connection: Connection): void {
  void connection.client.destroy().catch(() => undefined);
  connection.socket?.destroy();
}

function isAlive({ socket, client, endsAt }: Connection): boolean {
  return socket !== undefined && !socket.destroyed && !client.destroyed && performance.now() < endsAt;
}
