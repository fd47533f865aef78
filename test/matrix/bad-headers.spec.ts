// cspell:ignore AAMAAA AARAAAAAAAIAAAAA
import { wholeChecksum } from '@test/support/matrix-checksum';
import { comparable, errorProblems, faultsLogged, MatrixCaller, statusAndCodeOf } from '@test/support/matrix-caller';
import { exchange, inParallel, send } from '@test/support/matrix-wire';
import {
  createResources,
  anAccountNamed,
  withMasterKey,
  type Ids,
  type MatrixAccount,
} from '@test/support/matrix-harness';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { documentedInputs } from './documented-inputs';
import { callOf, isWrite, KEYED_ROUTES, ROUTE_TABLE } from './route-table';

type Header = readonly [string, string];

// A test sends hundreds of requests, and the machine may be busy.
describe('bad headers (contract §1.3, §4.1)', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let account: MatrixAccount;
  let ownIds: Ids;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
    account = await withMasterKey(app, await anAccountNamed(app, 'HEADERS'));
    ownIds = await createResources(app, account);
  });

  afterAll(() => app?.close());

  const withKey = (...headers: readonly Header[]): readonly Header[] => [
    ['X-Request-Id', 'the-same'],
    ['X-API-Key', account.full],
    ...headers,
  ];

  describe('X-API-Key', () => {
    const WRONG: readonly (readonly [string, (key: string) => readonly Header[]])[] = [
      ['no key', () => []],
      ['an empty key', () => [['X-API-Key', '']]],
      ['a key of spaces', () => [['X-API-Key', '   ']]],
      ['only the prefix', () => [['X-API-Key', 'hrev_']]],
      [
        'the same key twice',
        (key) => [
          ['X-API-Key', key],
          ['X-API-Key', key],
        ],
      ],
      [
        'two keys, the first wrong',
        (key) => [
          ['X-API-Key', 'x'],
          ['X-API-Key', key],
        ],
      ],
      ['a key with a comma after it', (key) => [['X-API-Key', `${key},`]]],
      ['a key with an additional character', (key) => [['X-API-Key', `${key}0`]]],
      ['a key without its last character', (key) => [['X-API-Key', key.slice(0, -1)]]],
      ['a key in upper case', (key) => [['X-API-Key', key.toUpperCase()]]],
      [
        'a key with one changed character',
        (key) => [['X-API-Key', key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))]],
      ],
      ['a quoted key', (key) => [['X-API-Key', `"${key}"`]]],
      ['a key as Bearer token', (key) => [['Authorization', `Bearer ${key}`]]],
      ['a key after "Bearer"', (key) => [['X-API-Key', `Bearer ${key}`]]],
      ['a key in a cookie', (key) => [['Cookie', `X-API-Key=${key}`]]],
      ['a key of 8 KB', () => [['X-API-Key', 'hrev_'.repeat(1_600)]]],
      ['a key with non-ASCII characters', () => [['X-API-Key', 'hrev_\xe9\xff']]],
      ['a key with SQL', () => [['X-API-Key', "hrev_' or '1'='1"]]],
      ['a key in another header', (key) => [['API-Key', key]]],
    ];

    it.each(WRONG)('%s gives the same 401 on every keyed route, and writes nothing', async (_, headers) => {
      const before = await wholeChecksum(app.database);
      const answers = await inParallel(KEYED_ROUTES, 4, async (row) => {
        const { body, ...call } = callOf(row, ownIds);
        return send(app.address, {
          ...call,
          headers: [['X-Request-Id', 'same'], ...headers(account.full)],
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
      });
      // All requests are sent over connections that close: a 401 with an unread body closes its connection too.
      expect([...new Set(answers.map(comparable))]).toEqual([
        expect.stringMatching(
          /^HTTP\/1\.1 401 [^]*\{"detail":"The API key is missing or not valid","code":"unauthorized"\}$/,
        ),
      ]);
      expect(await wholeChecksum(app.database)).toEqual(before);
    });

    it('a key in the query has no effect', async () => {
      for (const name of ['api_key', 'X-API-Key', 'x-api-key', 'key', 'token']) {
        const answer = await send(app.address, { method: 'GET', path: `/v3/account?${name}=${account.full}` });
        expect(statusAndCodeOf(answer)).toBe('401 unauthorized');
      }
    });
  });

  describe('Idempotency-Key (contract §4.1)', () => {
    const KEYS: readonly (readonly [string, readonly string[], string])[] = [
      ['an empty key', [''], '400 bad_request'],
      ['a key of spaces', ['  '], '400 bad_request'],
      ['a key of one character', ['k'], 'success'],
      ['a key of 255 characters', ['k'.repeat(255)], 'success'],
      ['a key of 256 characters', ['k'.repeat(256)], '400 bad_request'],
      ['a key of 8 KB', ['k'.repeat(8_000)], '400 bad_request'],
      ['a key with a space', ['a b'], '400 bad_request'],
      ['a key with a tab', ['a\tb'], '400 bad_request'],
      ['a key with non-ASCII characters', ['caf\xe9'], '400 bad_request'],
      ['two keys', ['one', 'two'], '400 bad_request'],
      ['the same key twice', ['one', 'one'], '400 bad_request'],
      ['a key of punctuation', ['!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~'], 'success'],
      ['the key __proto__', ['__proto__'], 'success'],
    ];

    it.each(KEYS)('%s gives the expected status on every idempotent route', async (_, keys, expected) => {
      const routes = new Set(
        documentedInputs(app)
          .parameters.filter(({ name }) => name === 'Idempotency-Key')
          .map(({ row }) => row),
      );
      expect(routes.size).toBeGreaterThan(3);
      for (const row of routes) {
        const holder = await anAccountNamed(app, 'KEYS');
        const call = callOf(row, await createResources(app, holder));
        const before = await wholeChecksum(app.database);
        const headers: Header[] = keys.map((key) => ['Idempotency-Key', key]);
        const answer = await new MatrixCaller(app, holder.full).call({ ...call, headers });
        expect([row.route, statusAndCodeOf(answer), check.problems({ ...call, ...answer })]).toEqual([
          row.route,
          expected === 'success' ? String(row.status) : expected,
          [],
        ]);
        if (expected !== 'success') expect(await wholeChecksum(app.database)).toEqual(before);
      }
    });

    it('a GET route ignores the header and its value', async () => {
      for (const row of KEYED_ROUTES.filter((candidate) => !isWrite(candidate) && candidate.access === 'read')) {
        const { method, path } = callOf(row, ownIds);
        const [plain, odd] = [
          await send(app.address, { method, path, headers: withKey() }),
          await send(app.address, { method, path, headers: withKey(['Idempotency-Key', '']) }),
        ];
        expect([row.route, plain.status, odd.status]).toEqual([row.route, row.status, row.status]);
        expect(comparable(odd)).toBe(comparable(plain));
      }
    });
  });

  describe('other headers', () => {
    const IGNORED: readonly (readonly [string, readonly Header[]])[] = [
      [
        'X-HTTP-Method-Override',
        [
          ['X-HTTP-Method-Override', 'DELETE'],
          ['X-Method-Override', 'DELETE'],
          ['X-HTTP-Method', 'DELETE'],
        ],
      ],
      ['an unsupported Accept', [['Accept', 'text/html']]],
      ['an unreadable Accept', [['Accept', ';;;,,,']]],
      ['an unsupported Accept-Encoding', [['Accept-Encoding', 'compress, zstd;q=1, x']]],
      [
        'X-Forwarded-*',
        [
          ['X-Forwarded-For', "127.0.0.1, ' or 1=1"],
          ['X-Forwarded-Host', 'evil.example'],
          ['X-Forwarded-Proto', 'gopher'],
        ],
      ],
      [
        'X-Original-URL',
        [
          ['X-Original-URL', '/v3/admin'],
          ['X-Rewrite-URL', '/v3/admin'],
        ],
      ],
      [
        'Upgrade',
        [
          ['Upgrade', 'h2c'],
          ['HTTP2-Settings', 'AAMAAABkAARAAAAAAAIAAAAA'],
        ],
      ],
      ['Range', [['Range', 'bytes=0-1']]],
      ['a hundred unknown headers', Array.from({ length: 100 }, (_, index): Header => [`X-Some-${index}`, 'x'])],
      ['a second Host', [['Host', 'evil.example']]],
      ['If-None-Match that matches nothing', [['If-None-Match', 'W/"x", "", ,"""']]],
      [
        'a header named __proto__',
        [
          ['__proto__', 'x'],
          ['constructor', 'x'],
        ],
      ],
    ];

    it.each(IGNORED)('%s changes nothing on a route that does not document it', async (_, headers) => {
      const before = await wholeChecksum(app.database);
      const names = new Set(headers.map(([name]) => name));
      const { parameters } = documentedInputs(app);
      const readers = new Set(parameters.filter(({ name }) => names.has(name)).map(({ row }) => row));
      for (const row of ROUTE_TABLE) {
        if (isWrite(row) || row.access === 'session' || readers.has(row)) continue;
        const { method, path } = callOf(row, ownIds);
        const [plain, odd] = [
          await send(app.address, { method, path, headers: withKey() }),
          await send(app.address, { method, path, headers: withKey(...headers) }),
        ];
        expect([row.route, plain.status]).toEqual([row.route, row.status]);
        expect([row.route, comparable(odd)]).toEqual([row.route, comparable(plain)]);
      }
      expect(await wholeChecksum(app.database)).toEqual(before);
    });

    it.each([
      ['visible characters', 'aZ09-_.:/{}~!', true],
      ['128 characters', 'r'.repeat(128), true],
      ['129 characters', 'r'.repeat(129), false],
      ['no characters', '', false],
      ['three characters with a space', 'a b', false],
      ['non-ASCII characters', 'caf\xe9', false],
    ])('the response repeats an X-Request-Id of %s: %s', async (_, id, isRepeated) => {
      for (const path of ['/health', '/v3/account', '/nowhere']) {
        const { headers } = await send(app.address, { method: 'GET', path, headers: [['X-Request-Id', id]] });
        expect(headers['x-request-id'] === id).toBe(isRepeated);
        expect(headers['x-request-id']).toMatch(/^[\x21-\x7e]{1,128}$/);
      }
    });

    const RAW: readonly (readonly [string, string])[] = [
      ['20 KB of headers', `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
      ['a request line of 20 KB', `GET /health?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
      ['an unknown method', 'FOO /health HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['a method in lower case', 'get /health HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['HTTP/9.9', 'GET /health HTTP/9.9\r\nHost: x\r\n\r\n'],
      ['a space in the path', 'GET /v3/ objects HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['a raw control character in the path', 'GET /v3/\x01 HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['a NUL in a header', 'GET /health HTTP/1.1\r\nHost: x\r\nX-A: a\x00b\r\n\r\n'],
      ['a header without a name', 'GET /health HTTP/1.1\r\nHost: x\r\n: a\r\n\r\n'],
      ['a header without a colon', 'GET /health HTTP/1.1\r\nHost: x\r\nX-A\r\n\r\n'],
      ['a bare line feed in a header', 'GET /health HTTP/1.1\r\nHost: x\r\nX-A: a\rb\r\n\r\n'],
      ['TLS on a plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
      ['HTTP/2 without an upgrade', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ];

    it.each(RAW)('%s gives 400 with {detail, code}', async (_, text) => {
      const answer = await exchange(app.address, Buffer.from(text, 'latin1'));
      expect(errorProblems('', answer, '400 bad_request')).toEqual([]);
    });

    it.each([
      ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'],
      ['an empty Host', 'GET /health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
      ['an invalid Host', 'GET /health HTTP/1.1\r\nHost: a b<>"\r\nConnection: close\r\n\r\n'],
      ['no HTTP version', 'GET /health\r\nHost: x\r\nConnection: close\r\n\r\n'],
      ['HTTP/1.0', 'GET /health HTTP/1.0\r\n\r\n'],
      ['the absolute form', 'GET http://evil.example/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ])('a request with %s gives 200', async (_, text) => {
      expect(await exchange(app.address, Buffer.from(text, 'latin1'))).toMatchObject({
        status: 200,
        body: { status: 'healthy' },
      });
    });

    it('a request that is hidden in the body of another one is not executed', async () => {
      const one = `GET /v3/account HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.full}\r\n\r\n`;
      const smuggled = `POST /v3/objects HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.full}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${one}`;
      const before = await wholeChecksum(app.database);
      const answer = await exchange(app.address, Buffer.from(smuggled, 'latin1'), 'POST');
      expect([statusAndCodeOf(answer), answer.raw.match(/HTTP\/1\.1 /g)?.length]).toEqual(['400 bad_request', 1]);
      expect(await wholeChecksum(app.database)).toEqual(before);
    });
  });

  it('after these requests no fault is logged, and the service is ready', async () => {
    expect(faultsLogged(app)).toEqual([]);
    expect((await send(app.address, { method: 'GET', path: '/health/read' })).body).toEqual({ status: 'ready' });
  });
});
