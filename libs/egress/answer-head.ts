import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

export interface Head {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** So many answers that say nothing yet (1xx) may precede the one that counts. */
export const MAX_INFORMATIONAL = 10;

/**
 * The head of an answer whose body nobody reads. What follows the head is skipped as it comes, so that the connection can be
 * used again. Handed to `dispatch` of a client; much lighter there than a stream that is thrown away.
 */
export class AnswerHead implements Dispatcher.DispatchHandler {
  /** Rejects with what broke before the head was whole. */
  readonly head: Promise<Head>;
  private tellHead!: (head: Head) => void;
  private failHead!: (error: Error) => void;
  private onEnd: ((isWhole: boolean) => void) | null = null;
  private controller: Dispatcher.DispatchController | null = null;
  private reason: Error | null = null;
  private informational = 0;
  private skipped = 0;
  private came: boolean | null = null;

  /** `mostSkipped`: bytes of body after which the answer is cut. `tooManyInformational` makes the error for that. */
  constructor(
    private readonly mostSkipped: number,
    private readonly tooManyInformational: () => Error,
  ) {
    this.head = new Promise((resolve, reject) => {
      this.tellHead = resolve;
      this.failHead = reject;
    });
  }

  /** Whether the answer came to its end; null as long as it has not ended. Small answers have when their head is told. */
  get isWhole(): boolean | null {
    return this.came;
  }

  /** The same once it has ended; never rejects. */
  ended(): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.came === null) this.onEnd = resolve;
      else resolve(this.came);
    });
  }

  /** Ends the exchange, and the connection with it; does nothing once the answer has ended. */
  cut(reason: Error): void {
    this.reason ??= reason;
    if (this.came === null) this.controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.reason !== null) controller.abort(this.reason);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) return this.tellHead({ status, headers });
    this.informational += 1;
    if (this.informational > MAX_INFORMATIONAL) this.cut(this.tooManyInformational());
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.skipped += chunk.length;
    if (this.skipped > this.mostSkipped) this.cut(new Error('more than is worth skipping'));
  }

  onResponseEnd(): void {
    this.end(true);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.failHead(error);
    this.end(false);
  }

  private end(isWhole: boolean): void {
    this.came = isWhole;
    this.onEnd?.(isWhole);
  }
}
