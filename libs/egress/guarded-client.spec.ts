import { X509Certificate } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { startLocalDns, type LocalDns } from '@test/support/egress/local-dns';
import { makeCertificate, startHttp, startRaw, startTls, type LocalServer } from '@test/support/egress/local-servers';
import { EgressError } from './egress-error';
import type { EgressRequest } from './egress-message';
import { GuardedClient } from './guarded-client';
import { DnsResolver } from './resolver';

/** Longer than Jest's timeout: a test that waits for it fails. */
const ENDLESS_MS = 600_000;
/** Decompresses to nothing, and is compressed to a thousandth. */
const EMPTY_MEMBERS = Buffer.alloc(20_000_000, gzipSync(''));

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function http(listener: RequestListener): Promise<LocalServer> {
  const server = await startHttp(listener);
  stops.push(server.stop);
  return server;
}

async function raw(onConnection: (socket: Socket) => void): Promise<LocalServer> {
  const server = await startRaw(onConnection);
  stops.push(server.stop);
  return server;
}

const clientFor = (server: LocalServer) => new GuardedClient({ exemptOrigins: [server.origin] });

async function failure(request: Promise<unknown>): Promise<EgressError> {
  const outcome = await request.then(
    () => new Error('no failure'),
    (error: unknown) => error,
  );
  if (outcome instanceof EgressError) return outcome;
  throw outcome;
}

describe('guarded client: a normal exchange (contract §11)', () => {
  it('sends the request and returns status, headers, body and byte counts', async () => {
    const server = await http((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers, rawHeaders } = request;
        response.writeHead(418, { 'content-type': 'application/json', 'x-twice': ['a', 'b'] });
        response.end(JSON.stringify({ method, url, headers, rawHeaders, body: Buffer.concat(chunks).toString() }));
      });
    });
    const response = await clientFor(server).request(`${server.origin}/p/a%20th?q=1#part`, {
      method: 'POST',
      headers: { 'X-Mine': 'yes', ['__proto__']: 'too', Host: 'evil.example', 'Transfer-Encoding': 'chunked' },
      body: 'grüße',
    });
    expect(response).toMatchObject({ status: 418, headers: { 'content-type': 'application/json', 'x-twice': 'a, b' } });
    const received = JSON.parse(response.body.toString()) as Record<string, unknown>;
    expect(received).toMatchObject({ method: 'POST', url: '/p/a%20th?q=1', body: 'grüße' });
    expect(received['headers']).toMatchObject({
      'x-mine': 'yes',
      host: `127.0.0.1:${server.port}`,
      'content-length': '7',
    });
    expect(received['headers']).not.toHaveProperty('cookie');
    // A valid name, which Node leaves out of its object of headers.
    expect(received['rawHeaders']).toContain('__proto__');
    expect(response.bytesIn).toBeGreaterThan(response.body.length);
    expect(response.bytesOut).toBeGreaterThan(100);
    expect(response.certificateEndsAt).toBeNull();
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['gzip, gzip', (body: Buffer) => gzipSync(gzipSync(body))],
    ['deflate, gzip', (body: Buffer) => gzipSync(deflateSync(body))],
  ])('decompresses %s', async (encoding, compress) => {
    const server = await http((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.from('a review')));
    });
    expect((await clientFor(server).request(server.origin)).body.toString()).toBe('a review');
  });

  it.each([undefined, 'gzip, deflate, br, zstd'])(
    'asks for gzip only, also if the caller asks for %p',
    async (asked) => {
      let received: string | undefined;
      const server = await http((request, response) => {
        received = request.headers['accept-encoding'];
        response.end('ok');
      });
      await clientFor(server).request(
        server.origin,
        asked === undefined ? {} : { headers: { 'Accept-Encoding': asked } },
      );
      expect(received).toBe('gzip');
    },
  );

  it.each([
    ['br', brotliCompressSync(Buffer.from('a review'))],
    ['gzip, br', brotliCompressSync(gzipSync(Buffer.from('a review')))],
    ['BR', brotliCompressSync(Buffer.alloc(50_000_000))],
  ])('does not decode %s', async (encoding, body) => {
    const server = await http(
      (_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end(body),
    );
    expect(await failure(clientFor(server).request(server.origin))).toMatchObject({
      kind: 'network',
      message: 'The response has an unknown content coding',
    });
  });

  it.each([
    ['an empty gzip body', 200, 'gzip', Buffer.alloc(0)],
    ['a 204 with content-encoding gzip', 204, 'gzip', Buffer.alloc(0)],
  ])('reads %s as empty', async (_name, status, encoding, body) => {
    const server = await http(
      (_request, response) => void response.writeHead(status, { 'content-encoding': encoding }).end(body),
    );
    expect((await clientFor(server).request(server.origin)).body.length).toBe(0);
  });

  it('follows no redirect, keeps no cookie, opens one connection per request', async () => {
    const cookies: (string | undefined)[] = [];
    const server = await http((request, response) => {
      cookies.push(request.headers.cookie);
      response.writeHead(302, { location: '/next', 'set-cookie': 'a=1' }).end();
    });
    const client = clientFor(server);
    expect((await client.request(server.origin)).status).toBe(302);
    expect((await client.request(server.origin)).status).toBe(302);
    expect(cookies).toEqual([undefined, undefined]);
    expect(server.connections()).toBe(2);
  });

  it('ignores proxy settings of the environment', async () => {
    const server = await http((_request, response) => void response.end('direct'));
    const proxy = await http((_request, response) => void response.end('proxied'));
    const before = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: proxy.origin, http_proxy: proxy.origin, NODE_USE_ENV_PROXY: '1' });
    try {
      expect((await clientFor(server).request(server.origin)).body.toString()).toBe('direct');
      expect(proxy.connections()).toBe(0);
    } finally {
      process.env = before;
    }
  });
});

describe('guarded client: refused addresses (contract §11)', () => {
  it.each([
    (port: number) => `http://127.0.0.1:${port}/`,
    (port: number) => `http://2130706433:${port}/`,
    (port: number) => `http://0x7f.1:${port}/`,
    (port: number) => `http://0177.0.0.1:${port}/`,
    (port: number) => `http://[::1]:${port}/`,
    (port: number) => `http://[::ffff:127.0.0.1]:${port}/`,
    (port: number) => `http://localhost:${port}/`,
    (port: number) => `http://①②⑦.0.0.1:${port}/`,
  ])('refuses loopback in notation %#', async (addressFor) => {
    const victim = await http((_request, response) => void response.end('secret'));
    // Another port of the same host is exempt; the victim's is not.
    const client = new GuardedClient({ exemptOrigins: [`http://127.0.0.1:${victim.port + 1}`, 'http://localhost:1'] });
    const anyPort = { protocols: ['http:' as const], maxUrlLength: 2_048, allowsPort: () => true };
    expect((await failure(client.request(addressFor(victim.port), { policy: anyPort }))).kind).toBe('refused');
    expect(victim.connections()).toBe(0);
  });

  describe('resolving a name', () => {
    let dns: LocalDns;
    let client: GuardedClient;
    beforeEach(async () => {
      dns = await startLocalDns();
      client = new GuardedClient({ resolver: new DnsResolver({ servers: [dns.server] }) });
      stops.push(() => dns.stop());
    });

    it.each([
      ['loopback', ['127.0.0.1']],
      ['IPv6 loopback', ['::1']],
      ['a mapped address', ['::ffff:10.0.0.1']],
      ['a NAT64 address', ['64:ff9b::7f00:1']],
      ['the metadata address', ['169.254.169.254']],
      ['an internal address after a public one', ['8.8.8.8', '10.0.0.1']],
      ['an internal address before a public one', ['127.0.0.1', '8.8.8.8']],
      ['a public IPv4 and an internal IPv6 address', ['8.8.8.8', 'fd00::1']],
      [
        '20 public addresses and an internal one',
        [...Array.from({ length: 20 }, (_, index) => `8.8.4.${index}`), '10.0.0.1'],
      ],
    ])('refuses a name that resolves to %s', async (_name, answers) => {
      dns.set('rebind.example.com', answers);
      const error = await failure(client.request('http://rebind.example.com/'));
      expect([error.kind, error.message]).toEqual(['refused', expect.stringContaining('public address')]);
    });

    it('resolves the name once per connection, so it cannot change between check and connection', async () => {
      dns.set('rebind.example.com', { turns: [['240.0.0.1'], ['127.0.0.1']] });
      await failure(client.request('http://rebind.example.com/'));
      expect(dns.questions.filter((question) => question.endsWith('/A'))).toHaveLength(1);
      expect((await failure(client.request('http://rebind.example.com/'))).kind).toBe('refused');
    });

    it.each([
      ['NXDOMAIN' as const, 'network'],
      ['SERVFAIL' as const, 'network'],
      ['silence' as const, 'timeout'],
    ])('reports %s as %s within the look-up timeout of 2 s (F28)', async (answer, kind) => {
      dns.set('dead.example.com', answer);
      const error = await failure(client.request('http://dead.example.com/', { timeoutMs: ENDLESS_MS }));
      expect(error.kind).toBe(kind);
      if (kind === 'timeout') expect(error.message).toContain('could not be looked up in time');
    });

    it('does not slow down other requests while 50 look-ups get no response (F28)', async () => {
      dns.set('dead.example.com', 'silence');
      const server = await http((_request, response) => void response.end('ok'));
      const patientClient = new GuardedClient({
        resolver: new DnsResolver({ servers: [dns.server], budgetMs: ENDLESS_MS }),
      });
      const aborts = Array.from({ length: 50 }, () => new AbortController());
      const unanswered = Promise.allSettled(
        aborts.map(({ signal }) =>
          patientClient.request('http://dead.example.com/', { signal, timeoutMs: ENDLESS_MS }),
        ),
      );
      // Without isolation this request would wait until Jest ends the test.
      expect((await clientFor(server).request(server.origin)).status).toBe(200);
      for (const abort of aborts) abort.abort();
      expect((await unanswered).every(({ status }) => status === 'rejected')).toBe(true);
    });
  });

  it('refuses the internal target of a redirect when the caller follows it', async () => {
    const victim = await http((_request, response) => void response.end('secret'));
    const server = await http((_request, response) => void response.writeHead(302, { location: victim.origin }).end());
    const client = clientFor(server);
    const { headers } = await client.request(server.origin);
    expect((await failure(client.request(headers['location'] ?? ''))).kind).toBe('refused');
    expect(victim.connections()).toBe(0);
  });
});

describe('guarded client: hostile responses (faults F24, F25)', () => {
  const respond = (text: string) => (socket: Socket) => void socket.once('data', () => socket.write(text));
  const respondAndEnd = (text: string) => (socket: Socket) => void socket.once('data', () => socket.end(text));
  /** Resets the connection a short time after the text was sent, because a reset may discard it. */
  const respondAndReset = (text: string) => (socket: Socket) =>
    void socket.once('data', () => socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 100)));
  const repeat =
    (text: string, everyMs: number, first = '') =>
    (socket: Socket) => {
      socket.once('data', () => {
        socket.write(first);
        const timer = setInterval(() => socket.write(text), everyMs);
        socket.once('close', () => clearInterval(timer));
      });
    };
  const cases: [string, (socket: Socket) => void, string | number][] = [
    ['accepts and never responds', () => undefined, 'timeout'],
    [
      'sends headers slowly without end',
      repeat('x-a: b\r\n', 20, 'HTTP/1.1 200 OK\r\n'),
      'timeout or too many headers',
    ],
    [
      'sends a body slowly without end',
      repeat('a', 20, 'HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n'),
      'timeout',
    ],
    ['sends 100 without end', repeat('HTTP/1.1 100 Continue\r\n\r\n', 5), 'network'],
    ['sends 103 without end', repeat('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 5), 'network'],
    ['sends a header of 20 KB', respondAndEnd(`HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(20_000)}\r\n\r\n`), 'network'],
    [
      'switches protocols without a request',
      respond('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      'network',
    ],
    ['sends 101 without an upgrade', respond('HTTP/1.1 101 Switching\r\n\r\n'), 'timeout or network'],
    ['sends status 099', respondAndEnd('HTTP/1.1 099 Odd\r\ncontent-length: 0\r\n\r\n'), 'network'],
    ['sends status 600', respondAndEnd('HTTP/1.1 600 Odd\r\ncontent-length: 0\r\n\r\n'), 600],
    ['sends status 999', respondAndEnd('HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'), 999],
    ['sends a status of four digits', respondAndEnd('HTTP/1.1 2000 Odd\r\ncontent-length: 0\r\n\r\n'), 'network'],
    ['sends garbage', respondAndEnd('\u0000\u0001\u0002 hello\r\n\r\n'), 'network'],
    ['responds in HTTP/0.9', respondAndEnd('<html>hello</html>'), 'network'],
    [
      'sends content-length and chunked encoding',
      respondAndEnd('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
      'network',
    ],
    ['closes before the status', (socket) => void socket.once('data', () => socket.destroy()), 'network'],
    ['closes after a body without a length', respondAndEnd('HTTP/1.1 200 OK\r\n\r\nabc'), 200],
    ['resets within a body without a length', respondAndReset('HTTP/1.1 200 OK\r\n\r\nabc'), 'network'],
    ['resets after a body with a length', respondAndReset('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc'), 200],
    ['closes within the body', respondAndEnd('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'), 'network'],
    [
      'sends invalid gzip',
      respondAndEnd('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc'),
      'network',
    ],
    [
      'uses an unknown coding',
      respondAndEnd('HTTP/1.1 200 OK\r\ncontent-encoding: zzz\r\ncontent-length: 3\r\n\r\nabc'),
      'network',
    ],
  ];

  it.each(cases)('survives a server that %s', async (_name, onConnection, expected) => {
    const server = await raw(onConnection);
    // Unless a timeout is expected, the limit is longer than the test may run.
    const timeoutMs = String(expected).includes('timeout') ? 800 : ENDLESS_MS;
    const outcome = await clientFor(server)
      .request(server.origin, { timeoutMs })
      .then(
        ({ status }) => status,
        (error: unknown) => (error instanceof EgressError ? error.kind : error),
      );
    if (typeof expected === 'number') expect(outcome).toBe(expected);
    else expect(expected).toContain(outcome);
  });

  it.each([
    ['no body', respond('HTTP/1.1 200 OK\r\n\r\n')],
    ['a body of 10 GB', (socket: Socket) => void socket.once('data', () => flood(socket))],
  ])('returns at once after a 200 with %s if the body is not requested (F25)', async (_name, onConnection) => {
    let onClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (onClosed = resolve));
    const server = await raw((socket) => {
      socket.once('close', onClosed);
      onConnection(socket);
    });
    const before = process.memoryUsage().rss;
    const { status, body } = await clientFor(server).request(server.origin, { maxBytes: null, timeoutMs: ENDLESS_MS });
    expect([status, body.length]).toEqual([200, 0]);
    await closed;
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it.each([
    [10, 'the body is read', 1_000_000, 200],
    [11, 'the body is read', 1_000_000, 'network'],
    [10, 'the body is not read', null, 200],
    [11, 'the body is not read', null, 'network'],
  ])(
    'after %i informational responses, if %s (maxBytes %p), the outcome is %p',
    async (count, _what, maxBytes, expected) => {
      const early = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(count);
      const server = await raw(respondAndEnd(`${early}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`));
      const outcome = await clientFor(server)
        .request(server.origin, { maxBytes, timeoutMs: ENDLESS_MS })
        .then(
          ({ status }) => status,
          (error: unknown) => (error instanceof EgressError ? error.kind : error),
        );
      expect(outcome).toBe(expected);
    },
  );

  it.each<[string, Buffer, string]>([
    ['a plain body over the limit', Buffer.alloc(2_000_000, 'a'), ''],
    ['a gzip bomb (200 MB in 200 KB)', gzipSync(Buffer.alloc(200_000_000)), 'gzip'],
    ['a deflate bomb', deflateSync(Buffer.alloc(50_000_000)), 'deflate'],
    ['a gzip bomb inside a gzip bomb', gzipSync(gzipSync(Buffer.alloc(100_000_000))), 'gzip, gzip'],
    ['an empty body that is 20 MB long between its two codings', gzipSync(EMPTY_MEMBERS), 'gzip, gzip'],
  ])('fails with too_large for %s', async (_name, body, encoding) => {
    const server = await http((_request, response) => {
      response.on('error', () => undefined);
      response.writeHead(200, encoding === '' ? {} : { 'content-encoding': encoding }).end(body);
    });
    const before = process.memoryUsage().rss;
    expect((await failure(clientFor(server).request(server.origin, { maxBytes: 1_000_000 }))).kind).toBe('too_large');
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * 1024 * 1024);
  });

  it('rejects when the caller aborts before or during the request', async () => {
    const server = await raw(() => undefined);
    const stop = new AbortController();
    const request: EgressRequest = { signal: stop.signal };
    const running = failure(clientFor(server).request(server.origin, request));
    setTimeout(() => stop.abort(), 50);
    expect((await running).kind).toBe('aborted');
    expect((await failure(clientFor(server).request(server.origin, request))).kind).toBe('aborted');
  });
});

function flood(socket: Socket): void {
  const block = Buffer.alloc(1_000_000, 'a');
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n');
  const more = () => {
    while (!socket.destroyed && socket.write(block));
  };
  socket.on('drain', more);
  more();
}

describe('guarded client: TLS (fault F27)', () => {
  const good = makeCertificate('DNS:localhost');
  const expired = makeCertificate('DNS:localhost', { expired: true });
  const otherName = makeCertificate('DNS:other.example.com');
  const title = good === null ? 'skipped: no openssl on this machine' : 'certificates and handshakes';
  (good === null ? describe.skip : describe)(title, () => {
    const requestTo = async (server: LocalServer, trusted: string | undefined) => {
      stops.push(server.stop);
      const origin = `https://localhost:${server.port}`;
      const client = new GuardedClient({
        exemptOrigins: [origin],
        authorities: trusted === undefined ? [] : [trusted],
      });
      return client.request(origin, { timeoutMs: ENDLESS_MS });
    };

    it('accepts a certificate of a trusted authority for this name', async () => {
      const { status, body, certificateEndsAt } = await requestTo(await startTls({ ...good }), good?.cert);
      expect([status, body.toString()]).toEqual([200, 'ok']);
      expect(certificateEndsAt).toEqual(new Date(new X509Certificate(good?.cert ?? '').validTo));
    });

    it.each([
      ['self-signed certificate', good, false, {}, /SELF_SIGNED|UNABLE_TO_VERIFY/],
      ['expired certificate', expired, true, {}, /EXPIRED/],
      ['certificate for another name', otherName, true, {}, /ALTNAME/],
      [
        'connection over TLS 1.1',
        good,
        true,
        { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
        /PROTOCOL|VERSION|EPROTO/,
      ],
    ] as const)('refuses a %s', async (_name, certificate, trusted, options, reason) => {
      process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
      try {
        const error = await failure(
          requestTo(await startTls({ ...certificate, ...options }), trusted ? certificate?.cert : undefined),
        );
        expect([error.kind, error.message]).toEqual(['network', expect.stringMatching(reason)]);
      } finally {
        delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      }
    });

    it.each([
      ['closes in the handshake', (socket: Socket) => void socket.once('data', () => socket.destroy()), 'network'],
      ['never responds to the handshake (limited here by the total timeout)', () => undefined, 'timeout'],
    ])('fails for a server that %s', async (_name, onConnection, kind) => {
      const server = await startRaw(onConnection);
      stops.push(server.stop);
      const origin = `https://127.0.0.1:${server.port}`;
      const client = new GuardedClient({ exemptOrigins: [origin] });
      expect((await failure(client.request(origin, { timeoutMs: 500 }))).kind).toBe(kind);
    });
  });
});
