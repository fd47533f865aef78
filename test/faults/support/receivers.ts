/** Receivers of webhooks: `Receiver` records requests and has configurable responses, `RawReceiver` sends invalid HTTP. */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';

/** One received POST. */
export interface Arrival {
  readonly at: number;
  readonly deliveryId: number;
  readonly event: string;
  readonly timestamp: number;
  readonly signatures: readonly string[];
  readonly body: Buffer;
  /** The status of the response; null if there was none. */
  status: number | null;
}

/** A status, or a fault: `hang` sends no response, `drip` sends endless headers, `cut` resets the connection. */
export type ReceiverAnswer = number | 'hang' | 'drip' | 'cut';

export class Receiver {
  readonly arrivals: Arrival[] = [];
  /** Returns the response to a request; `onAnswered` is called when it has been sent. */
  answer: (arrival: Arrival) => ReceiverAnswer = () => 200;
  onAnswered: (arrival: Arrival) => void = () => undefined;
  /** Delay before the response. */
  delay: () => Promise<unknown> = () => Promise.resolve();
  /**
   * Called when a request begins. The returned function is called when its response has been sent, or its connection has ended.
   */
  onRequest: () => () => void = () => () => undefined;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      response.once('close', this.onRequest());
      void this.record(request, response).catch(() => response.destroy());
    });
  }

  /** Listens on loopback, or with TLS on an address that the test assigned. */
  static async begin(secure?: { readonly tls: TlsOptions; readonly address: string }): Promise<Receiver> {
    const server = secure ? createHttpsServer(secure.tls) : createHttpServer();
    server.listen(0, secure?.address ?? '127.0.0.1');
    await once(server, 'listening');
    return new Receiver(server);
  }

  get target(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  arrivalsOf(deliveryId: number): readonly Arrival[] {
    return this.arrivals.filter((arrival) => arrival.deliveryId === deliveryId);
  }

  /** Ids of reviews of all accepted deliveries of one event. */
  reviewsOf(event: string): ReadonlySet<number> {
    const accepted = this.arrivals.filter((arrival) => arrival.event === event && arrival.status === 200);
    return new Set(accepted.flatMap((arrival) => reviewIdsOf(arrival.body)));
  }

  /** Closes idle connections. */
  hangUp(): void {
    this.server.closeIdleConnections();
  }

  async end(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async record(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const header = (name: string): string => String(request.headers[name] ?? '');
    const arrival: Arrival = {
      at: performance.now(),
      deliveryId: Number(header('x-hrev-delivery-id')),
      event: header('x-hrev-event'),
      timestamp: Number(header('x-hrev-timestamp')),
      signatures: header('x-hrev-signature').split(','),
      body: Buffer.concat(chunks),
      status: null,
    };
    this.arrivals.push(arrival);
    const answer = this.answer(arrival);
    if (answer === 'hang') return;
    if (answer === 'cut') {
      request.socket.resetAndDestroy();
      return;
    }
    if (answer === 'drip') {
      drip(request.socket);
      return;
    }
    await this.delay();
    arrival.status = answer;
    response.writeHead(answer).end();
    this.onAnswered(arrival);
  }
}

/** Sends a header every tenth of a second, and never the last one. */
function drip(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n');
  const timer = setInterval(() => socket.write('x-a: b\r\n'), 100);
  socket.once('close', () => clearInterval(timer));
}

/** A TCP server that treats each connection as configured. */
export class RawReceiver {
  /** Connections so far. */
  connections = 0;
  /** When each connection was accepted and, once it has ended, how long it was open. */
  readonly accepted: { readonly at: number; lastedMs: number | null }[] = [];
  private readonly open = new Set<Socket>();

  private constructor(private readonly server: TcpServer) {}

  /** `respond` is called at the first bytes of a request. */
  static async begin(respond: (socket: Socket) => void): Promise<RawReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new RawReceiver(server);
    server.on('connection', (socket) => receiver.serve(socket, respond));
    return receiver;
  }

  get target(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  async end(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await closed;
  }

  private serve(socket: Socket, respond: (socket: Socket) => void): void {
    this.connections += 1;
    const connection: { readonly at: number; lastedMs: number | null } = { at: performance.now(), lastedMs: null };
    this.accepted.push(connection);
    this.open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      connection.lastedMs = performance.now() - connection.at;
      this.open.delete(socket);
    });
    socket.once('data', () => respond(socket));
    socket.resume();
  }
}

interface Body {
  readonly objects?: readonly { readonly reviews?: readonly { readonly id: number }[] }[];
}

/** Reviews in a body, in its order. */
export function reviewIdsOf(body: Buffer): readonly number[] {
  const { objects = [] } = JSON.parse(body.toString('utf8')) as Body;
  return objects.flatMap(({ reviews = [] }) => reviews.map(({ id }) => id));
}

/** The signature that a receiver computes for a delivery with its secret (contract §6.4). */
export function signatureOf(secret: string, { timestamp, body }: Pick<Arrival, 'timestamp' | 'body'>): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

export const digestOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex');
