import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { RefusalPace } from '../domain/refusal-pace';

/** Who is refused: a key by its id, a session by its negative id, the clients of a network without a valid key by its address. */
export type RefusedCaller = number | string;

/** Answers of one caller, and of all, that are held at once. Each occupies a connection, of which a process has a few thousand. */
const MAX_HELD = { ofCaller: 1_000, ofAll: 2_500 };
/** Refused requests that one connection may have sent ahead of their answers. */
const MAX_SENT_AHEAD = 8;

/**
 * Holds the answers of a caller that continues to send after 429 (contract §5.4), each a little longer than the one before it. A client
 * that waits for its answers sends its next request that much later, so that its refusals leave the process to others. Requests that are
 * admitted are never held, and the answers of a caller are held by its own refusals alone: keys that share an address or a proxy's
 * connection do not affect each other.
 */
@Injectable()
export class HeldAnswers implements BeforeApplicationShutdown {
  private readonly pace = new RefusalPace<RefusedCaller>();
  private readonly heldOf = new Map<RefusedCaller, number>();
  private readonly releases = new Set<() => void>();
  private readonly sentAhead = new WeakMap<Socket, number>();
  private isStopping = false;

  /**
   * Calls `answer` once: at once, or later, or when the connection closes. A connection that sends many refused requests ahead of their
   * answers is closed. If too many answers are held, the connection ends with this one.
   */
  hold(caller: RefusedCaller, response: ServerResponse, answer: () => void): void {
    // A response that waits for an earlier one of its connection has no socket yet.
    const { req: request } = response;
    const { socket } = request;
    const delayMs = this.pace.delayMs(caller, performance.now());
    if (delayMs === 0 || socket.destroyed || this.isStopping) return answer();
    const ahead = this.sentAhead.get(socket) ?? 0;
    if (ahead >= MAX_SENT_AHEAD) {
      socket.destroy();
      return answer();
    }
    if (this.releases.size >= MAX_HELD.ofAll || (this.heldOf.get(caller) ?? 0) >= MAX_HELD.ofCaller) {
      response.shouldKeepAlive = false;
      return answer();
    }
    this.sentAhead.set(socket, ahead + 1);
    this.heldOf.set(caller, (this.heldOf.get(caller) ?? 0) + 1);
    const release = (): void => {
      if (!this.releases.delete(release)) return;
      clearTimeout(timer);
      request.off('close', release);
      this.sentAhead.set(socket, (this.sentAhead.get(socket) ?? 1) - 1);
      this.countReleased(caller);
      answer();
    };
    const timer = setTimeout(release, delayMs).unref();
    this.releases.add(release);
    request.once('close', release);
  }

  /** Resolves when the answer may be sent; see `hold`. */
  held(caller: RefusedCaller, response: ServerResponse): Promise<void> {
    return new Promise((resolve) => this.hold(caller, response, resolve));
  }

  /** Sends the held answers, so that their connections can end. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const release of [...this.releases]) release();
  }

  private countReleased(caller: RefusedCaller): void {
    const left = (this.heldOf.get(caller) ?? 1) - 1;
    if (left > 0) this.heldOf.set(caller, left);
    else this.heldOf.delete(caller);
  }
}
