/** A receiver of webhooks as a client runs it: keeps every request byte for byte, and responds with the configured status. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Returns the status of the response to request number `turn`, from 1. */
export type StatusFunction = (request: ReceivedRequest, turn: number) => number | Promise<number>;

export class WebhookReceiver {
  readonly received: ReceivedRequest[] = [];
  answerHeaders: Readonly<Record<string, string>> = {};
  answerBody = 'thank you';
  private server: Server | null = null;

  /** `status` is the status of every response from now on; null: the receiver does not respond. */
  constructor(public status: number | null | StatusFunction = 204) {}

  /** The address of the receiver while it listens: `http://127.0.0.1:<port>`. */
  get origin(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}`;
  }

  /** Starts to listen. Returns the origin. */
  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const receivedRequest = { method, path: url, headers, body: Buffer.concat(chunks) };
        this.received.push(receivedRequest);
        if (this.status === null) return;
        const status =
          typeof this.status === 'number' ? this.status : this.status(receivedRequest, this.received.length);
        void Promise.resolve(status).then((code) => response.writeHead(code, this.answerHeaders).end(this.answerBody));
      });
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return this.origin;
  }

  /** The newest request. */
  get last(): ReceivedRequest {
    const last = this.received.at(-1);
    if (!last) throw new Error('nothing was received');
    return last;
  }

  close(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }
}
