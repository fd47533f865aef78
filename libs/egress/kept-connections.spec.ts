import { promises as dns } from 'node:dns';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { useFakeTimers } from '@test/support/fake-timers';
import { eventually } from '@test/support/eventually';
import { startHttp, startRaw, type LocalServer } from '@test/support/egress/local-servers';
import type { EgressError } from './egress-error';
import type { EgressRequest } from './egress-message';
import { GuardedClient } from './guarded-client';

/** With `allowPrivate`, names are resolved by the system's look-up, which is mocked to return `answers`. */
const NAME = 'rebind.example.com';
const METADATA = '169.254.169.254';
const REQUEST: EgressRequest = {
  method: 'POST',
  body: 'delivery',
  keepAlive: true,
  maxBytes: null,
  timeoutMs: 600_000,
  policy: { protocols: ['http:'], maxUrlLength: 2_048, allowsPort: () => true },
};

/** A request whose response is read, as those of visits. */
const GET: EgressRequest = {
  method: 'GET',
  keepAlive: true,
  timeoutMs: 600_000,
  policy: { protocols: ['http:'], maxUrlLength: 2_048, allowsPort: () => true },
};

const stops: (() => Promise<void> | void)[] = [];
let client: GuardedClient;
let answers: string[];
let lookups: number;

beforeEach(() => {
  client = new GuardedClient({ allowPrivate: true });
  stops.push(() => client.close());
  answers = ['127.0.0.1'];
  lookups = 0;
  jest.spyOn(dns, 'lookup').mockImplementation((() => {
    const address = answers[Math.min(lookups, answers.length - 1)] ?? '';
    lookups += 1;
    return Promise.resolve([{ address, family: 4 }]);
  }) as unknown as typeof dns.lookup);
});

afterEach(async () => {
  jest.restoreAllMocks();
  for (const stop of stops.splice(0).reverse()) await stop();
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

const post = async (server: LocalServer, options: Partial<EgressRequest> = {}): Promise<number | string> =>
  client.request(`http://${NAME}:${server.port}/`, { ...REQUEST, ...options }).then(
    ({ status }) => status,
    (error: unknown) => (error as { kind: string }).kind,
  );

/** The status and the body's length; or the kind of the error, and whether a kept connection ended without a response. */
const get = async (server: LocalServer, options: Partial<EgressRequest> = {}): Promise<[number | string, unknown]> =>
  client.request(`http://${NAME}:${server.port}/`, { ...GET, ...options }).then(
    ({ status, body }) => [status, body.length],
    (error: unknown) => [(error as EgressError).kind, (error as EgressError).endedKeptConnection],
  );

/** Waits until the previous body is skipped and this many connections are idle. */
async function untilKept(connections: number): Promise<void> {
  await eventually(`${connections} kept connections`, 60_000, () => client.keptConnections === connections);
}

describe('a kept connection', () => {
  const respondOk: RequestListener = (request, response) =>
    void request.resume().once('end', () => response.end('thanks'));

  it('serves several consecutive requests and is checked once', async () => {
    const server = await http(respondOk);
    for (let round = 0; round < 5; round += 1) {
      expect(await post(server)).toBe(200);
      await untilKept(1);
    }
    expect([server.connections(), lookups]).toEqual([1, 1]);
  });

  it('serves one request at a time: concurrent requests open one connection each', async () => {
    const server = await http(respondOk);
    expect(await Promise.all(Array.from({ length: 6 }, () => post(server)))).toEqual(Array(6).fill(200));
    expect(server.connections()).toBe(6);
  });

  it('is not kept unless the caller sets keepAlive', async () => {
    const server = await http(respondOk);
    await post(server, { keepAlive: false });
    expect(client.keptConnections).toBe(0);
    await post(server, { keepAlive: false });
    expect(server.connections()).toBe(2);
  });

  it.each<[string, RequestListener]>([
    ['a response of more than 4 KiB', (_, response) => void response.end(Buffer.alloc(100_000))],
    ['a response with connection: close', (_, response) => void response.setHeader('connection', 'close').end('ok')],
  ])('is closed after %s', async (_, listener) => {
    let onClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (onClosed = resolve));
    const server = await http((request, response) => {
      request.socket.once('close', onClosed);
      listener(request, response);
    });
    expect(await post(server)).toBe(200);
    await closed;
    await untilKept(0);
    expect(await post(server)).toBe(200);
    expect(server.connections()).toBe(2);
  });

  it('is closed if the announced body does not arrive; the request returns at once (F25)', async () => {
    let onClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (onClosed = resolve));
    const server = await raw((socket) => {
      socket.once('close', onClosed).once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n'));
    });
    // Fake timers: the first result must not depend on a timeout.
    useFakeTimers(['Date', 'hrtime', 'performance', 'setInterval']);
    try {
      expect(await post(server)).toBe(200);
      expect(client.keptConnections).toBe(0);
      await jest.advanceTimersByTimeAsync(500);
    } finally {
      jest.useRealTimers();
    }
    await closed;
  });

  it('is closed with its client', async () => {
    let onClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (onClosed = resolve));
    const server = await http((request, response) => {
      request.socket.once('close', onClosed);
      response.end();
    });
    await post(server);
    await untilKept(1);
    client.close();
    expect(client.keptConnections).toBe(0);
    await closed;
  });
});

describe('a kept connection (DNS rebinding)', () => {
  it('stays connected to the checked address if the name resolves to another one later', async () => {
    const server = await http((_, response) => void response.end());
    answers = ['127.0.0.1', METADATA];
    expect(await post(server)).toBe(200);
    await untilKept(1);
    expect(await post(server)).toBe(200);
    expect(lookups).toBe(1);
  });

  it('is replaced after its server has closed it: the next request resolves and checks the name again', async () => {
    const sockets: Socket[] = [];
    const server = await http((request, response) => {
      sockets.push(request.socket);
      response.end();
    });
    answers = ['127.0.0.1', METADATA];
    expect(await post(server)).toBe(200);
    await untilKept(1);
    sockets[0]?.destroy();
    await untilKept(0);
    expect([await post(server), lookups, server.connections()]).toEqual(['refused', 2, 1]);
  });

  it('is replaced if the close of the server has arrived but is not processed yet', async () => {
    const sockets: Socket[] = [];
    const server = await http((request, response) => {
      sockets.push(request.socket);
      response.end();
    });
    answers = ['127.0.0.1', '127.0.0.1', METADATA];
    expect(await post(server)).toBe(200);
    await untilKept(1);
    sockets[0]?.destroy();
    expect([await post(server), lookups, server.connections()]).toEqual([200, 2, 2]);
    await untilKept(1);
    sockets[1]?.destroy();
    expect([await post(server), lookups, server.connections()]).toEqual(['refused', 3, 2]);
  });

  // Contract §6.5: "connection error | Retry with backoff"; contract §11: "never early". The server has read the request.
  it('fails a request if the server closes it during the request; the request is not retried at once', async () => {
    let requests = 0;
    const server = await http((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.destroy();
      else response.end();
    });
    expect(await post(server)).toBe(200);
    await untilKept(1);
    expect([await post(server), lookups, server.connections(), requests]).toEqual(['network', 1, 1, 2]);
    expect([await post(server), lookups, server.connections(), requests]).toEqual([200, 2, 2, 3]);
  });

  it('is not used after half a minute', async () => {
    const server = await http((_, response) => void response.end());
    answers = ['127.0.0.1', METADATA];
    expect(await post(server)).toBe(200);
    await untilKept(1);
    const late = performance.now() + 30_001;
    jest.spyOn(performance, 'now').mockReturnValue(late);
    expect([await post(server), lookups]).toEqual(['refused', 2]);
  });

  it('does not bypass the check of the URL, which is made for every request', async () => {
    const server = await http((_, response) => void response.end());
    expect(await post(server)).toBe(200);
    await untilKept(1);
    const strict = { ...REQUEST, policy: { ...REQUEST.policy, protocols: ['https:'] as const, maxUrlLength: 8 } };
    const refusal = client.request(`http://${NAME}:${server.port}/`, strict as EgressRequest);
    await expect(refusal).rejects.toMatchObject({ kind: 'refused' });
    expect(server.connections()).toBe(1);
  });
});

describe('a kept connection of requests whose responses are read', () => {
  const PAGE = Buffer.alloc(200_000, 'page');

  it.each<[string, RequestListener]>([
    ['a length', (_, response) => void response.setHeader('content-length', PAGE.length).end(PAGE)],
    ['chunks', (_, response) => void response.write(PAGE.subarray(0, 9), () => response.end(PAGE.subarray(9)))],
    ['gzip', (_, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync(PAGE))],
    [
      'gzip and more bytes',
      (_, response) =>
        void response.setHeader('content-encoding', 'gzip').end(Buffer.concat([gzipSync(PAGE), Buffer.alloc(100_000)])),
    ],
    ['an error status', (_, response) => void response.writeHead(503).end(PAGE)],
  ])('serves consecutive requests and is checked once: a body with %s', async (name, listener) => {
    const server = await http(listener);
    const status = name === 'an error status' ? 503 : 200;
    for (let round = 0; round < 5; round += 1) expect(await get(server)).toEqual([status, PAGE.length]);
    expect([server.connections(), lookups, client.keptConnections]).toEqual([1, 1, 1]);
  });

  it('counts the bytes of the request, not of the connection', async () => {
    const server = await http((_, response) => void response.end(PAGE));
    const bytes = async () => {
      const { bytesIn, bytesOut } = await client.request(`http://${NAME}:${server.port}/`, GET);
      return [bytesIn, bytesOut];
    };
    expect(await bytes()).toEqual(await bytes());
    expect(server.connections()).toBe(1);
  });

  const ended =
    (head: string, body: Buffer | string = '') =>
    (socket: Socket): void =>
      void socket.on('data', () =>
        socket.write(Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\n\r\n`), Buffer.from(body)])),
      );
  const gzipAndMore = Buffer.concat([gzipSync('page'), Buffer.alloc(100_000)]);
  it.each<[string, (socket: Socket) => void, Partial<EgressRequest>, [number | string, unknown]]>([
    ['a response to HEAD', ended('200 OK\r\ncontent-length: 9'), { method: 'HEAD' }, [200, 0]],
    ['a response without a body', ended('204 No Content'), {}, [204, 0]],
    [
      'a response with connection: close',
      ended('200 OK\r\nconnection: close\r\ncontent-length: 2', 'ok'),
      {},
      [200, 2],
    ],
    ['a body over the limit', ended('200 OK\r\ncontent-length: 5', 'large'), { maxBytes: 4 }, ['too_large', false]],
    [
      'an invalid encoding',
      ended('200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4', 'page'),
      {},
      ['network', false],
    ],
    [
      'an encoded body that ends before the body on the wire',
      ended(`200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${gzipAndMore.length + 1}`, gzipAndMore),
      { timeoutMs: 1_000 },
      ['timeout', false],
    ],
    [
      'authorization of the connection',
      ended('200 OK\r\ncontent-length: 2', 'ok'),
      { headers: { Authorization: 'Negotiate YII=' } },
      [200, 2],
    ],
    ['no keepAlive', ended('200 OK\r\ncontent-length: 2', 'ok'), { keepAlive: false }, [200, 2]],
  ])('is not kept after %s', async (_name, onConnection, options, outcome) => {
    let onClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (onClosed = resolve));
    const server = await raw((socket) => onConnection(socket.once('close', onClosed)));
    expect(await get(server, options)).toEqual(outcome);
    expect(client.keptConnections).toBe(0);
    await closed;
  });

  it('is not used for a request with authorization of the connection or with `newConnection`', async () => {
    const server = await http((_, response) => void response.end('ok'));
    await get(server);
    await get(server, { headers: { authorization: 'NTLM TlRM' } });
    expect([server.connections(), client.keptConnections]).toEqual([2, 1]);
    await get(server, { newConnection: true });
    expect([server.connections(), client.keptConnections]).toEqual([3, 2]);
  });

  it('is closed by bytes that no request has asked for, and never delivers them', async () => {
    const response = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const server = await raw(
      (socket) => void socket.on('data', () => socket.write(response('own') + response('other'))),
    );
    for (let round = 0; round < 3; round += 1) expect(await get(server)).toEqual([200, 3]);
    expect(server.connections()).toBe(3);
  });

  it.each<[string, (socket: Socket) => void, string, boolean]>([
    ['ends it', (socket) => void socket.end(), 'network', true],
    ['resets it', (socket) => void socket.resetAndDestroy(), 'network', true],
    ['ends it after a byte of the response', (socket) => void socket.end('H'), 'network', false],
    [
      'ends it within the body',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nha'),
      'network',
      false,
    ],
    ['does not respond', () => undefined, 'timeout', false],
  ])('says whether it ended without a response: the server %s', async (_name, end, kind, endedKeptConnection) => {
    let requests = 0;
    const server = await http(({ socket }, response) => {
      requests += 1;
      if (requests === 1) response.end('ok');
      else end(socket);
    });
    expect(await get(server)).toEqual([200, 2]);
    expect(await get(server, { timeoutMs: 1_000 })).toEqual([kind, endedKeptConnection]);
    expect([server.connections(), client.keptConnections]).toEqual([1, 0]);
    // The same end of a new connection is not the end of a kept one.
    expect(await get(server, { timeoutMs: 1_000 })).toEqual([kind, false]);
    expect([server.connections(), requests]).toEqual([2, 3]);
  });

  it('stays connected to the checked address, and its replacement is checked again (DNS rebinding)', async () => {
    const sockets: Socket[] = [];
    const server = await http((request, response) => {
      sockets.push(request.socket);
      response.end('ok');
    });
    answers = ['127.0.0.1', METADATA];
    expect([await get(server), await get(server), lookups]).toEqual([[200, 2], [200, 2], 1]);
    sockets[0]?.destroy();
    expect([await get(server), lookups, server.connections()]).toEqual([['refused', false], 2, 1]);
  });

  it('serves its own origin only', async () => {
    const [one, other] = [
      await http((_, response) => void response.end('a')),
      await http((_, response) => void response.end('bc')),
    ];
    expect([await get(one), await get(other), await get(one)]).toEqual([
      [200, 1],
      [200, 2],
      [200, 1],
    ]);
    expect([one.connections(), other.connections(), client.keptConnections]).toEqual([1, 1, 2]);
  });

  it('is closed after four idle seconds', async () => {
    const server = await http((_, response) => void response.setHeader('keep-alive', 'timeout=600').end('ok'));
    expect(await get(server)).toEqual([200, 2]);
    expect(client.keptConnections).toBe(1);
    await eventually('no kept connection', 8_000, () => client.keptConnections === 0);
  });

  it('is one of at most 64 of its origin', async () => {
    const responses: ServerResponse[] = [];
    const server = await http((_, response) => void responses.push(response));
    const requests = Array.from({ length: 70 }, () => get(server));
    await eventually('70 requests', 30_000, () => responses.length === 70);
    for (const response of responses) response.end('ok');
    expect(await Promise.all(requests)).toEqual(Array(70).fill([200, 2]));
    expect(client.keptConnections).toBe(64);
  });
});
