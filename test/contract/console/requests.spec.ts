import type { ApiRequest } from '@libs/http';
import { RequestRecorder } from '@src/console/records/request-recorder.service';
import { RequestsService } from '@src/console/records/requests.service';
import { aMember, Browser, type Role } from '@test/support/console-person';
import { growth, NOT_GROWING } from '@test/support/growth';
import { rowsRead } from '@test/support/rows-read';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import type { Response } from 'express';

interface Listed {
  readonly id: number;
  readonly request_id: string;
  readonly key_id: number;
  readonly path: string;
  readonly code: string | null;
}

interface Log {
  readonly data: readonly Listed[];
  readonly total: number;
  readonly codes: readonly object[];
  readonly routes: readonly string[];
  readonly keys: readonly object[];
  readonly left_out: object | null;
}

describe('the request log', () => {
  let app: TestApp;
  let account: TestAccount;
  const browsers = new Map<Role, Browser>();

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    account = await app.anAccount();
    for (const role of ['viewer', 'member', 'owner'] as const)
      browsers.set(role, (await aMember(app, account.accountId, role)).browser);
  });
  afterAll(() => app?.close());

  const as = (role: Role): Browser => browsers.get(role) as Browser;
  const written = (): Promise<void> => app.app.get(RequestRecorder, { strict: false }).write();
  const read = async (path: string, role: Role = 'owner', accountId = account.accountId) => {
    await written();
    return as(role).send('GET', `/console/api/requests${path}`, null, { 'x-hrev-account': String(accountId) });
  };
  const log = async (query = ''): Promise<Log> => (await read(query)).body as Log;
  const detail = async (id: string, role?: Role): Promise<Record<string, unknown>> =>
    (await read(`/${id}`, role)).body as Record<string, unknown>;
  const note = (request: object, statusCode: number, count: number): void => {
    const recorder = app.app.get(RequestRecorder, { strict: false });
    for (let sent = 0; sent < count; sent += 1)
      recorder.note(request as ApiRequest, { statusCode, writableFinished: true } as Response);
  };
  const call = (method: 'get' | 'post' | 'patch', path: string, id: string, key = account.full) =>
    app.agent[method](path).set('X-API-Key', key).set('X-Request-Id', id);

  it('lists the requests of keys, newest first, and shows one with query, body and answer', async () => {
    await call('get', '/v3/objects?limit=5&search=a%20b', 'first', account.readOnly).expect(200);
    const refused = await call('post', '/v3/webhooks', 'second').send({ target: 'nowhere', password: 'open sesame' });
    const { data, total, routes, keys, left_out: leftOut } = await log();
    expect(data.map(({ request_id: id }) => id)).toEqual(['second', 'first']);
    expect(data[1]).toMatchObject({ method: 'GET', route: '/v3/objects', status: 200, code: null });
    expect([total, leftOut]).toEqual([2, null]);
    expect(routes).toEqual(['/v3/objects', '/v3/webhooks']);
    expect(keys).toMatchObject([{ id: account.fullKeyId }, { id: account.readOnlyKeyId }]);
    expect(await detail('first')).toMatchObject({ query: 'limit=5&search=a%20b', body: null, answer: null });
    expect(await detail('second')).toMatchObject({
      query: null,
      body: '{"target":"nowhere","password":"[removed]"}',
      is_body_cut: false,
      answer: refused.body as object,
      key: { id: account.fullKeyId },
    });
  });

  it('hides bodies from viewers, and shows them the rest', async () => {
    expect(await detail('second', 'viewer')).toMatchObject({
      body: null,
      is_body_hidden: true,
      code: 'validation_error',
    });
    expect(await detail('second', 'member')).toMatchObject({ is_body_hidden: false });
    expect(JSON.stringify((await read('', 'viewer')).body)).not.toContain('nowhere');
  });

  it('keeps every refusal that belongs to an account: input, scope, missing resource, unreadable body', async () => {
    await call('post', '/v3/webhooks', 'scope', account.readOnly).send({}).expect(403);
    await call('get', '/v3/objects/999999', 'missing').expect(404);
    await call('get', '/v3/objects?limit=none', 'input').expect(422);
    await call('post', '/v3/webhooks', 'broken').set('Content-Type', 'application/json').send('{"a":1,').expect(400);
    await call('post', '/v3/webhooks', 'type').set('Content-Type', 'text/plain').send('{"a":1}').expect(400);
    await app.agent.get('/v3/objects').set('X-Request-Id', 'keyless').expect(401);
    await app.agent.get('/v3/objects').set('X-API-Key', 'hrev_no').set('X-Request-Id', 'wrong').expect(401);
    await as('owner').v3('GET', 'objects/999999', account.accountId);
    const { data } = await log('?status_class=4xx');
    expect(data.map(({ request_id: id, code }) => `${id} ${code}`)).toEqual([
      'type bad_request',
      'broken bad_request',
      'input validation_error',
      'missing not_found',
      'scope forbidden',
      'second validation_error',
    ]);
    expect(await detail('broken')).toMatchObject({ body: '{"a":1,', answer: { code: 'bad_request' } });
    expect(await detail('type')).toMatchObject({ body: '{"a":1}' });
  });

  it('filters by class, route, method, key, code and time, counts by code, and pages', async () => {
    const ids = async (query: string): Promise<string> =>
      (await log(query)).data.map(({ request_id: id }) => id).join(' ');
    expect(await ids('?status_class=2xx')).toBe('first');
    expect(await ids('?status_class=5xx')).toBe('');
    expect(await ids('?route=/v3/objects/{object_id}')).toBe('missing');
    expect(await ids('?method=GET')).toBe('input missing first');
    expect(await ids(`?key_id=${account.readOnlyKeyId}`)).toBe('scope first');
    expect(await ids(`?key_id=${account.readOnlyKeyId}&code=forbidden`)).toBe('scope');
    expect(await ids('?since=2099-01-01T00:00:00')).toBe('');
    expect((await log('?status_class=4xx')).codes).toEqual([
      { status: 400, code: 'bad_request', count: 2 },
      { status: 422, code: 'validation_error', count: 2 },
      { status: 403, code: 'forbidden', count: 1 },
      { status: 404, code: 'not_found', count: 1 },
    ]);
    const page = await log('?limit=2&offset=1');
    expect(page).toMatchObject({ total: 7, limit: 2, offset: 1, has_next: true, is_total_exact: true });
    expect(page.data.map(({ request_id: id }) => id)).toEqual(['broken', 'input']);
  });

  it('refuses bad parameters, and answers 404 to an unknown request', async () => {
    for (const query of ['?limit=201', '?status_class=6xx', '?method=get', '?since=yesterday', '?key_id=0'])
      expect([query, (await read(query)).status]).toEqual([query, 422]);
    for (const path of ['/none', '/%00', `/${'x'.repeat(129)}`, '/first?id=999999'])
      expect([path, (await read(path)).status]).toEqual([path, 404]);
  });

  it('shows each of several requests with the same id', async () => {
    await call('get', '/v3/objects?limit=1', 'again').expect(200);
    await call('get', '/v3/objects?limit=2', 'again').expect(200);
    expect(await detail('again')).toMatchObject({ query: 'limit=2' });
    const [, older] = (await log('?route=/v3/objects')).data;
    expect(await detail(`again?id=${older?.id}`)).toMatchObject({ query: 'limit=1' });
  });

  it('is a thing of its account: foreign and missing requests are the same', async () => {
    const foreign = await app.anAccount();
    const stranger = (await aMember(app, foreign.accountId, 'owner')).browser;
    await written();
    const headers = { 'x-hrev-account': String(foreign.accountId) };
    const get = (path: string) => stranger.send('GET', `/console/api/requests${path}`, null, headers);
    expect((await get('')).body).toMatchObject({ data: [], total: 0, keys: [], routes: [], codes: [] });
    expect((await get('/second')).text).toBe((await get('/none')).text);
    expect((await read('', 'owner', foreign.accountId)).status).toBe(404);
    expect((await new Browser(app).send('GET', '/console/api/requests', null, headers)).status).toBe(401);
    expect((await call('get', '/console/api/requests', 'key')).status).toBe(401);
  });

  it('stores no secret, wherever the client puts it', async () => {
    const hidden = 'hidden-unique-secret';
    const secret = `whsec_${'Zz09_-'.repeat(7)}a`;
    await call('get', `/v3/objects?search=${account.full}&token=${hidden}`, 'query');
    await call('get', `/v3/keys/${account.full}`, 'path');
    await call('post', '/v3/webhooks', 'body')
      .set('Authorization', `Bearer ${hidden}`)
      .set('Cookie', `__Host-hrev=${hidden}`)
      .set('Idempotency-Key', hidden)
      .send({
        target: `https://${hidden}:${hidden}@h.example/?access_token=${hidden}`,
        signing_secret: hidden,
        note: `${secret} ${account.readOnly}`,
        fields: { client_id: hidden },
        credentials: [hidden],
        password: hidden,
      });
    await call('post', '/v3/connections', 'connection').send({ fields: { user: hidden } });
    await call('post', '/v3/objects', 'form').type('form').send(`password=${hidden}`);
    await call('post', '/v3/objects', 'cut').send({ name: 'n'.repeat(8_150), password: hidden });
    await written();
    const rows = await app.database.query<{ row: string }>(
      `select to_jsonb(l)::text as row from request_log l where request_id = any ('{query,path,body,connection,form,cut}')`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(5);
    const stored = rows.map(({ row }) => row).join('\n');
    for (const text of [hidden, secret, account.full, account.readOnly, secret.slice(0, 20)])
      expect([text, stored.includes(text)]).toEqual([text, false]);
    expect(await detail('cut')).toMatchObject({ is_body_cut: true });
  });

  it('keeps a part of many successes, every refusal, and says since when', async () => {
    const busy = await app.anAccount();
    const browser = (await aMember(app, busy.accountId, 'viewer')).browser;
    const noted = { caller: { accountId: busy.accountId, keyId: busy.fullKeyId }, method: 'GET', originalUrl: '/v3/x' };
    note(noted, 200, 300);
    note(noted, 404, 20);
    await call('get', '/v3/objects/9999', 'refused', busy.full).expect(404);
    await written();
    const headers = { 'x-hrev-account': String(busy.accountId) };
    const { body } = await browser.send('GET', '/console/api/requests?limit=1', null, headers);
    const { codes, left_out: leftOut } = body as Log & { left_out: { successes: number } };
    expect(codes).toContainEqual({ status: 404, code: null, count: 20 });
    expect(codes).toContainEqual({ status: 404, code: 'not_found', count: 1 });
    expect(leftOut).toMatchObject({ kept_one_in: 10, refusals: 0, is_going_on: true });
    const [kept] = codes as readonly { status: number; count: number }[];
    expect([kept?.status, (kept?.count ?? 0) + leftOut.successes]).toEqual([200, 300]);
  });

  it('never slows or fails a request when it cannot be written, stays within its bounds, and counts the loss', async () => {
    const { accountId, full } = await app.anAccount();
    await app.database.query('alter table request_log rename to request_log_away');
    try {
      await call('get', '/v3/objects', 'lost', full).expect(200);
      await written();
    } finally {
      await app.database.query('alter table request_log_away rename to request_log');
    }
    await written();
    const counts = await app.database.query('select successes from request_log_left_out where account_id = $1', [
      accountId,
    ]);
    expect(counts).toEqual([{ successes: 1 }]);
    const aRequest = (length: number) => ({
      ...{ caller: { accountId, keyId: 1 }, method: 'POST', originalUrl: '/v3/objects' },
      rawBody: Buffer.from(JSON.stringify({ name: 'x'.repeat(length) })),
    });
    note(aRequest(20_000), 422, 2_000);
    await written();
    const [stored] = await app.database.query<{ n: number; bytes: number }>(
      `select count(*) as n, max(length(body)) as bytes from request_log where account_id = $1`,
      [accountId],
    );
    expect(stored?.n).toBe(600);
    expect(stored?.bytes).toBeLessThanOrEqual(8_192);
    const [left] = await app.database.query('select refusals from request_log_left_out where account_id = $1', [
      accountId,
    ]);
    expect(left).toEqual({ refusals: 1_400 });
    expect(growth(2_000, aRequest, (one) => note(one, 422, 10), NOT_GROWING)).toBeLessThan(NOT_GROWING);
    await written();
  });

  it('deletes requests after seven days, and shows none that is older', async () => {
    await app.database.query(
      `insert into request_log (account_id, at, request_id, key_id, method, route, path, status, ms, is_body_cut)
       select $1, now() - interval '7 days 1 minute', 'old', 1, 'GET', '/v3/old', '/v3/old', 200, 1, false
       from generate_series(1, 3)`,
      [account.accountId],
    );
    expect((await read('/old')).status).toBe(404);
    expect((await log('?route=/v3/old')).data).toEqual([]);
    await app.app.get(RequestRecorder, { strict: false }).purge();
    const [left] = await app.database.query(`select count(*) as n from request_log where request_id = 'old'`);
    expect(left).toEqual({ n: 0 });
  });

  it('reads few rows of a long log', async () => {
    const { accountId } = await app.anAccount();
    for (let first = 0; first < 20_000; first += 2_000)
      await app.database.query(
        `insert into request_log (account_id, at, request_id, key_id, method, route, path, status, code, ms, is_body_cut)
       select $1, now() - n * interval '2 seconds', 'r' || n, 1 + n % 3, 'GET', '/v3/r' || n % 20, '/v3', case when n % 50 = 0 then 422 else 200 end,
         case when n % 50 = 0 then 'validation_error' end, 1, false
       from generate_series($2::int + 1, $2::int + 2000) n`,
        [accountId, first],
      );
    await app.database.query('analyze request_log');
    const requests = app.app.get(RequestsService, { strict: false });
    const list = (filter: object) => requests.list(accountId, filter, { limit: 50, offset: 0 });
    expect(await list({})).toMatchObject({ total: 10_000, isTotalExact: false });
    for (const filter of [{}, { code: 'validation_error' }, { statusClass: 4 }, { keyId: 2 }, { route: '/v3/r7' }])
      expect([filter, (await rowsRead(app.database, 'request_log', () => list(filter))) < 10_500]).toEqual([
        filter,
        true,
      ]);
  });
});

it('HREV_CONSOLE=off records no request', async () => {
  const app = await testApp({ environment: { HREV_CONSOLE: 'off' } });
  try {
    const { full } = await app.anAccount();
    await app.agent.get('/v3/objects').set('X-API-Key', full).expect(200);
    expect(() => app.app.get(RequestRecorder, { strict: false })).toThrow();
    expect(await app.database.query('select id from request_log')).toEqual([]);
  } finally {
    await app.close();
  }
});
