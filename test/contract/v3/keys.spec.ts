import { LastUse } from '@src/auth/last-use.service';
import { aMember, type Browser } from '@test/support/console-person';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import type { Json } from '../contract-client';

/** Keys that owners manage with a session of the console (contract §4.15: v3 only). */
describe('v3: keys of the account in the console', () => {
  let app: TestApp;
  let account: TestAccount;
  let owner: Browser;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
  });
  afterAll(() => app.close());

  beforeEach(async () => {
    account = await app.anAccount();
    owner = (await aMember(app, account.accountId, 'owner')).browser;
  });

  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body: object | null = null, browser = owner) => {
    const answer = await browser.v3(method, path, account.accountId, body);
    const { status, headers } = answer;
    new OpenApiCheck(app.app).expect({
      method,
      path: `/v3/${path}`,
      status,
      headers,
      body: status === 204 ? undefined : answer.body,
    });
    return { status, body: answer.body as Json };
  };
  const list = async (): Promise<readonly Json[]> => (await call('GET', 'keys')).body['data'] as Json[];
  const create = (body: Json = {}) => call('POST', 'keys', { name: 'dashboard', scope: 'read_only', ...body });
  const statusFor = async (key: unknown): Promise<number> =>
    (await app.agent.get('/v3/objects').set('X-API-Key', String(key))).status;

  it('creates a key that works, shows its text once, and lists it with its creator', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'dashboard',
      scope: 'read_only',
      created_by: 'Rui',
      last_used_at: null,
      requests_7d: 0,
    });
    expect(await statusFor(body['key'])).toBe(200);
    const keys = await list();
    expect(keys.map(({ id }) => id)).toEqual([body['id'], account.readOnlyKeyId, account.fullKeyId]);
    expect(JSON.stringify(keys)).not.toContain(body['key']);
    expect(keys[1]).toMatchObject({ created_by: null });
  });

  it('revokes a key at once, and does not list it afterwards', async () => {
    const { body } = await create();
    expect((await call('DELETE', `keys/${String(body['id'])}`)).status).toBe(204);
    expect(await statusFor(body['key'])).toBe(401);
    expect((await list()).map(({ id }) => id)).not.toContain(body['id']);
    expect((await call('DELETE', `keys/${String(body['id'])}`)).status).toBe(404);
  });

  it('counts requests of a week and shows the address of the last one', async () => {
    const { body } = await create();
    await app.database.query(
      `insert into api_key_use (key_id, account_id, day, requests)
       select $1, $2, (now() at time zone 'UTC')::date - ago, 100 from unnest('{6,7}'::int[]) ago`,
      [body['id'], account.accountId],
    );
    for (let request = 0; request < 3; request += 1) await statusFor(body['key']);
    await app.app.get(LastUse, { strict: false }).write();
    await statusFor(body['key']);
    await app.app.get(LastUse, { strict: false }).write();
    const [key] = await list();
    expect(key).toMatchObject({
      id: body['id'],
      requests_7d: 104,
      last_used_ip: expect.stringContaining('127.0.0.1') as string,
    });
    expect(key?.['last_used_at']).not.toBeNull();
    const days = await app.database.query('select day from api_key_use where key_id = $1', [body['id']]);
    expect(days).toHaveLength(2);
  });

  it('has at most 50 live keys', async () => {
    await app.database.query(
      `insert into api_key (account_id, digest, key_scope, display_prefix)
       select $1, sha256(gen_random_uuid()::text::bytea), 'full', 'hrev_000000' from generate_series(1, 48)`,
      [account.accountId],
    );
    expect(await create()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('needs a fresh proof for a key of scope full', async () => {
    await app.database.query(`update session set proved_at = now() - interval '11 minutes'`);
    expect(await create({ scope: 'full' })).toMatchObject({ status: 403, body: { code: 'proof_required' } });
    expect((await create()).status).toBe(201);
  });

  it.each([
    { name: undefined },
    { name: ' ' },
    { scope: 'master' },
    { scope: undefined },
    { expires_at: '2020-01-01T00:00:00Z' },
  ])('refuses %j with 422', async (body) =>
    expect(await create(body)).toMatchObject({ status: 422, body: { code: 'validation_error' } }),
  );

  it('is for owners only; a key of another account is a missing one', async () => {
    for (const role of ['viewer', 'member'] as const) {
      const { browser } = await aMember(app, account.accountId, role);
      expect(await call('GET', 'keys', null, browser)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    const other = await app.anAccount();
    const answers = [await call('DELETE', `keys/${other.fullKeyId}`), await call('DELETE', 'keys/999999999')];
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect(await statusFor(other.full)).toBe(200);
    expect((await app.agent.get('/v3/keys').set('X-API-Key', account.full)).body).toMatchObject({
      code: 'session_required',
    });
  });
});
