import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { RefusalPace } from '../domain/refusal-pace';

/** Refusals of one caller, and of all, that are delayed at once. Each occupies a connection, of which a process has a few thousand. */
const MAX_DELAYED = { ofCaller: 1_000, ofAll: 2_500 };
/** Refused requests that one connection may have sent ahead of their responses. */
const MAX_SENT_AHEAD = 8;

/**
 * Delays the refusals of a caller that continues to send after 429 (contract §5.4), each a little longer than the one before it. A client
 * that waits for its responses sends its next request that much later, so that its refusals leave the process to others. Requests that are
 * admitted are never delayed, and the refusals of a caller are delayed by its own refusals alone: keys that share an address or a proxy's
 * connection do not affect each other.
 */
@Injectable()
export class RefusalDelays implements BeforeApplicationShutdown {
  private readonly pace = new RefusalPace();
  private readonly delayedOf = new Map<string, number>();
  /** Each ends a running delay. */
  private readonly ends = new Set<() => void>();
  private readonly sentAhead = new Map<Socket, number>();
  private isStopping = false;

  /**
   * Counts a refusal of a caller, and resolves when it may be sent: at once, later, or when the connection closes. A connection that sends
   * many refused requests ahead of their responses is closed. If too many refusals are delayed, the connection ends with this one.
   */
  async delay(caller: string, response: ServerResponse): Promise<void> {
    // A response that waits for an earlier one of its connection has no socket yet.
    const { req: request } = response;
    const { socket } = request;
    const delayMs = this.pace.delayMs(caller, performance.now());
    if (delayMs === 0 || socket.destroyed || this.isStopping || !this.mayWait(caller, response)) return;
    add(this.sentAhead, socket, 1);
    add(this.delayedOf, caller, 1);
    await this.pause(delayMs, request);
    add(this.sentAhead, socket, -1);
    add(this.delayedOf, caller, -1);
  }

  /** Ends the delays, so that the connections can end. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const end of [...this.ends]) end();
  }

  private mayWait(caller: string, response: ServerResponse): boolean {
    const { socket } = response.req;
    if ((this.sentAhead.get(socket) ?? 0) >= MAX_SENT_AHEAD) {
      socket.destroy();
      return false;
    }
    if (this.ends.size < MAX_DELAYED.ofAll && (this.delayedOf.get(caller) ?? 0) < MAX_DELAYED.ofCaller) return true;
    response.shouldKeepAlive = false;
    return false;
  }

  private pause(delayMs: number, request: IncomingMessage): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        request.off('close', end);
        this.ends.delete(end);
        resolve();
      };
      const timer = setTimeout(end, delayMs).unref();
      this.ends.add(end);
      request.once('close', end);
    });
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
