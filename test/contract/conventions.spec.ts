// cspell:ignore Fprobes nmae
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { eventually } from '@test/support/eventually';
import type { TestAccount, TestApp } from '@test/support/test-app';
import { PATH, probeApp, raw } from './probe/probe-app';
import { parseList } from 'structured-headers';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('wire conventions (contract §5, §7, §1.2)', () => {
  const probe = probeApp();
  const { read, write, expectError } = probe;
  let app: TestApp;
  let account: TestAccount;
  beforeAll(() => {
    ({ app, account } = probe.current());
  });

  describe('paths and methods', () => {
    it.each([
      '/v1/probes',
      '/v4/probes',
      '/v3',
      '/v3/',
      '/v3/probes/',
      '//v3/probes',
      '/v3//probes',
      '/V3/probes',
      '/v3/Probes',
      '/v3%2Fprobes',
      '/v3/probes/1/2',
      '/probes',
      '/health/',
      '/../etc/passwd',
      '/%00',
      '/%ff',
    ])('%s gives 404', async (path) => {
      const answer = await raw(
        app,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${account.full}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 404/);
      expect(answer.endsWith('{"detail":"Not found","code":"not_found"}')).toBe(true);
    });

    it.each([
      ['put', PATH, 'DELETE, GET, HEAD, OPTIONS, POST'],
      ['patch', PATH, 'DELETE, GET, HEAD, OPTIONS, POST'],
      ['post', `${PATH}/1`, 'GET, HEAD, OPTIONS'],
      ['delete', '/health', 'GET, HEAD, OPTIONS'],
      ['post', '/health/read', 'GET, HEAD, OPTIONS'],
      ['delete', '/v3/account', ''],
    ] as const)('%s %s gives 405 with Allow: %s', async (method, path, allow) => {
      const answer = await app.agent[method](path);
      if (allow === '') return expect(answer.status).not.toBe(405);
      expect(answer.status).toBe(405);
      expectError(answer.body, 'method_not_allowed');
      expect(answer.headers['allow']).toBe(allow);
    });

    it('a method that a route lacks gives 405; OPTIONS gives 204', async () => {
      for (const method of ['PUT', 'PATCH', 'TRACE', 'PROPFIND', 'PURGE', 'LOCK', 'SEARCH']) {
        expect(await raw(app, `${method} ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
          /^HTTP\/1\.1 405/,
        );
      }
      expect(await raw(app, `OPTIONS ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 204/,
      );
    });

    it('HEAD gives the status of GET without a body', async () => {
      const answer = await app.agent.head(`${PATH}/1`).set('X-API-Key', account.readOnly).expect(200);
      expect(answer.text ?? '').toBe('');
      await app.agent.head(`${PATH}/1`).expect(401);
    });

    it.each([
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      '%2B1',
      '%201',
      '1%20',
      '%EF%BC%91',
      '9007199254740992',
      '9223372036854775808',
      '1'.repeat(400),
      'null',
      'undefined',
      'NaN',
      '1;drop',
      '1%00',
      '%F0%9F%98%80',
      '1%2F2',
      '01',
    ])('the path id %s gives 422', async (id) =>
      expectError((await read(`${PATH}/${id}`).expect(422)).body, 'validation_error'),
    );

    it.each(['1', '2147483648', '9007199254740991'])('the path id %s is accepted', async (id) => {
      expect([200, 404]).toContain((await read(`${PATH}/${id}`)).status);
    });
  });

  describe('bodies', () => {
    const send = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
      write()
        .set(headers)
        .serialize((value: unknown) => value as string)
        .send(body);

    it.each<[string, string | Buffer, Record<string, string>]>([
      ['null', 'null', JSON_TYPE],
      ['an array', '[]', JSON_TYPE],
      ['a string', '"x"', JSON_TYPE],
      ['a truncated document', '{"name":', JSON_TYPE],
      ['two documents', '{"name":"a"}{}', JSON_TYPE],
      ['a BOM', '\ufeff{"name":"a"}', JSON_TYPE],
      ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), JSON_TYPE],
      [
        'a document in UTF-16',
        Buffer.from('{"name":"a"}', 'utf16le'),
        { 'Content-Type': 'application/json; charset=utf-16' },
      ],
      ['another charset', '{"name":"a"}', { 'Content-Type': 'application/json; charset=iso-8859-1' }],
      ['a form', 'name=a', { 'Content-Type': 'application/x-www-form-urlencoded' }],
      ['text', '{"name":"a"}', { 'Content-Type': 'text/plain' }],
      [
        'a document compressed with gzip',
        gzipSync('{"name":"a"}'),
        { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      ],
      [
        'a gzip bomb',
        gzipSync(Buffer.alloc(50_000_000)),
        { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      ],
      ['a list 10 000 levels deep', `{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, JSON_TYPE],
      ['a body of more than 1 MiB', `{"name":"${'a'.repeat(1024 * 1024)}"}`, JSON_TYPE],
      ['a body of 10 MB', `{"name":"${'a'.repeat(10_000_000)}"}`, JSON_TYPE],
    ])('%s gives 400 bad_request', async (_, body, headers) => {
      const answer = await send(body, headers);
      expect(answer.status).toBe(400);
      expectError(answer.body, 'bad_request');
    });

    it.each<[string, object]>([
      ['an unknown field', { name: 'a', nmae: 'b' }],
      ['an unknown nested field', { name: 'a', links: [{ url: 'u', id: 1 }] }],
      ['a server-owned field', { name: 'a', account_id: 1 }],
      ['a number instead of a string', { name: 1 }],
      ['a string with NUL', { name: 'a\u0000' }],
      ['too many items', { name: 'a', links: [{ url: 'u' }, { url: 'u' }, { url: 'u' }] }],
    ])('%s gives 422 validation_error', async (_, body) =>
      expectError((await write().send(body).expect(422)).body, 'validation_error'),
    );

    it('__proto__ and constructor are unknown fields and do not pollute prototypes', async () => {
      for (const body of [
        '{"name":"a","__proto__":{"polluted":1}}',
        '{"name":"a","constructor":{"prototype":{"polluted":1}}}',
      ]) {
        expectError((await send(body)).body, 'validation_error');
      }
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    });

    it('an escaped lone surrogate gives 422', async () =>
      expectError((await send('{"name":"\\ud800"}')).body, 'validation_error'));

    it('a missing body gives 400 if a field is required, and is accepted if all fields are optional', async () => {
      expectError((await write().expect(400)).body, 'bad_request');
      await app.agent.delete(PATH).set('X-API-Key', account.full).expect(204);
      await app.agent
        .delete(PATH)
        .set('X-API-Key', account.full)
        .send({ ids: [1] })
        .expect(204);
      await app.agent
        .delete(PATH)
        .set('X-API-Key', account.full)
        .send({ ids: [13] })
        .expect(404);
    });

    it('application/json with utf-8 in any spelling is accepted', async () => {
      for (const type of [
        'application/json',
        'Application/JSON; charset=UTF-8',
        'application/json;charset="utf-8"',
        'application/merge-patch+json',
      ]) {
        await send('{"name":"a"}', { 'Content-Type': type }).expect(201);
      }
    });

    it('the process still runs after these requests', async () =>
      void (await app.agent.get('/health').expect(200, { status: 'healthy' })));
  });

  describe('queries', () => {
    it.each([
      ['limit=0', 422, 'validation_error'],
      ['limit=1&limit=2', 400, 'bad_request'],
      ['search=%ff', 400, 'bad_request'],
      ['limit[]=5', 422, 'validation_error'],
      ['min_rating=NaN', 422, 'validation_error'],
    ])('?%s gives %i %s', async (query, status, code) =>
      expectError((await read(`${PATH}?${query}`).expect(status)).body, code),
    );

    it('unknown parameters are ignored and the response repeats limit and offset (contract §1.2)', async () => {
      await read(`${PATH}?whatever=1&whatever=2&limit=7&offset=3`).expect(200, {
        data: [],
        total: 0,
        limit: 7,
        offset: 3,
        has_next: false,
      });
    });
  });

  describe('headers', () => {
    it.each([
      ['abc-123', true],
      ['x'.repeat(128), true],
      ['x'.repeat(129), false],
      ['with space', false],
      ['', false],
    ])('the response repeats X-Request-Id "%s": %s', async (id, isRepeated) => {
      const answer = await app.agent.get('/health').set('X-Request-Id', id);
      if (isRepeated) expect(answer.headers['x-request-id']).toBe(id);
      else expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('responses to requests with a key have no-store and the rate headers; public endpoints have no rate headers', async () => {
      const keyed = await read(PATH);
      expect(keyed.headers).toMatchObject({
        'cache-control': 'no-store',
        'ratelimit-limit': '100000',
        'ratelimit-policy': '"key";q=100000;w=60',
        'x-content-type-options': 'nosniff',
      });
      expect(keyed.headers['x-powered-by']).toBeUndefined();
      const names = Object.keys((await app.agent.get('/health')).headers as object);
      expect(names.filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    });

    it('the structured rate fields say the same as the three older ones (§5.4)', async () => {
      const { headers } = (await read(PATH)) as { headers: Readonly<Record<string, string>> };
      // draft-ietf-httpapi-ratelimit-headers-10: Lists of Strings, whose parameters are non-negative Integers.
      const policies = parseList(headers['ratelimit-policy'] ?? '');
      const states = parseList(headers['ratelimit'] ?? '');
      expect(policies).toEqual([
        [
          'key',
          new Map([
            ['q', Number(headers['ratelimit-limit'])],
            ['w', 60],
          ]),
        ],
      ]);
      expect(states).toEqual([
        [
          'key',
          new Map([
            ['r', Number(headers['ratelimit-remaining'])],
            ['t', Number(headers['ratelimit-reset'])],
          ]),
        ],
      ]);
    });

    it('the ETag does not depend on generated_at', async () => {
      const first = await read(`${PATH}/tagged`).expect(200);
      const tag = String(first.headers['etag']);
      expect(tag).toMatch(/^W\/"/);
      for (const header of [tag, `"x", ${tag}`, '*', tag.replace('W/', '')]) {
        const answer = await read(`${PATH}/tagged`).set('If-None-Match', header).expect(304);
        expect(answer.text).toBe('');
      }
      await read(`${PATH}/tagged`).set('If-None-Match', '"other"').expect(200);
    });

    it('an endpoint that does not declare an ETag sends none', async () => {
      expect((await read(PATH).expect(200)).headers['etag']).toBeUndefined();
    });

    it('a keep-alive connection stays open after a 404', async () => {
      const request = `GET /v3/nothing HTTP/1.1\r\nHost: x\r\n\r\n`;
      const answer = await raw(app, `${request}GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
    });
  });

  describe('malformed requests', () => {
    it.each([
      ['a request that is not HTTP', 'HELLO\r\n\r\n'],
      ['a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n'],
      [
        'two Content-Length headers',
        'POST /v3/probes HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
      ],
      [
        'Content-Length together with Transfer-Encoding',
        'POST /v3/probes HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      ['a header of 20 KB', `GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
      ['an unknown expectation', 'GET /health HTTP/1.1\r\nHost: x\r\nExpect: everything\r\nConnection: close\r\n\r\n'],
    ])('%s gives 400 with {detail, code}', async (_, bytes) => {
      const answer = await raw(app, bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 400/);
      expectError(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)), 'bad_request');
      expect(answer).toMatch(/^X-Request-Id: [\x21-\x7e]{1,128}\r$/m);
      for (const name of ['Content-Security-Policy', 'Strict-Transport-Security', 'X-Content-Type-Options'])
        expect(answer).toMatch(new RegExp(`^${name}: `, 'm'));
    });

    it('an unknown expectation keeps the request id', async () => {
      const bytes = 'GET /health HTTP/1.1\r\nHost: x\r\nExpect: everything\r\nX-Request-Id: mine\r\n\r\n';
      expect(await raw(app, bytes)).toMatch(/^X-Request-Id: mine\r$/m);
    });

    it('a request without Host is accepted', async () => {
      expect(await raw(app, 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/);
    });
  });

  describe('internal errors', () => {
    it('an unexpected error gives 500 without its message, and is logged with its stack and the request id', async () => {
      const answer = await read(`${PATH}/broken`).set('X-Request-Id', 'find-me').expect(500);
      expectError(answer.body, 'internal_error');
      expect(answer.text).not.toContain('hunter2');
      const line = app.logLines.find(
        (candidate) => candidate['request_id'] === 'find-me' && candidate['level'] === 'error',
      );
      expect(JSON.stringify(line)).toContain('probe.module');
      expect(JSON.stringify(app.logLines)).not.toContain(account.readOnly);
    });

    it('a request waits for a free connection while the pool is full, and /health does not (contract §5.5)', async () => {
      let released = 0;
      const hold = (): Promise<number> => read(`${PATH}/slow`).then((answer) => ((released += 1), answer.status));
      const holders = Array.from({ length: 8 }, hold);
      const watcher = new pg.Client({ connectionString: app.databaseUrl });
      await watcher.connect();
      await eventually('a full pool', 60_000, async () => {
        const { rowCount } = await watcher.query(
          "select from pg_stat_activity where query like 'select pg_sleep(10)%' and state = 'active' and datname = current_database()",
        );
        return rowCount === 8;
      });
      await watcher.end();
      const waiting = read('/v3/account').then((answer) => answer.status);
      await app.agent.get('/health').expect(200);
      expect(released).toBe(0);
      expect(await waiting).toBe(200);
      expect(released).toBeGreaterThan(0);
      expect(await Promise.all(holders)).toEqual(holders.map(() => 503));
    });
  });
});
