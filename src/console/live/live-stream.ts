import type { Response } from 'express';
import type { Role } from '../domain/roles';
import { textOf } from './domain/event-log';
import { LIVE_KINDS } from './domain/live-event';
import type { StreamAccess } from './persistence/live.store';

const RETRY_MS = 2_000;

/** The headers of a stream, in a form that proxies pass on. */
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
} as const;

/** One open stream. A client that reads too slowly gets no events until it has read what was sent, and then a `resync`. */
export class LiveStream {
  readonly openedAt = performance.now();
  private isBehind = false;

  constructor(
    private readonly response: Response,
    readonly access: StreamAccess,
    readonly personId: number,
    public role: Role,
  ) {}

  /** Sends the headers, and the id from which a new connection continues. */
  begin(newestId: string): void {
    this.response.status(200).set(STREAM_HEADERS);
    this.response.socket?.setNoDelay(true);
    this.response.flushHeaders();
    this.response.write(`retry: ${RETRY_MS}\n${textOf(newestId, { event: 'ping', data: {} })}`);
  }

  send(text: string): void {
    if (this.isBehind || this.response.writableEnded) return;
    if (this.response.write(text)) return;
    this.isBehind = true;
    this.response.once('drain', () => {
      this.isBehind = false;
      this.resync();
    });
  }

  /** Says that everything must be read again. */
  resync(): void {
    this.send(textOf(null, { event: 'resync', data: { kinds: LIVE_KINDS } }));
  }

  ping(): void {
    this.send(textOf(null, { event: 'ping', data: {} }));
  }

  end(): void {
    this.response.end();
    // A client that reads nothing does not end the connection.
    if (this.isBehind) this.response.destroy();
  }
}
