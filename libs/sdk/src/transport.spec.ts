import { eventually } from '@test/support/eventually';
import { ScriptedServer, type ScriptedAnswer } from '@test/support/scripted-server';
import { createRequest, Hrev } from './client';
import type { DeprecationNotice } from './deprecations';
import { HrevConnectionError, HrevError, HrevTimeoutError, isHrevError } from './errors';
import { Resources } from './generated/resources.gen';
import { pause } from './pause';
import { at, queryOf, type Call } from './request';
import { sender, settingsOf, type HrevOptions } from './transport';

/** Requests to a real server on loopback. Waits are recorded and not waited for. */
let server: ScriptedServer;
let waits: number[];

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.stop());
beforeEach(() => (waits = []));

const KEY = 'hrev_test';
const noPause: typeof pause = (ms, signal) => {
  waits.push(ms);
  signal?.throwIfAborted();
  return Promise.resolve();
};
const client = (options: Partial<HrevOptions> = {}, random = 0): Resources =>
  new Resources(
    sender(settingsOf({ baseUrl: server.address, apiKey: KEY, ...options }), { pause: noPause, random: () => random }),
  );

const OK: ScriptedAnswer = { status: 200, body: { data: [] } };
const CREATED: ScriptedAnswer = { status: 201, body: { id: 7 } };
const refusal = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): ScriptedAnswer => ({
  status,
  body: { detail: 'No', code },
  headers: { 'x-request-id': 'r1', ...headers },
});
const body = { name: 'Harbour Hotel' };
const failed = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('a request', () => {
  it('has the key, the path, the query and the body', async () => {
    server.answers({ status: 200, body: { id: 7 } });
    await expect(client({ baseUrl: `${server.address}/proxy/` }).objects.update(7, body)).resolves.toEqual({ id: 7 });
    await client().reviews.list({ source_ids: [1, 2], search: 'a&b', has_text: false });
    expect(server.requests).toMatchObject([
      {
        method: 'PUT',
        url: '/proxy/v3/objects/7',
        headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      { method: 'GET', url: '/v3/reviews?source_ids=1&source_ids=2&search=a%26b&has_text=false', body: '' },
    ]);
    expect(server.requests[1]?.headers).not.toHaveProperty('content-type');
  });

  it('without a body in its response gives undefined', async () => {
    server.answers({ status: 204, body: '' });
    await expect(client().objects.delete(7)).resolves.toBeUndefined();
  });

  it('passes headers on, and its response to onResponse', async () => {
    server.answers({ status: 200, body: { pinned_count: 0 }, headers: { etag: '"b"' } });
    const tags: (string | null)[] = [];
    await client().curation.replacePinnedReviews(
      7,
      { ordered_review_ids: [] },
      { headers: { 'If-Match': '"a"' }, onResponse: ({ headers }) => tags.push(headers.get('etag')) },
    );
    expect([server.requests[0]?.headers['if-match'], tags]).toEqual(['"a"', ['"b"']]);
  });

  it('sends the key to no other address', async () => {
    const other = await ScriptedServer.start();
    other.answers(OK);
    server.answers({ status: 307, body: '', headers: { location: `${other.address}/v3/objects` } });
    const error = await failed(client().objects.list());
    expect([isHrevError(error, 'unexpected_response'), other.requests, waits]).toEqual([true, [], []]);
    await other.stop();
  });

  it('uses the fetch of the settings', async () => {
    const urls: string[] = [];
    const own: typeof fetch = (input) => {
      urls.push(input instanceof Request ? input.url : input.toString());
      return Promise.resolve(new Response('{"status":"healthy"}'));
    };
    await client({ fetch: own }).health.get();
    expect(urls).toEqual([`${server.address}/health`]);
  });
});

describe('createRequest: requests by method and path', () => {
  it('has the parts of the call, and the key', async () => {
    server.answers({ status: 200, body: { data: [7] } });
    const request = createRequest({ baseUrl: server.address, apiKey: KEY });
    await expect(request({ method: 'GET', path: '/v2/groups', query: { limit: 1 } })).resolves.toEqual({ data: [7] });
    expect(server.requests).toMatchObject([{ url: '/v2/groups?limit=1', headers: { 'x-api-key': KEY } }]);
  });

  it('has no key without apiKey', async () => {
    server.answers(OK);
    await createRequest({ baseUrl: server.address })({ method: 'GET', path: '/v3/objects' });
    expect(server.requests[0]?.headers).not.toHaveProperty('x-api-key');
  });

  it('fails with the errors of the client', async () => {
    server.answers(refusal(404, 'not_found'));
    const error = await failed(createRequest({ baseUrl: server.address })({ method: 'GET', path: '/v3/objects/7' }));
    expect(isHrevError(error, 'not_found')).toBe(true);
  });
});

describe('retries', () => {
  const temporary: readonly (readonly [string, ScriptedAnswer])[] = [
    ['429', refusal(429, 'rate_limited')],
    ['500', refusal(500, 'internal_error')],
    ['503', refusal(503, 'service_unavailable')],
    ['the 502 of a proxy', { status: 502, body: '<html>' }],
    ['an ended connection', 'cut'],
  ];
  const calls: readonly (readonly [string, boolean, (hrev: Resources) => Promise<unknown>])[] = [
    ['GET', true, (hrev) => hrev.objects.list()],
    ['PUT', true, (hrev) => hrev.objects.update(7, body)],
    ['DELETE', true, (hrev) => hrev.folders.delete(7)],
    ['POST with an Idempotency-Key', true, (hrev) => hrev.objects.create(body)],
    ['POST without one', false, (hrev) => hrev.webhooks.test(7, {})],
    ['PATCH', false, (hrev) => hrev.folders.update(7, body)],
  ];
  const table = temporary.flatMap(([what, answer]) =>
    calls.map(([call, ...rest]) => [call, what, answer, ...rest] as const),
  );

  it.each(table)('%s after %s', async (_, __, answer, isRepeated, send) => {
    server.answers(answer, OK);
    const error = await failed(send(client()));
    expect([error === null, server.requests.length, waits.length]).toEqual(isRepeated ? [true, 2, 1] : [false, 1, 0]);
  });

  it.each([
    [400, 'bad_request'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'idempotency_conflict'],
    [422, 'validation_error'],
  ])('%i %s is not repeated', async (status, code) => {
    server.answers(refusal(status, code));
    const error = await failed(client().objects.create(body));
    expect([isHrevError(error) && error.code, server.requests.length]).toEqual([code, 1]);
  });

  it.each([
    ['seconds', '7', 0, 7_000],
    ['seconds, spread', '7', 1, 7_700],
    ['nothing', '0', 0, 0],
  ])('Retry-After is a lower bound: %s', async (_, value, random, wait) => {
    server.answers(refusal(429, 'rate_limited', { 'retry-after': value }), OK);
    await client({}, random).objects.list();
    expect(waits).toEqual([wait]);
  });

  it('a 429 without Retry-After is repeated when its RateLimit allows', async () => {
    server.answers(refusal(429, 'rate_limited', { ratelimit: '"key";r=0;t=9' }), OK);
    await client().objects.list();
    expect(waits).toEqual([9_000]);
  });

  it('Retry-After may be a date', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    server.answers(refusal(503, 'service_unavailable', { 'retry-after': date }), OK);
    await client().objects.list();
    expect(waits[0]).toBeGreaterThan(20_000);
    expect(waits[0]).toBeLessThanOrEqual(30_000);
  });

  it('a Retry-After beyond the limit is thrown at once', async () => {
    server.answers(refusal(429, 'rate_limited', { 'retry-after': '61' }));
    const error = await failed(client().objects.list());
    expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 61 });
    expect([server.requests.length, waits]).toEqual([1, []]);
  });

  it.each([
    [0, [250, 500, 1_000, 2_000, 4_000, 4_000]],
    [1, [500, 1_000, 2_000, 4_000, 8_000, 8_000]],
  ])('waits double up to 8 seconds, and are spread: %i', async (random, expected) => {
    server.answers('cut');
    await failed(client({ maxRetries: 6 }, random).objects.list());
    expect([server.requests.length, waits]).toEqual([7, expected]);
  });

  it('end after maxRetries, with the last error', async () => {
    server.answers(refusal(500, 'internal_error'), refusal(503, 'service_unavailable'));
    const error = await failed(client().objects.list(undefined, { maxRetries: 1 }));
    expect([isHrevError(error, 'service_unavailable'), server.requests.length]).toEqual([true, 2]);
  });

  it('all attempts have one Idempotency-Key, and each call its own', async () => {
    server.answers('cut', refusal(409, 'idempotency_in_progress'), CREATED, CREATED);
    const hrev = client();
    await hrev.objects.create(body);
    await hrev.links.create(7, { url: 'https://example.com/' });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[\da-f]{32}$/);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('an own Idempotency-Key is sent', async () => {
    server.answers(CREATED);
    await client().objects.create(body, { idempotencyKey: 'order-1' });
    expect(server.requests[0]?.headers['idempotency-key']).toBe('order-1');
    await expect(client().objects.create(body, { idempotencyKey: 'two words' })).rejects.toThrow(TypeError);
  });
});

describe('errors', () => {
  it('of the API have status, code, request and body', async () => {
    server.answers(refusal(404, 'not_found'));
    const error = await failed(client().objects.get(7));
    expect(error).toBeInstanceOf(HrevError);
    expect(error).toMatchObject({
      name: 'HrevError',
      message: 'GET /v3/objects/7: No (404 not_found, request r1)',
      status: 404,
      code: 'not_found',
      requestId: 'r1',
      retryAfter: null,
      details: { detail: 'No', code: 'not_found' },
    });
    expect([isHrevError(error), isHrevError(error, 'not_found'), isHrevError(error, 'conflict')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['a page of a proxy', { status: 403, body: '<html>' }, 403, '<html>'],
    ['JSON in another form', { status: 400, body: { error: 1 } }, 400, { error: 1 }],
    ['a success that is no JSON', { status: 200, body: '<html>' }, 200, '<html>'],
  ] as const)('of others are unexpected_response: %s', async (_, answer, status, details) => {
    server.answers(answer);
    const error = await failed(client().objects.list());
    expect(error).toMatchObject({ code: 'unexpected_response', status, details });
  });

  it('without a response are HrevConnectionError with the cause', async () => {
    const closed = await ScriptedServer.start();
    await closed.stop();
    const error = await failed(client({ baseUrl: closed.address, maxRetries: 0 }).objects.list());
    expect(error).toBeInstanceOf(HrevConnectionError);
    expect(String(error)).toContain('ECONNREFUSED');
    expect((error as Error).cause).toBeInstanceOf(TypeError);
  });

  it('of an attempt that is too slow are HrevTimeoutError, and it is repeated', async () => {
    server.answers('silent', OK);
    await client({ timeoutMs: 50 }).objects.list();
    expect(server.requests).toHaveLength(2);
    server.answers('silent');
    const error = await failed(client().objects.list(undefined, { timeoutMs: 50, maxRetries: 0 }));
    expect(error).toBeInstanceOf(HrevTimeoutError);
    expect(error).toBeInstanceOf(HrevConnectionError);
  });
});

describe('a deprecated endpoint', () => {
  const OLD: ScriptedAnswer = {
    status: 200,
    body: { id: 7 },
    headers: {
      deprecation: '@1796083200',
      sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
      link: '</docs#old>; rel="deprecation"; type="text/html", </v4/objects/7>; rel="successor-version"',
    },
  };

  it('is noticed once, whatever its ids are', async () => {
    const notices: DeprecationNotice[] = [];
    const { objects } = client({ onDeprecation: (notice) => notices.push(notice) });
    server.answers(OLD);
    await objects.get(7);
    await objects.get(8);
    expect(notices).toEqual([
      {
        request: 'GET /v3/objects/{id}',
        since: new Date(Date.UTC(2026, 11, 1)),
        sunset: new Date(Date.UTC(2027, 11, 1)),
        page: `${server.address}/docs#old`,
        successor: `${server.address}/v4/objects/7`,
      },
    ]);
    await objects.update(7, body);
    expect(notices.map(({ request }) => request)).toEqual(['GET /v3/objects/{id}', 'PUT /v3/objects/{id}']);
  });

  it('is noticed if it refuses the request, and with values that cannot be read', async () => {
    const notices: DeprecationNotice[] = [];
    server.answers(refusal(404, 'not_found', { deprecation: 'true', sunset: 'soon', link: 'x' }));
    await failed(client({ onDeprecation: (notice) => notices.push(notice) }).objects.get(7));
    const nothing = { since: null, sunset: null, page: null, successor: null };
    expect(notices).toEqual([{ request: 'GET /v3/objects/{id}', ...nothing }]);
  });

  it('is a warning on the console by default; others are none', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    try {
      server.answers(OLD, OK);
      const { objects } = client();
      await objects.get(7);
      await objects.list();
      expect(warn.mock.calls).toEqual([
        [
          `hrev: GET /v3/objects/{id} is deprecated and may be gone from 2027-12-01 on; use ${server.address}/v4/objects/7 (${server.address}/docs#old)`,
        ],
      ]);
    } finally {
      warn.mockRestore();
    }
  });
});

describe('an AbortSignal', () => {
  it('ends a request, with its reason', async () => {
    server.answers('silent');
    const abort = new AbortController();
    const sent = client().objects.list(undefined, { signal: abort.signal });
    await eventually('the request', 5_000, () => server.requests.length > 0);
    abort.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
    expect(waits).toEqual([]);
  });

  it('ends the wait before an attempt', async () => {
    server.answers('cut');
    const abort = new AbortController();
    const real = sender(settingsOf({ baseUrl: server.address, apiKey: KEY }), {
      pause: (_, signal) => {
        const waiting = pause(3_600_000, signal);
        abort.abort(new Error('enough'));
        return waiting;
      },
      random: () => 0,
    });
    await expect(new Resources(real).objects.list(undefined, { signal: abort.signal })).rejects.toThrow('enough');
    expect(server.requests).toHaveLength(1);
  });

  it('that is aborted before sends nothing', async () => {
    server.answers(OK);
    await expect(client().objects.list(undefined, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(server.requests).toEqual([]);
  });
});

describe('a file', () => {
  const LINES = '{"id":1}\n{"id":2}\n';
  const FILE = {
    status: 200,
    body: LINES,
    headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
  } as const;
  /** The text of a file, read part by part. */
  const textOf = (file: ReadableStream<Uint8Array>): Promise<string> => new Response(file).text();

  it('is a stream of its bytes, which are not read as JSON', async () => {
    server.answers({ ...FILE, headers: { ...FILE.headers, etag: '"export-7"' } });
    const tags: (string | null)[] = [];
    const file = await client().exports.download(7, { onResponse: ({ headers }) => tags.push(headers.get('etag')) });
    expect(file).toBeInstanceOf(ReadableStream);
    expect([await textOf(file), tags]).toEqual([LINES, ['"export-7"']]);
    expect(server.requests).toMatchObject([
      {
        url: '/v3/exports/7/file',
        headers: { 'x-api-key': KEY, accept: 'text/csv, application/x-ndjson, application/json' },
      },
    ]);
  });

  it('may have no bytes, also of a fetch whose response has no body', async () => {
    server.answers({ ...FILE, body: '' });
    expect(await textOf(await client().exports.download(7))).toBe('');
    const own: typeof fetch = () => Promise.resolve(new Response(null, { headers: { 'content-type': 'text/csv' } }));
    expect(await textOf(await client({ fetch: own }).exports.download(7))).toBe('');
  });

  it('of several parts is received while it is read, with a time-out for each part', async () => {
    server.answers({ ...FILE, then: 'silent' });
    const reader = (await client({ timeoutMs: 200 }).exports.download(7)).getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe(LINES);
    const error = await failed(reader.read());
    expect(error).toBeInstanceOf(HrevTimeoutError);
    expect([String(error), server.requests.length]).toEqual([
      'HrevTimeoutError: GET /v3/exports/7/file: no response within 200 ms',
      1,
    ]);
  });

  it('whose connection ends early fails after its first part, and can be continued with Range', async () => {
    const rest = { 'content-type': 'text/csv', 'content-range': 'bytes 9-17/18' };
    server.answers({ ...FILE, then: 'cut' }, { status: 206, body: LINES.slice(9), headers: rest });
    expect(await failed(textOf(await client().exports.download(7)))).toBeInstanceOf(HrevConnectionError);
    expect([server.requests.length, waits]).toEqual([1, []]);
    const headers = { Range: 'bytes=9-', 'If-Range': '"export-7"' };
    expect(await textOf(await client().exports.download(7, { headers }))).toBe(LINES.slice(9));
    expect(server.requests[1]?.headers).toMatchObject({ range: 'bytes=9-', 'if-range': '"export-7"' });
  });

  it.each([
    ['429', refusal(429, 'rate_limited')],
    ['503', refusal(503, 'service_unavailable')],
    ['an ended connection', 'cut'],
  ] as const)('is requested again after %s', async (_, answer) => {
    server.answers(answer, FILE);
    expect(await textOf(await client().exports.download(7))).toBe(LINES);
    expect([server.requests.length, waits.length]).toEqual([2, 1]);
  });

  it.each([
    ['that is not finished', refusal(409, 'conflict'), { status: 409, code: 'conflict', details: { detail: 'No' } }],
    ['without these bytes', refusal(416, 'range_not_satisfiable'), { status: 416, code: 'range_not_satisfiable' }],
    [
      'that is a page',
      { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } },
      { code: 'unexpected_response', details: '<html>' },
    ],
    ['that is JSON', OK, { code: 'unexpected_response' }],
  ] as const)('%s is an error', async (_, answer, error) => {
    server.answers(answer);
    expect(await failed(client().exports.download(7))).toMatchObject(error);
    expect(server.requests).toHaveLength(1);
  });

  it('ends with the signal of its request, with its reason, also between two parts', async () => {
    server.answers({ ...FILE, then: 'silent' });
    const abort = new AbortController();
    const reader = (await client().exports.download(7, { signal: abort.signal })).getReader();
    await reader.read();
    abort.abort(new Error('enough'));
    await expect(reader.read()).rejects.toThrow('enough');
  });

  it('whose reader cancels ends its connection', async () => {
    let sent: AbortSignal | null | undefined;
    let isCanceled = false;
    const parts = new ReadableStream<Uint8Array>({ cancel: () => void (isCanceled = true) });
    const own: typeof fetch = (_, init) => {
      sent = init?.signal;
      return Promise.resolve(new Response(parts, { headers: { 'content-type': 'text/csv' } }));
    };
    const abort = new AbortController();
    await (await client({ fetch: own }).exports.download(7, { signal: abort.signal })).cancel();
    abort.abort();
    // The signal of the request is not listened to any longer.
    expect([isCanceled, sent?.aborted]).toEqual([true, false]);
  });
});

describe('settings', () => {
  it.each([
    ['an address without a protocol', { baseUrl: 'localhost:4738' }],
    ['an address of another protocol', { baseUrl: 'ftp://localhost' }],
    ['an address with a query', { baseUrl: 'http://localhost/?a=1' }],
    ['an empty key', { apiKey: '' }],
    ['a key with a line end', { apiKey: 'hrev_a\n' }],
  ])('%s is a TypeError', (_, wrong) =>
    expect(() => settingsOf({ baseUrl: 'http://localhost', apiKey: KEY, ...wrong })).toThrow(TypeError),
  );

  it('without a key are a TypeError of the client', () => {
    const untyped: unknown = { baseUrl: 'http://localhost', apiKey: undefined };
    expect(() => new Hrev(untyped as HrevOptions)).toThrow(TypeError);
  });
});

describe('paths and queries', () => {
  it('encode their values', () => {
    expect(at`/v3/a/${'x/y?'}/b/${7}`).toBe('/v3/a/x%2Fy%3F/b/7');
    expect(queryOf({ a: undefined, b: null, c: [], d: '' })).toBe('?d=');
  });

  it.each(['', '.', '..', Number.NaN, undefined, null, {}])('a path cannot contain %p', (value) =>
    expect(() => at`/v3/objects/${value as Call['path']}`).toThrow(TypeError),
  );
});
