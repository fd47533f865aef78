import { request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { KeysService } from '@src/auth';
import { AccessConnections } from '@src/auth/persistence/access-connections';
import { eventually } from '@test/support/eventually';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const LIMIT = 5;

/** Contract §5.4, §1.3: requests of a key that has used its limit are refused before they are routed, with the same answers. */
describe('requests beyond the limit of a key', () => {
  let app: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: String(LIMIT) } });
  });
  beforeEach(async () => {
    account = await app.anAccount();
  });
  afterAll(() => app?.close());

  const send = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const call = request(`${app.address}${path}`, { method, headers: { 'X-API-Key': account.full, ...headers } });
      call.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      call.on('error', reject).end(body);
    });

  /** Uses the limit, and returns the first refusal of `GET /v3/account`, which passed the guard. */
  async function useLimit(path = '/v3/account'): Promise<Answer> {
    for (let nth = 0; nth < LIMIT; nth += 1) expect((await send('GET', path)).status).toBe(200);
    return send('GET', path);
  }

  /** Without the values that differ between two requests. */
  const comparable = ({ status, headers, text }: Answer): object => {
    const {
      date: _date,
      'x-request-id': id,
      'retry-after': retry,
      'ratelimit-reset': reset,
      ratelimit,
      ...rest
    } = headers;
    expect(ratelimit).toBe(`"key";r=0;t=${String(reset)}`);
    expect([id, retry, reset]).toEqual([expect.any(String), reset, expect.stringMatching(/^([1-9]|[1-5]\d|60)$/)]);
    expect(text.replace(/retry in \d+ s/, '')).toBe(text === '' ? '' : text.replace(`retry in ${String(retry)} s`, ''));
    return { status, rest, text: text.replace(/\d+ s/, '') };
  };

  it('get the same answer before routing as from the guard', async () => {
    const fromGuard = await useLimit();
    const early = await send('GET', '/v3/account');
    expect(fromGuard).toMatchObject({
      status: 429,
      headers: {
        'ratelimit-limit': String(LIMIT),
        'ratelimit-remaining': '0',
        'ratelimit-policy': `"key";q=${LIMIT};w=60`,
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      },
    });
    expect(comparable(early)).toEqual(comparable(fromGuard));
    expect(JSON.parse(early.text)).toEqual({
      detail: expect.stringContaining('5 requests in a minute'),
      code: 'rate_limited',
    });
  });

  it('get the same headers and no body for HEAD, and their own X-Request-Id', async () => {
    await useLimit();
    const get = await send('GET', '/v3/account', { 'X-Request-Id': 'mine' });
    const head = await send('HEAD', '/v3/account', { 'X-Request-Id': 'mine' });
    expect([get.headers['x-request-id'], head.headers['x-request-id'], head.text]).toEqual(['mine', 'mine', '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it.each<[string, string, string, number]>([
    ['an unknown path', 'GET', '/v3/nothing', 404],
    ['an unknown path with a parameter of a route', 'GET', '/v3/objects/1/nothing', 404],
    ['another method', 'POST', '/v3/account', 405],
    ['a path that differs in case', 'GET', '/v3/Account', 404],
    ['a path with a slash at its end', 'GET', '/v3/account/', 404],
    ['a public route', 'GET', '/health', 200],
    ['a route of the guard', 'GET', '/v3/objects?limit=x', 429],
    ['a route of the guard with a malformed path', 'GET', '/v3/objects/%E0%A4%A', 429],
    ['a route of the guard with a parameter', 'GET', '/v3/objects/7', 429],
    ['a write', 'POST', '/v3/objects', 429],
  ])('are judged after path and method, as before: %s', async (_, method, path, status) => {
    await useLimit();
    const first = await send(method, path);
    const second = await send(method, path);
    expect([first.status, second.status]).toEqual([status, status]);
    expect(second.text.replace(/\d+ s/, '')).toBe(first.text.replace(/\d+ s/, ''));
  });

  it('need no query', async () => {
    await useLimit();
    const { lookups, window } = app.app.get(AccessConnections, { strict: false });
    const spies = [jest.spyOn(lookups, 'prepared'), jest.spyOn(window, 'prepared')];
    const queriesBefore = spies.flatMap(({ mock }) => mock.calls).length;
    const answers = await Promise.all(Array.from({ length: 50 }, () => send('GET', '/v3/account')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50);
    expect(spies.flatMap(({ mock }) => mock.calls).length - queriesBefore).toBe(0);
    for (const spy of spies) spy.mockRestore();
  });

  it('are answered before their body has arrived', async () => {
    await useLimit();
    await send('POST', '/v3/objects', {}, '{}');
    const socket = connect(Number(new URL(app.address).port), '127.0.0.1');
    socket.write(
      `POST /v3/objects HTTP/1.1\r\nHost: test\r\nX-API-Key: ${account.full}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`,
    );
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(data.toString()).toMatch(/^HTTP\/1.1 429/);
    socket.destroy();
  });

  it('are logged with their route, account and key', async () => {
    await useLimit();
    await send('GET', '/v3/objects/7');
    app.logLines.length = 0;
    await send('GET', '/v3/objects/7', { 'X-Request-Id': 'logged' });
    const line = await eventually('the log line', 10_000, () =>
      Promise.resolve(app.logLines.find((logged) => logged['request_id'] === 'logged')),
    );
    expect(line).toMatchObject({
      method: 'GET',
      route: '/v3/objects/:object_id',
      status: 429,
      account_id: account.accountId,
      key_id: account.fullKeyId,
    });
  });

  it('are logged with their status, too, if the client goes while the answer is held', async () => {
    await useLimit();
    for (let round = 0; round < 8; round += 1)
      await Promise.all(Array.from({ length: 40 }, () => send('GET', '/v3/objects/7')));
    app.logLines.length = 0;
    const socket = connect(Number(new URL(app.address).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `GET /v3/objects/7 HTTP/1.1\r\nHost: test\r\nX-API-Key: ${account.full}\r\nX-Request-Id: gone\r\n\r\n`,
      () => socket.destroy(),
    );
    const line = await eventually('the log line', 10_000, () =>
      Promise.resolve(app.logLines.find((logged) => logged['request_id'] === 'gone')),
    );
    expect(line).toMatchObject({
      route: '/v3/objects/:object_id',
      status: 429,
      key_id: account.fullKeyId,
      aborted: true,
    });
  });

  it('do not limit another key of the account, and are 401 once the key is revoked', async () => {
    await useLimit();
    expect((await send('GET', '/v3/account')).status).toBe(429);
    expect((await send('GET', '/v3/account', { 'X-API-Key': account.readOnly })).status).toBe(200);
    await app.app.get(KeysService, { strict: false }).revoke(account.fullKeyId);
    expect((await send('GET', '/v3/account')).status).toBe(401);
  });

  it('are admitted again as soon as a request leaves the window', async () => {
    await send('GET', '/v3/account');
    await app.database.query('update request_window set newest_quarter = newest_quarter - 4 * 57 where key_id = $1', [
      account.fullKeyId,
    ]);
    const answers: Answer[] = [];
    // One of five leaves the window after three seconds; the others are younger.
    await eventually('a request that is admitted', 15_000, async () => {
      answers.push(await send('GET', '/v3/account'));
      return answers.length > LIMIT && answers.at(-1)?.status === 200;
    });
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, LIMIT - 1)).toEqual(Array(LIMIT - 1).fill(200));
    expect(new Set(statuses.slice(LIMIT - 1, -1))).toEqual(new Set([429]));
    const waits = answers.filter(({ status }) => status === 429).map(({ headers }) => Number(headers['retry-after']));
    expect([Math.max(...waits) <= 4, Math.min(...waits)]).toEqual([true, 1]);
  });
});
