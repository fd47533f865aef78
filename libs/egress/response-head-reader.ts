import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface Head {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** Maximum number of informational responses (1xx) before the final one. */
export const MAX_INFORMATIONAL = 10;

/**
 * Reads the head of a response, and the first bytes of its body if they are wanted. Skips the rest of the body as it arrives, so that the
 * connection can be reused. Passed to a client's `dispatch`; cheaper than a body stream that is discarded.
 */
export class ResponseHeadReader implements Dispatcher.DispatchHandler {
  /** Rejects if the exchange fails before the head is complete. */
  readonly head: Promise<Head>;
  private resolveHead!: (head: Head) => void;
  private rejectHead!: (error: Error) => void;
  private readonly onEnd: ((isComplete: boolean) => void)[] = [];
  private controller: Dispatcher.DispatchController | null = null;
  private reason: Error | null = null;
  private informationalCount = 0;
  private skippedBytes = 0;
  private readonly previewChunks: Buffer[] = [];
  private complete: boolean | null = null;

  /**
   * A body of more than `maxSkipped` bytes aborts the exchange. `tooManyInformational` creates the error for more than
   * `MAX_INFORMATIONAL` informational responses. The first `previewBytes` bytes of the body are kept.
   */
  constructor(
    private readonly maxSkipped: number,
    private readonly tooManyInformational: () => Error,
    private readonly previewBytes = 0,
  ) {
    this.head = new Promise((resolve, reject) => {
      this.resolveHead = resolve;
      this.rejectHead = reject;
    });
  }

  /** Whether the response ended normally; null until it ends. A small response has ended when `head` resolves. */
  get isComplete(): boolean | null {
    return this.complete;
  }

  /** Resolves to `isComplete` at the end of the response; never rejects. */
  ended(): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.complete === null) this.onEnd.push(resolve);
      else resolve(this.complete);
    });
  }

  /** The first `previewBytes` bytes of the body, as far as they have arrived. */
  get preview(): Buffer {
    return Buffer.concat(this.previewChunks);
  }

  /** Aborts the exchange and closes its connection; does nothing after the end of the response. */
  abort(reason: Error): void {
    this.reason ??= reason;
    if (this.complete === null) this.controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.reason !== null) controller.abort(this.reason);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) return this.resolveHead({ status, headers });
    this.informationalCount += 1;
    if (this.informationalCount > MAX_INFORMATIONAL) this.abort(this.tooManyInformational());
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const missing = this.previewBytes - this.skippedBytes;
    // Copied: the chunk is a part of a larger buffer of the connection.
    if (missing > 0) this.previewChunks.push(Buffer.from(chunk.subarray(0, missing)));
    this.skippedBytes += chunk.length;
    if (this.skippedBytes > this.maxSkipped) this.abort(new Error('the body is too large to be skipped'));
  }

  onResponseEnd(): void {
    this.end(true);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.rejectHead(error);
    this.end(false);
  }

  private end(isComplete: boolean): void {
    this.complete = isComplete;
    for (const resolve of this.onEnd.splice(0)) resolve(isComplete);
  }
}
