import { GuardedClient } from '@libs/egress';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { retryAfterMs } from './response-status';
import { HttpTools, type HttpToolsOptions } from './http-tools';
import { Blocked, Changed, Gone, SourceError, Temporary, Throttled } from './source-errors';
import type { SourceRequest, SourceResponse } from './source-http';

const bodyOf = ({ document }: SourceResponse): string => Buffer.from(document.bytes).toString();
const FACTS = { slug: 'shelf', hosts: ['shelf.example.com', 'go.shelf.example.net'] };

describe('HttpTools (source-http.ts, contract §10, §12.2)', () => {
  let server: LocalServer;
  let respond: RequestListener;
  let received: IncomingMessage[];
  let permits: number;

  beforeEach(async () => {
    received = [];
    permits = 0;
    server = await startHttp((request, response) => {
      received.push(request);
      respond(request, response);
    });
  });
  afterEach(() => server.stop());

  const tools = (options: Partial<HttpToolsOptions> = {}) =>
    new HttpTools({
      client: new GuardedClient({ exemptOrigins: [server.origin] }),
      facts: FACTS,
      origin: server.origin,
      permit: async () => void (permits += 1),
      signal: new AbortController().signal,
      version: '1.2.3',
      timeoutMs: 400,
      ...options,
    });
  const respondWith =
    (status: number, headers: Record<string, string> = {}, body = '') =>
    (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(status, headers).end(body);
  const redirectAlong =
    (chain: Record<string, string>, status = 302) =>
    (request: IncomingMessage, response: ServerResponse) => {
      const location = chain[request.url ?? ''];
      if (location === undefined) response.end('arrived');
      else response.writeHead(status, { location }).end();
    };
  const failureOf = (request: Promise<unknown>): Promise<unknown> =>
    request.then(
      () => 'no failure',
      (error: unknown) => error,
    );

  it('sends path, query and the platform’s host to the operator’s origin, and returns the platform’s address (contract §12.2)', async () => {
    respond = respondWith(200, { 'Content-Type': 'application/json', 'X-Page': '2' }, '{"a":1}');
    const response = await tools().request('https://www.shelf.example.com/p%20q/?a=1&b=ü#x', {
      headers: { Accept: 'a/b' },
    });
    expect(received[0]).toMatchObject({ method: 'GET', url: '/p%20q/?a=1&b=%C3%BC' });
    expect(received[0]?.headers).toMatchObject({
      'x-hrev-original-host': 'www.shelf.example.com',
      'user-agent': 'hrev/1.2.3 (+https://github.com/hrev/hrev)',
      accept: 'a/b',
    });
    expect(response).toMatchObject({
      status: 200,
      url: 'https://www.shelf.example.com/p%20q/?a=1&b=%C3%BC#x',
      headers: { 'x-page': '2' },
    });
    expect(response.document.contentType).toBe('application/json');
    expect(bodyOf(response)).toBe('{"a":1}');
  });

  it('accepts another user agent from the adapter', async () => {
    respond = respondWith(200);
    await tools().request('https://shelf.example.com/', { headers: { 'User-Agent': 'shelf-app/1' } });
    expect(received[0]?.headers['user-agent']).toBe('shelf-app/1');
  });

  it.each([
    ['another host', 'https://other.example.com/'],
    ['a host with the same ending', 'https://evilshelf.example.com/'],
    ['a longer host', 'https://shelf.example.com.evil.com/'],
    ['another scheme', 'ftp://shelf.example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['an invalid address', 'shelf'],
    ['the address of the stand-in', 'http://127.0.0.1/'],
  ])('refuses %s without waiting for a permit', async (_name, url) => {
    expect(await failureOf(tools().request(url))).toBeInstanceOf(Blocked);
    expect([permits, received.length]).toEqual([0, 0]);
  });

  it.each<[number, Record<string, string>, new (...args: never[]) => SourceError, string]>([
    [404, {}, Gone, 'page_not_found'],
    [410, {}, Gone, 'page_not_found'],
    [401, {}, Blocked, 'blocked'],
    [403, {}, Blocked, 'blocked'],
    [451, {}, Blocked, 'blocked'],
    [429, { 'retry-after': '7' }, Throttled, 'rate_limited'],
    [408, {}, Temporary, 'timeout'],
    [500, {}, Temporary, 'network'],
    [503, { 'retry-after': '7' }, Temporary, 'network'],
    [599, {}, Temporary, 'network'],
    [400, {}, Changed, 'parse_error'],
    [418, {}, Changed, 'parse_error'],
    [304, {}, Changed, 'parse_error'],
    [302, {}, Changed, 'parse_error'],
  ])('throws the error class for status %i', async (status, headers, type, code) => {
    respond = respondWith(status, headers);
    const error = await failureOf(tools().request('https://shelf.example.com/'));
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ code, message: `shelf answered ${status}` });
  });

  it('returns accepted statuses, including redirects', async () => {
    respond = respondWith(302, { location: '/elsewhere' }, 'moved');
    const redirectResponse = await tools().request('https://shelf.example.com/', { accept: [302] });
    expect([redirectResponse.status, bodyOf(redirectResponse)]).toEqual([302, 'moved']);
    respond = respondWith(404, {}, 'no app');
    const notFoundResponse = await tools().request('https://shelf.example.com/', { accept: [404] });
    expect([notFoundResponse.status, bodyOf(notFoundResponse)]).toEqual([404, 'no app']);
  });

  it.each([
    ['a path', '/b', 'https://shelf.example.com/b'],
    ['a relative path', 'b', 'https://shelf.example.com/b'],
    ['another host of the source', 'https://go.shelf.example.net/b', 'https://go.shelf.example.net/b'],
    ['the address of the stand-in', 'ORIGIN/b', 'https://shelf.example.com/b'],
  ])('follows a redirect to %s and waits for a permit for each hop', async (_name, location, finalUrl) => {
    respond = redirectAlong({ '/a': location.replace('ORIGIN', server.origin) });
    const response = await tools().request('https://shelf.example.com/a');
    expect([response.url, bodyOf(response)]).toEqual([finalUrl, 'arrived']);
    expect([permits, received.map(({ url }) => url)]).toEqual([2, ['/a', '/b']]);
    expect(received[1]?.headers['x-hrev-original-host']).toBe(new URL(finalUrl).hostname);
  });

  it.each([
    'https://login.example.com/',
    'http://127.0.0.1:1/',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    'https://shelf.example.com@evil.com/',
    'http://[',
  ])('does not follow a redirect to %s', async (location) => {
    respond = redirectAlong({ '/a': location });
    expect(await failureOf(tools().request('https://shelf.example.com/a'))).toBeInstanceOf(Blocked);
    expect(received).toHaveLength(1);
  });

  it('follows at most five redirects', async () => {
    const chain = { '/0': '/1', '/1': '/2', '/2': '/3', '/3': '/4', '/4': '/5', '/5': '/6' };
    respond = redirectAlong(chain);
    expect(bodyOf(await tools().request('https://shelf.example.com/1'))).toBe('arrived');
    expect(await failureOf(tools().request('https://shelf.example.com/0'))).toBeInstanceOf(Changed);
  });

  it.each([
    [302, 'GET', undefined],
    [303, 'GET', undefined],
    [307, 'POST', 'q=1'],
    [308, 'POST', 'q=1'],
  ])('after status %i repeats a POST as %s, without credentials for another host', async (status, method, body) => {
    const bodies: string[] = [];
    const chain = redirectAlong({ '/a': 'https://go.shelf.example.net/b' }, status);
    respond = (request, response) => {
      request.on('data', (chunk: Buffer) => bodies.push(chunk.toString()));
      request.on('end', () => chain(request, response));
    };
    await tools().request('https://shelf.example.com/a', {
      method: 'POST',
      body: 'q=1',
      headers: { Cookie: 'a=1', Authorization: 'b', ApiKey: 'c', 'X-API-Key': 'd', 'X-Goog-Api-Key': 'e' },
    });
    const credentials = { cookie: 'a=1', authorization: 'b', apikey: 'c', 'x-api-key': 'd', 'x-goog-api-key': 'e' };
    expect(received[0]?.headers).toMatchObject(credentials);
    expect(received[1]?.method).toBe(method);
    for (const name of Object.keys(credentials)) expect(received[1]?.headers).not.toHaveProperty(name);
    expect(bodies).toEqual(['q=1', ...(body === undefined ? [] : [body])]);
  });

  it('throws Temporary for connection failures and Changed for a body over the limit', async () => {
    respond = () => undefined;
    expect(await failureOf(tools().request('https://shelf.example.com/'))).toMatchObject({
      name: 'Temporary',
      code: 'timeout',
    });
    respond = (request) => request.socket.destroy();
    expect(await failureOf(tools().request('https://shelf.example.com/'))).toMatchObject({
      name: 'Temporary',
      code: 'network',
    });
    respond = respondWith(200, {}, 'x'.repeat(2_000));
    expect(await failureOf(tools({ maxBytes: 1_000 }).request('https://shelf.example.com/'))).toBeInstanceOf(Changed);
  });

  it('throws Blocked if the stand-in’s origin is not exempt (contract §11)', async () => {
    expect(
      await failureOf(tools({ client: new GuardedClient() }).request('https://shelf.example.com/')),
    ).toBeInstanceOf(Blocked);
    expect(server.connections()).toBe(0);
  });

  it('rejects with the error of the permit and sends nothing', async () => {
    const permitError = new Throttled('daily ceiling', 60_000);
    const http = tools({ permit: () => Promise.reject(permitError) });
    expect(await failureOf(http.request('https://shelf.example.com/'))).toBe(permitError);
    expect(received).toHaveLength(0);
  });

  it('stops when the visit is aborted, before and during a request', async () => {
    const stop = new AbortController();
    // Aborts after the request was received.
    respond = () => stop.abort();
    const http = tools({ signal: stop.signal, timeoutMs: 5_000 });
    const pendingRequest = failureOf(http.request('https://shelf.example.com/'));
    expect(await pendingRequest).toMatchObject({ name: 'Temporary', message: 'The visit was stopped' });
    expect(await failureOf(http.request('https://shelf.example.com/'))).toBeInstanceOf(Temporary);
    expect(received).toHaveLength(1);
  });

  it('counts requests and bytes', async () => {
    respond = redirectAlong({ '/a': '/b' });
    const http = tools();
    await http.request('https://shelf.example.com/a');
    expect(http.traffic).toMatchObject({ requests: 2 });
    expect(http.traffic.bytesIn).toBeGreaterThan(100);
    expect(http.traffic.bytesOut).toBeGreaterThan(100);
  });
});

describe('HttpTools on kept connections', () => {
  /** Ends the exchange `nth` (from 1) of a connection; `respond` sends the response. */
  type Server = (nth: number, request: IncomingMessage, response: ServerResponse) => void;

  const stops: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  /** A server that knows which request of its connection it serves, and visits that share a client. */
  async function start(serve: Server) {
    const received: IncomingMessage[] = [];
    const counts = new Map<object, number>();
    const server = await startHttp((request, response) => {
      received.push(request);
      const nth = (counts.get(request.socket) ?? 0) + 1;
      counts.set(request.socket, nth);
      serve(nth, request, response);
    });
    const client = new GuardedClient({ exemptOrigins: [server.origin] });
    stops.push(server.stop, () => client.close());
    const permit = jest.fn(() => Promise.resolve());
    const visit = () =>
      new HttpTools({
        ...{ client, permit, facts: FACTS, origin: server.origin, version: '1.2.3', timeoutMs: 2_000 },
        signal: new AbortController().signal,
      });
    return { server, received, permit, visit };
  }
  const get = (http: HttpTools, request: SourceRequest = {}) => http.request('https://shelf.example.com/', request);
  const respond: Server = (_nth, _request, response) => void response.end('page');
  const reset: Server = (_nth, request) => void request.socket.resetAndDestroy();
  const fin: Server = (_nth, request) => void request.socket.end();
  /** Serves `first` for the first request of each connection, and `later` for the others. */
  const firstThen =
    (first: Server, later: Server): Server =>
    (...exchange) =>
      (exchange[0] === 1 ? first : later)(...exchange);

  it('sends the GETs of several visits on one connection, with the headers of the own visit only', async () => {
    const { server, received, visit } = await start(respond);
    const headers = { cookie: 'account=1', authorization: 'Bearer one', 'x-api-key': 'one' };
    await get(visit(), { headers });
    await get(visit());
    expect(server.connections()).toBe(1);
    expect(received[0]?.headers).toMatchObject(headers);
    for (const name of Object.keys(headers)) expect(received[1]?.headers).not.toHaveProperty(name);
  });

  it.each<[string, Server]>([
    [
      'closes each connection after a response without saying so',
      (_nth, { socket }, response) => void response.end('page', () => socket.end()),
    ],
    [
      'closes each connection at once after a response',
      (_nth, { socket }, response) => void response.end('page', () => socket.destroy()),
    ],
    [
      'closes a connection that is idle for a few ms',
      (_nth, { socket }, response) => void response.end('page', () => socket.setTimeout(5)),
    ],
    ['resets the second request of a connection', firstThen(respond, reset)],
    ['closes the connection on its second request', firstThen(respond, fin)],
  ])('no GET fails if the server %s', async (_name, serve) => {
    const { visit } = await start(serve);
    const sent = async (pauses: readonly number[]) => {
      const http = visit();
      const pages: string[] = [];
      for (const ms of pauses) {
        pages.push(bodyOf(await get(http)));
        await pause(ms);
      }
      return pages;
    };
    const pauses = [0, 1, 3, 4, 5, 6, 8, 0, 0, 20];
    const visits = await Promise.all(Array.from({ length: 4 }, () => sent(pauses)));
    expect(visits).toEqual(visits.map(() => pauses.map(() => 'page')));
  });

  it('counts the repetition of a GET as a request and waits for a permit for it', async () => {
    const { received, permit, visit } = await start(firstThen(respond, reset));
    const http = visit();
    await get(http);
    await get(http);
    expect([received.length, permit.mock.calls.length, http.traffic.requests]).toEqual([3, 3, 3]);
  });

  it.each<[string, Server, object, number]>([
    ['resets every request after the first, two', reset, { name: 'Temporary', code: 'network' }, 2],
    ['closes on every request after the first, two', fin, { name: 'Temporary', code: 'network' }, 2],
    [
      'answers 503, one',
      (_nth, _request, response) => void response.writeHead(503).end(),
      { name: 'Temporary', code: 'network' },
      1,
    ],
    ['does not answer, one', () => undefined, { name: 'Temporary', code: 'timeout' }, 1],
    [
      'closes after half of a response head, one',
      (_nth, { socket }) => void socket.end('HTTP/1.1 200 O'),
      { name: 'Temporary', code: 'network' },
      1,
    ],
    [
      'closes after half of a response, one',
      (_nth, { socket }) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nha'),
      { name: 'Temporary', code: 'network' },
      1,
    ],
  ])(
    'a GET on a kept connection fails with the error of the last request if the server %s',
    async (_name, fail, error, requests) => {
      let isFirst = true;
      const { received, visit } = await start((...exchange) => {
        (isFirst ? respond : fail)(...exchange);
        isFirst = false;
      });
      const http = visit();
      await get(http);
      await expect(get(http)).rejects.toMatchObject(error);
      expect(received).toHaveLength(1 + requests);
    },
  );

  it('a GET on a new connection is not repeated', async () => {
    const { received, visit } = await start(reset);
    await expect(get(visit())).rejects.toMatchObject({ name: 'Temporary', code: 'network' });
    expect(received).toHaveLength(1);
  });

  it.each<[string, Server]>([
    ['resets it', reset],
    ['closes the connection', fin],
  ])('a POST has a connection of its own and is not repeated if the server %s', async (_name, fail) => {
    const { server, received, visit } = await start((...exchange) =>
      (exchange[1].method === 'POST' ? fail : respond)(...exchange),
    );
    const http = visit();
    await get(http);
    await expect(get(http, { method: 'POST', body: 'q=1' })).rejects.toMatchObject({ code: 'network' });
    expect(received.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(server.connections()).toBe(2);
  });

  it('a POST leaves no connection', async () => {
    const { server, visit } = await start(respond);
    const http = visit();
    await get(http, { method: 'POST', body: 'q=1' });
    await get(http);
    expect(server.connections()).toBe(2);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['7', 7_000],
    ['0', 0],
    ['999999', 3_600_000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Thu, 01 Jan 2026 09:00:00 GMT', 3_600_000],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('converts %j to %s ms', (value, expected) => {
    expect(retryAfterMs(value, now)).toBe(expected);
  });
});
