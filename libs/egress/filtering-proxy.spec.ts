import { connect, type Socket } from 'node:net';
import { request as httpRequest } from 'node:http';
import { startLocalDns } from '@test/support/egress/local-dns';
import { startHttp, startRaw, type LocalServer } from '@test/support/egress/local-servers';
import { FilteringProxy, type ProxySession } from './filtering-proxy';
import { DnsResolver } from './resolver';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function startPage(body = 'hello'): Promise<LocalServer> {
  const server = await startHttp(
    (request, response) => void response.end(`${body} ${request.headers.host} ${request.url}`),
  );
  stops.push(server.stop);
  return server;
}

/** A proxy for which the origins of these servers are exempt. */
async function proxyFor(...exempt: readonly LocalServer[]): Promise<FilteringProxy> {
  const dns = await startLocalDns();
  dns.set('inner.example.com', ['127.0.0.1']);
  stops.push(() => dns.stop());
  const resolver = new DnsResolver({ servers: [dns.server] });
  const proxy = new FilteringProxy({ resolver, exemptOrigins: exempt.map(({ origin }) => origin) });
  await proxy.start();
  stops.push(() => proxy.stop());
  return proxy;
}

/**
 * Hop-by-hop headers (RFC 9110 §7.6.1) and headers of a proxy. The value `marked` distinguishes forwarded
 * headers from those that the next hop sends itself.
 */
const HOP_BY_HOP = [
  'Connection: close, marked',
  'Keep-Alive: timeout=777, marked',
  'Proxy-Authenticate: Basic realm="inner"',
  'Proxy-Connection: keep-alive',
  'TE: trailers',
  'Trailer: x-sum',
  'Transfer-Encoding: chunked',
  'Upgrade: h2c',
];

const UNRESTRICTED = { allowsHost: () => true, maxBytes: 1_000_000 };
const credential = ({ username, password }: Pick<ProxySession, 'username' | 'password'>) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

/** Sends a plain request through the proxy; returns its status and body, or the error of the socket. */
function plainRequest(
  proxy: FilteringProxy,
  url: string,
  authorization?: string,
): Promise<{ status: number; body: string } | string> {
  return new Promise((resolve) => {
    const headers = authorization === undefined ? {} : { 'proxy-authorization': authorization, 'x-own': 'kept' };
    const { hostname, port } = new URL(proxy.origin);
    const request = httpRequest({ hostname, port, path: url, headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.once('error', (error) => resolve(error.message));
    });
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end();
  });
}

/** Opens a tunnel; resolves with its status line and the socket. */
function tunnel(
  proxy: FilteringProxy,
  authority: string,
  authorization?: string,
): Promise<{ status: number; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(proxy.origin).port), '127.0.0.1');
    stops.push(async () => void socket.destroy());
    const proxyHeader = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${proxyHeader}\r\n`);
    socket.once('data', (data) => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1]), socket }));
    socket.once('error', reject);
  });
}

describe('filtering proxy (contract §11)', () => {
  it('forwards plain requests and tunnels to exempt origins and counts the bytes', async () => {
    const server = await startPage();
    const proxy = await proxyFor(server);
    const session = proxy.openSession(UNRESTRICTED);
    const plain = await plainRequest(proxy, `${server.origin}/a?b=1`, credential(session));
    expect(plain).toEqual({ status: 200, body: `hello 127.0.0.1:${server.port} /a?b=1` });
    const { status, socket } = await tunnel(proxy, `127.0.0.1:${server.port}`, credential(session));
    expect(status).toBe(200);
    const received = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.write('GET /in-tunnel HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await received).toContain('hello x /in-tunnel');
    expect(session.traffic.bytesIn).toBeGreaterThan(60);
    expect(session.traffic.bytesOut).toBeGreaterThan(30);
  });

  it('forwards end-to-end headers and drops hop-by-hop and proxy headers', async () => {
    const requests: string[] = [];
    const server = await startRaw((socket) => {
      socket.once('data', (data) => {
        requests.push(data.toString());
        socket.end(`HTTP/1.1 200 OK\r\n${[...HOP_BY_HOP, 'ETag: "1"'].join('\r\n')}\r\n\r\n2\r\nok\r\n0\r\n\r\n`);
      });
    });
    stops.push(server.stop);
    const proxy = await proxyFor(server);
    const proxyHeader = `Proxy-Authorization: ${credential(proxy.openSession(UNRESTRICTED))}`;
    const lines = [
      `GET ${server.origin}/ HTTP/1.1`,
      'Host: elsewhere.example',
      proxyHeader,
      ...HOP_BY_HOP,
      'Cookie: c=3',
    ];
    const socket = connect(Number(new URL(proxy.origin).port), '127.0.0.1');
    stops.push(async () => void socket.destroy());
    socket.write(`${lines.join('\r\n')}\r\n\r\n0\r\n\r\n`);
    let response = '';
    for await (const chunk of socket) {
      response += String(chunk);
      if (response.endsWith('0\r\n\r\n')) break;
    }
    const [forwarded = ''] = requests;
    expect(forwarded).toContain('cookie: c=3');
    expect(forwarded).toContain(`host: 127.0.0.1:${server.port}\r\n`);
    expect(response).toContain('etag: "1"');
    for (const text of [forwarded, response]) expect(text).not.toMatch(/marked|^(?:te|trailer|upgrade|proxy-.*):/im);
  });

  it('closes the connection of a plain request as soon as its server switches protocols', async () => {
    let closed: (value: unknown) => void;
    const isClosed = new Promise((resolve) => (closed = resolve));
    const switching = await startRaw((socket) => {
      socket.once('close', closed);
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nframes'),
      );
    });
    stops.push(switching.stop);
    const page = await startPage();
    const proxy = await proxyFor(switching, page);
    const session = proxy.openSession(UNRESTRICTED);
    let outcome: unknown = 'open';
    void plainRequest(proxy, `${switching.origin}/`, credential(session)).then((result) => (outcome = result));
    await isClosed;
    expect(await plainRequest(proxy, `${page.origin}/`, credential(session))).toMatchObject({ status: 200 });
    expect(outcome).toBe('ECONNRESET');
  });

  it.each([
    ['no credential', () => undefined],
    [
      'a wrong password',
      (session: ProxySession) => credential({ ...session, username: session.username, password: 'x' }),
    ],
    ['an unknown user', (session: ProxySession) => credential({ username: 'x', password: session.password })],
    ['garbage', () => 'Basic !!!'],
    ['a closed session', (session: ProxySession) => (session.close(), credential(session))],
  ])('responds with 407 to %s and opens no connection', async (_name, authorizationFor) => {
    const server = await startPage();
    const proxy = await proxyFor(server);
    const authorization = authorizationFor(proxy.openSession(UNRESTRICTED));
    expect(await plainRequest(proxy, server.origin, authorization)).toMatchObject({ status: 407 });
    expect((await tunnel(proxy, `127.0.0.1:${server.port}`, authorization)).status).toBe(407);
    expect(server.connections()).toBe(0);
  });

  it.each([
    (port: number) => `127.0.0.1:${port}`,
    (port: number) => `localhost:${port}`,
    (port: number) => `[::1]:${port}`,
    (port: number) => `[::ffff:127.0.0.1]:${port}`,
    (port: number) => `2130706433:${port}`,
    () => '127.0.0.1:80',
    () => '127.0.0.1:443',
    () => 'inner.example.com:443',
    () => 'inner.example.com:80',
    () => '169.254.169.254:80',
    () => '8.8.8.8:22',
    () => 'user@127.0.0.1:443',
    () => 'nonsense',
  ])('refuses a tunnel and a request to the internal address %#', async (authorityFor) => {
    const victim = await startPage('secret');
    const proxy = await proxyFor(await startPage());
    const session = proxy.openSession(UNRESTRICTED);
    const authority = authorityFor(victim.port);
    expect((await tunnel(proxy, authority, credential(session))).status).toBe(403);
    expect(await plainRequest(proxy, `http://${authority}/`, credential(session))).toBe('ECONNRESET');
    expect(victim.connections()).toBe(0);
  });

  it('records the reason why it refused a host', async () => {
    const proxy = await proxyFor();
    const session = proxy.openSession(UNRESTRICTED);
    await tunnel(proxy, 'inner.example.com:443', credential(session));
    expect(session.refusalOf('inner.example.com')).toContain('loopback');
    expect(session.refusalOf('other.example.com')).toBeNull();
  });

  it('opens 40 connections of a session at once without a warning of Node about too many listeners', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const dns = await startLocalDns();
    stops.push(() => dns.stop());
    dns.delayMs = 200;
    const proxy = new FilteringProxy({ resolver: new DnsResolver({ servers: [dns.server] }) });
    await proxy.start();
    stops.push(() => proxy.stop());
    const session = proxy.openSession(UNRESTRICTED);
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, name) => tunnel(proxy, `unknown-${name}.example.com:443`, credential(session))),
    );
    process.off('warning', note);
    expect([responses.length, warnings]).toEqual([40, []]);
  });

  it('refuses a host that the session does not allow, even if its origin is exempt', async () => {
    const server = await startPage();
    const proxy = await proxyFor(server);
    const session = proxy.openSession({ allowsHost: (host) => host !== '127.0.0.1', maxBytes: 1_000 });
    expect((await tunnel(proxy, `127.0.0.1:${server.port}`, credential(session))).status).toBe(403);
    expect(server.connections()).toBe(0);
  });

  it('closes all connections of a session that exceeds its byte limit', async () => {
    const endless = await startRaw((socket) => {
      const block = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!socket.destroyed && socket.write(block));
      };
      socket.on('drain', more).once('data', more);
    });
    stops.push(endless.stop);
    const proxy = await proxyFor(endless);
    const session = proxy.openSession(UNRESTRICTED);
    const { socket } = await tunnel(proxy, `127.0.0.1:${endless.port}`, credential(session));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume().write('go');
    await closed;
    expect(session.traffic).toMatchObject({ exhausted: true });
    expect(session.traffic.bytesIn).toBeLessThan(3_000_000);
    expect((await tunnel(proxy, `127.0.0.1:${endless.port}`, credential(session))).status).toBe(407);
  });

  it.each([
    ['closing the session', async (session: ProxySession) => session.close()],
    ['stopping the proxy', (_session: ProxySession, proxy: FilteringProxy) => proxy.stop()],
  ])('%s closes its tunnels', async (_name, end) => {
    const silent = await startRaw(() => undefined);
    stops.push(silent.stop);
    const proxy = new FilteringProxy({ exemptOrigins: [silent.origin] });
    await proxy.start();
    const session = proxy.openSession(UNRESTRICTED);
    const { socket } = await tunnel(proxy, `127.0.0.1:${silent.port}`, credential(session));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await end(session, proxy);
    await closed;
    await proxy.stop();
  });

  it('listens on loopback only', async () => {
    const proxy = await proxyFor();
    expect(new URL(proxy.origin).hostname).toBe('127.0.0.1');
  });
});
