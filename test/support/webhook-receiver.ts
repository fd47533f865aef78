/** A receiver of webhooks as a client would run it: keeps what came, byte for byte, and answers as it is told. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** How the request that came as number `turn`, from 1, is answered. */
export type Answering = (request: ReceivedRequest, turn: number) => number | Promise<number>;

export class WebhookReceiver {
  readonly received: ReceivedRequest[] = [];
  answerHeaders: Readonly<Record<string, string>> = {};
  private server: Server | null = null;

  /** `status` of every answer from now on; null: none is given. */
  constructor(public status: number | null | Answering = 204) {}

  /** Where it listens, once it does: `http://127.0.0.1:<port>`. */
  get origin(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}`;
  }

  /** Listens; gives the origin. */
  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const got = { method, path: url, headers, body: Buffer.concat(chunks) };
        this.received.push(got);
        if (this.status === null) return;
        const status = typeof this.status === 'number' ? this.status : this.status(got, this.received.length);
        void Promise.resolve(status).then((code) => response.writeHead(code, this.answerHeaders).end('thank you'));
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
