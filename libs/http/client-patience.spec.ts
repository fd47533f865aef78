import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { endPatiently } from './client-patience';
import { limitServer, MOST_CONNECTIONS } from './server-limits';

const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');

describe('connections that a client keeps from ending (contract §1.4)', () => {
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
  /** Milliseconds until it is closed, or null where it is still open after `withinMs`. */
  const closedWithin = async (socket: Socket, withinMs: number): Promise<number | null> => {
    const began = performance.now();
    const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - began)));
    return Promise.race([closed, pause(withinMs, null)]);
  };
  const refuse: RequestListener = (_, response) => void response.writeHead(401).end('no');
  const POST = 'POST / HTTP/1.1\r\nHost: x\r\n';

  it('an answer that ends before its chunked body closes the connection within a second or so', async () => {
    await serve(refuse);
    const socket = await dial();
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
    const sending = setInterval(() => socket.write('400\r\n' + 'y'.repeat(1024) + '\r\n'), 20);
    const closedAfter = await closedWithin(socket, 5_000);
    clearInterval(sending);
    expect(heard).toContain('401');
    expect(closedAfter).not.toBeNull();
    expect(closedAfter).toBeGreaterThan(500);
    expect(closedAfter).toBeLessThan(2_500);
  });

  it('so does one before a body that never arrives after its length was announced', async () => {
    await serve(refuse);
    const socket = await dial();
    socket.resume().write(`${POST}Content-Length: 1000000\r\n\r\nabc`);
    expect(await closedWithin(socket, 5_000)).toBeLessThan(2_500);
  });

  it('a body that arrives in time keeps the connection for the next request', async () => {
    await serve(refuse);
    const socket = await dial();
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.write(`${POST}Content-Length: 6\r\n\r\nabc`);
    await pause(100);
    socket.write('def');
    expect(await closedWithin(socket, 1_600)).toBeNull();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await pause(200);
    expect(heard.match(/401/g)).toHaveLength(2);
  });

  describe('answers that are not read', () => {
    const large: RequestListener = (_, response) => void response.end(LARGE);
    const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

    it('are cut where nothing of them is taken any more', async () => {
      await serve(large, (one) => endPatiently(one, { unreadBodyMs: 1_000, stalledMs: 500, wholeAnswerMs: 60_000 }));
      const response = new Promise((resolve) => server.once('request', (_, answer) => answer.once('close', resolve)));
      const socket = await dial();
      socket.pause();
      socket.write(GET);
      expect(await Promise.race([response.then(() => 'cut'), pause(5_000, 'open')])).toBe('cut');
    });

    it('are cut where they take too long in all, however steadily they are read', async () => {
      await serve(large, (one) => endPatiently(one, { unreadBodyMs: 1_000, stalledMs: 1_000, wholeAnswerMs: 1_500 }));
      const socket = await dial();
      let read = 0;
      socket.on('data', (chunk) => {
        read += chunk.length;
        socket.pause();
        setTimeout(() => socket.resume(), 20);
      });
      socket.write(GET);
      expect(await closedWithin(socket, 10_000)).not.toBeNull();
      expect(read).toBeLessThan(LARGE.length);
    });

    it('are left alone where they are taken slowly, but in time', async () => {
      await serve(large, (one) => endPatiently(one, { unreadBodyMs: 1_000, stalledMs: 10_000, wholeAnswerMs: 60_000 }));
      const socket = await dial();
      let read = 0;
      socket.on('data', (chunk) => {
        read += chunk.length;
        socket.pause();
        setTimeout(() => socket.resume(), 5);
      });
      socket.write(GET);
      const deadline = performance.now() + 30_000;
      while (read < LARGE.length && !socket.destroyed && performance.now() < deadline) await pause(50);
      expect(read).toBeGreaterThan(LARGE.length);
    });
  });

  it('there are no more connections than a server can bear', async () => {
    await serve(refuse);
    expect(server.maxConnections).toBe(MOST_CONNECTIONS);
    server.maxConnections = 2;
    await Promise.all([dial(), dial()]);
    expect(await closedWithin((await dial()).resume(), 2_000)).not.toBeNull();
  });
});
