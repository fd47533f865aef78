import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { closeUnresponsive } from './unresponsive-clients';
import { limitServer, MAX_CONNECTIONS } from './server-limits';

const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');

describe('connections of clients that make no progress (contract §1.4)', () => {
  let server: Server;
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    server.close();
  });

  const serve = async (handler: RequestListener, limit: (server: Server) => void = limitServer): Promise<void> => {
    server = createServer(handler);
    limit(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  };
  const dial = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket.on('error', () => undefined));
    await new Promise((resolve) => socket.once('connect', resolve));
    return socket;
  };
  /** Milliseconds until the socket is closed; null if it is still open after `withinMs`. */
  const closedWithin = async (socket: Socket, withinMs: number): Promise<number | null> => {
    const startMs = performance.now();
    const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - startMs)));
    return Promise.race([closed, pause(withinMs, null)]);
  };
  const respondWith401: RequestListener = (_, response) => void response.writeHead(401).end('no');
  const POST = 'POST / HTTP/1.1\r\nHost: x\r\n';

  it('are closed about a second after the response if the client is still sending a chunked body', async () => {
    await serve(respondWith401);
    const socket = await dial();
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
    const sending = setInterval(() => socket.write('400\r\n' + 'y'.repeat(1024) + '\r\n'), 20);
    const closedAfterMs = await closedWithin(socket, 30_000);
    clearInterval(sending);
    expect(received).toContain('401');
    expect(closedAfterMs).not.toBeNull();
    expect(closedAfterMs).toBeGreaterThan(500);
  });

  it('are closed about a second after the response if the announced body does not arrive', async () => {
    await serve(respondWith401);
    const socket = await dial();
    socket.resume().write(`${POST}Content-Length: 1000000\r\n\r\nabc`);
    expect(await closedWithin(socket, 30_000)).not.toBeNull();
  });

  it('are kept for the next request if the body arrives in time', async () => {
    await serve(respondWith401);
    const socket = await dial();
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.write(`${POST}Content-Length: 6\r\n\r\nabc`);
    await pause(100);
    socket.write('def');
    expect(await closedWithin(socket, 1_600)).toBeNull();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(200);
    expect(received.match(/401/g)).toHaveLength(2);
  });

  it('have no listener of an earlier request', async () => {
    await serve(respondWith401);
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const socket = await dial();
    const [served] = await Promise.all([accepted, pause(50)]);
    const listeners = served.listenerCount('close');
    // A response that is written at once ends before the parser has marked its request as complete.
    for (let request = 0; request < 12; request += 1) {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
    }
    await pause(50);
    expect(served.listenerCount('close')).toBe(listeners);
  });

  describe('while a response is sent', () => {
    const large: RequestListener = (_, response) => void response.end(LARGE);
    const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

    it('are closed if the client stops reading', async () => {
      await serve(large, (one) =>
        closeUnresponsive(one, { unreadBodyMs: 1_000, stalledMs: 500, wholeResponseMs: 60_000 }),
      );
      const response = new Promise((resolve) => server.once('request', (_, answer) => answer.once('close', resolve)));
      const socket = await dial();
      socket.pause();
      socket.write(GET);
      expect(await Promise.race([response.then(() => 'closed'), pause(5_000, 'open')])).toBe('closed');
    });

    it('are closed if the client reads steadily, but takes too long in total', async () => {
      await serve(large, (one) =>
        closeUnresponsive(one, { unreadBodyMs: 1_000, stalledMs: 1_000, wholeResponseMs: 1_500 }),
      );
      const socket = await dial();
      let readBytes = 0;
      socket.on('data', (chunk) => {
        readBytes += chunk.length;
        socket.pause();
        setTimeout(() => socket.resume(), 20);
      });
      socket.write(GET);
      expect(await closedWithin(socket, 10_000)).not.toBeNull();
      expect(readBytes).toBeLessThan(LARGE.length);
    });

    it('are kept if the client reads slowly, but in time', async () => {
      await serve(large, (one) =>
        closeUnresponsive(one, { unreadBodyMs: 1_000, stalledMs: 10_000, wholeResponseMs: 60_000 }),
      );
      const socket = await dial();
      let readBytes = 0;
      socket.on('data', (chunk) => {
        readBytes += chunk.length;
        socket.pause();
        setTimeout(() => socket.resume(), 5);
      });
      socket.write(GET);
      const deadline = performance.now() + 30_000;
      while (readBytes < LARGE.length && !socket.destroyed && performance.now() < deadline) await pause(50);
      expect(readBytes).toBeGreaterThan(LARGE.length);
    });
  });

  it('are closed at once beyond the maximum number of connections', async () => {
    await serve(respondWith401);
    expect(server.maxConnections).toBe(MAX_CONNECTIONS);
    server.maxConnections = 2;
    await Promise.all([dial(), dial()]);
    expect(await closedWithin((await dial()).resume(), 2_000)).not.toBeNull();
  });
});
