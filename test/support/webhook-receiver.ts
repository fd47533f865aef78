/** A receiver of webhooks as a client would run it: keeps what came, byte for byte, and answers as it is told. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export class WebhookReceiver {
  readonly received: ReceivedRequest[] = [];
  /** Status of every answer from now on; null: none is given. */
  status: number | null = 204;
  answerHeaders: Readonly<Record<string, string>> = {};
  private server: Server | null = null;

  /** `http://127.0.0.1:<port>`, listening. */
  async listen(): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        this.received.push({ method, path: url, headers, body: Buffer.concat(chunks) });
        if (this.status !== null) response.writeHead(this.status, this.answerHeaders).end('thank you');
      });
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
