import { promises as dns } from 'node:dns';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { useFakeTimers } from '@test/support/fake-timers';
import { eventually } from '@test/support/eventually';
import { startHttp, startRaw, type LocalServer } from '@test/support/egress/local-servers';
import { GuardedClient, type EgressRequest } from './guarded-client';

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
