/**
 * Connections that are kept for a short while between two requests to the same origin, for callers who ask for it
 * (webhook deliveries: a run's events leave within moments of each other).
 *
 * A kept connection cannot be rebound: it was opened by `dial`, so it leads to an address that was vetted when it was
 * made, and a TCP connection cannot change where it leads. What could change is the name, or the rules; so one lives for
 * 30 s at most, is closed after 4 s without work, and is never opened a second time: whoever finds it closed dials anew,
 * which vets anew.
 *
 * A request that fails on one is not sent again here: its server may have read it, and when it is tried again is for the
 * caller's ladder to say. So that a server's idle time costs no attempt, whoever takes one first hears what has arrived.
 */
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from 'undici';

/** One connection: a client that connects once, and its socket as soon as it did. */
export interface Line {
  readonly client: Client;
  socket: Socket | undefined;
  /** By the process's monotonic clock. */
  readonly endsAt: number;
}

export const LINE_IDLE_MS = 4_000;
export const LINE_LIFE_MS = 30_000;
const KEPT_PER_ORIGIN = 64;
const KEPT_IN_ALL = 512;

export class KeptConnections {
  private readonly idle = new Map<string, Line[]>();
  private kept = 0;
  private closed = false;

  get size(): number {
    return this.kept;
  }

  /**
   * A connection to the origin that was not in use, the one used last; it is the caller's until given back. Two turns of
   * the event loop pass, so that a close which has reached this machine is known.
   */
  async take(origin: string): Promise<Line | undefined> {
    for (let line = this.pop(origin); line !== undefined; line = this.pop(origin)) {
      await nextTurn();
      await nextTurn();
      if (isAlive(line)) return line;
      cut(line);
    }
    return undefined;
  }

  /** Keeps the connection, or closes it where it is broken, too old, or too many are kept. */
  give(origin: string, line: Line): void {
    const lines = this.idle.get(origin) ?? [];
    if (this.closed || !isAlive(line) || lines.length >= KEPT_PER_ORIGIN || this.kept >= KEPT_IN_ALL) return cut(line);
    lines.push(line);
    this.idle.set(origin, lines);
    this.kept += 1;
    line.client.once('disconnect', () => this.forget(origin, line));
  }

  /** Closes what is kept; nothing is kept from now on. */
  close(): void {
    this.closed = true;
    for (const origin of [...this.idle.keys()]) {
      for (let line = this.pop(origin); line !== undefined; line = this.pop(origin)) cut(line);
    }
  }

  private pop(origin: string): Line | undefined {
    const lines = this.idle.get(origin);
    const line = lines?.pop();
    if (lines?.length === 0) this.idle.delete(origin);
    if (line === undefined) return undefined;
    this.kept -= 1;
    line.client.removeAllListeners('disconnect');
    return line;
  }

  private forget(origin: string, line: Line): void {
    const lines = this.idle.get(origin);
    const place = lines?.indexOf(line) ?? -1;
    if (lines === undefined || place < 0) return;
    lines.splice(place, 1);
    this.kept -= 1;
    if (lines.length === 0) this.idle.delete(origin);
    cut(line);
  }
}

/** Ends a connection, whatever it is doing. */
export function cut(line: Line): void {
  void line.client.destroy().catch(() => undefined);
  line.socket?.destroy();
}

function isAlive({ socket, client, endsAt }: Line): boolean {
  return socket !== undefined && !socket.destroyed && !client.destroyed && performance.now() < endsAt;
}
