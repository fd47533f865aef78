import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { eventually } from '@test/support/eventually';
import { RefusalPace } from '../domain/refusal-pace';
import { RefusalDelays } from './refusal-delays';

const LIMIT_MS = 20_000;
/** A delay that does not end during a test. */
const LONG_MS = 3_600_000;

/** A server that refuses every request; the path is the caller. */
class RefusingServer {
  readonly delays = new RefusalDelays();
  /** Callers in the order in which their responses were sent. */
  readonly answered: string[] = [];
  received = 0;
  private readonly sockets: Socket[] = [];
  private readonly server: Server = createServer((request, response) => this.refuse(request, response));

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Refuses the caller this often without a connection, so that its next refusals are delayed. */
  insist(caller: string, times: number): void {
    const socket = { destroyed: true };
    for (let nth = 0; nth < times; nth += 1)
      void this.delays.delay(caller, { req: { socket } } as unknown as ServerResponse);
  }

  connect(): Socket {
    const socket = connect((this.server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    this.sockets.push(socket);
    return socket;
  }

  async close(): Promise<void> {
    this.delays.beforeApplicationShutdown();
    for (const socket of this.sockets) socket.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private refuse(request: IncomingMessage, response: ServerResponse): void {
    this.received += 1;
    const caller = request.url?.slice(1) ?? '';
    void this.delays.delay(caller, response).then(() => {
      this.answered.push(caller);
      response.writeHead(429, { 'Content-Length': caller.length }).end(caller);
    });
  }
}

const requestOf = (caller: string): string => `GET /${caller} HTTP/1.1\r\nHost: test\r\n\r\n`;

/** Delays every refusal by this time, so that no step of a test has to be faster than a delay. */
const delayFor = (delayMs: number): unknown => jest.spyOn(RefusalPace.prototype, 'delayMs').mockReturnValue(delayMs);

describe('delayed refusals (contract §5.4)', () => {
  let server: RefusingServer;
  beforeEach(async () => {
    server = new RefusingServer();
    await server.listen();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return server.close();
  });

  const receive = async (socket: Socket): Promise<string> => ((await once(socket, 'data')) as [Buffer])[0].toString();
  const untilAnswered = (count: number): Promise<unknown> =>
    eventually(`${count} answers`, LIMIT_MS, () => Promise.resolve(server.answered.length >= count));
  const untilReceived = (count: number): Promise<unknown> =>
    eventually(`${count} requests`, LIMIT_MS, () => Promise.resolve(server.received >= count));

  it('are sent at once to a caller that was refused a few times', async () => {
    const socket = server.connect();
    socket.write(requestOf('a'));
    expect(await receive(socket)).toMatch(/^HTTP\/1.1 429/);
    expect(server.answered).toEqual(['a']);
  });

  it('are sent later to a caller that continues, and not to another caller of the same connection or address', async () => {
    server.insist('a', 600);
    const [one, other] = [server.connect(), server.connect()];
    one.write(requestOf('a'));
    await untilReceived(1);
    other.write(requestOf('b'));
    await untilAnswered(1);
    expect(server.answered).toEqual(['b']);
    expect(await receive(one)).toMatch(/a$/);
    one.write(requestOf('b'));
    await untilAnswered(3);
    expect(server.answered).toEqual(['b', 'a', 'b']);
  });

  it('are dropped when the client closes the connection', async () => {
    delayFor(LONG_MS);
    const socket = server.connect();
    socket.write(requestOf('a'));
    await untilReceived(1);
    socket.destroy();
    await untilAnswered(1);
  });

  it('end the connection of a client that sends many requests ahead of its responses', async () => {
    server.insist('a', 10_000);
    const socket = server.connect();
    const closed = once(socket, 'close');
    socket.write(requestOf('a').repeat(9));
    await closed;
    await eventually('the release', LIMIT_MS, () => Promise.resolve(server.answered.length === 9));
  });

  it('occupy a bounded number of connections of a caller; further ones are answered at once and then closed', async () => {
    delayFor(LONG_MS);
    const sockets = Array.from({ length: 1_000 }, () => server.connect());
    for (const socket of sockets) socket.write(requestOf('a'));
    await untilReceived(1_000);
    const further = server.connect();
    further.write(requestOf('a'));
    const answer = receive(further);
    const closed = once(further, 'close');
    expect(await answer).toMatch(/^HTTP\/1.1 429[^]*Connection: close/);
    await closed;
  });

  it('are sent when the process stops', async () => {
    delayFor(LONG_MS);
    const socket = server.connect();
    socket.write(requestOf('a'));
    await untilReceived(1);
    server.delays.beforeApplicationShutdown();
    expect(await receive(socket)).toMatch(/^HTTP\/1.1 429/);
  });
});
