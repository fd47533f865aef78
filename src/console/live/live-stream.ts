import type { Response } from 'express';
import type { Role } from '../identity';
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

/**
 * One stream. What is sent before it begins follows its headers: a response that is written to without them has no media type, and
 * a browser does not connect again. A client that reads too slowly gets no events until it has read what was sent, and then a `resync`.
 */
export class LiveStream {
  readonly openedAt = performance.now();
  private hasBegun = false;
  private isBehind = false;
  /** What was sent before the stream began. */
  private early: string[] = [];

  constructor(
    private readonly response: Response,
    readonly access: StreamAccess,
    readonly personId: number,
    public role: Role,
  ) {}

  /** Sends the headers, and the id from which a new connection continues. */
  begin(newestId: string): void {
    if (this.response.writableEnded) return;
    this.answer();
    this.response.flushHeaders();
    this.response.write(`retry: ${RETRY_MS}\n${textOf(newestId, { event: 'ping', data: {} })}`);
    this.early.splice(0).forEach((text) => this.send(text));
  }

  send(text: string): void {
    if (!this.hasBegun) return void this.early.push(text);
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
    if (this.hasBegun) this.send(textOf(null, { event: 'ping', data: {} }));
  }

  /** Ends the stream; one that has not begun ends with the headers of a stream, so that a browser connects again. */
  end(): void {
    if (!this.hasBegun && !this.response.headersSent) this.answer();
    this.response.end();
    // A client that reads nothing does not end the connection.
    if (this.isBehind) this.response.destroy();
  }

  private answer(): void {
    this.hasBegun = true;
    this.response.status(200).set(STREAM_HEADERS);
    this.response.socket?.setNoDelay(true);
  }
}
