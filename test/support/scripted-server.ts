import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What the server does with a request: `cut` ends the connection without a response, `silent` sends none. */
export type ScriptedAnswer =
  | 'cut'
  | 'silent'
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      /** What follows instead of the end of the response. */
      readonly then?: 'cut' | 'silent';
    };

/** An HTTP server on loopback that gives each request the next answer of its script, and the last one to all others. */
export class ScriptedServer {
  readonly requests: ReceivedRequest[] = [];
  private script: readonly ScriptedAnswer[] = [];

  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  static async start(): Promise<ScriptedServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const scripted = new ScriptedServer(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        scripted.requests.push({ method, url, headers, body });
        const answer = scripted.script[scripted.requests.length - 1] ?? scripted.script.at(-1) ?? 'cut';
        if (answer === 'silent') return;
        if (answer === 'cut') return void request.socket.destroy();
        const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
        response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
        if (answer.then === undefined) response.end(text);
        else response.write(text, () => answer.then === 'cut' && request.socket.destroy());
      });
    });
    return scripted;
  }

  /** Forgets the requests and begins a script. */
  answers(...script: readonly ScriptedAnswer[]): void {
    this.requests.length = 0;
    this.script = script;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
