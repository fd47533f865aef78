/** The contract of keys over the API (contract §4.16): v3 only, for keys of scope `master`. */
import { setTimeout as pause } from 'node:timers/promises';
import { KeysService } from '@src/auth';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, WRONG_IDS, type Answer, type Json } from '../contract-client';

const FIELDS = ['created_at', 'expires_at', 'id', 'last_used_at', 'name', 'prefix', 'revoked_at', 'scope', 'status'];

describe('v3: keys of accounts', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let operator: TestAccount;
  let master: ContractClient;
  let masterKeyId: number;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    check = new OpenApiCheck(app.app);
    operator = await app.anAccount({ name: 'Operator' });
    const { key, keyId } = await app.app.get(KeysService).issue(operator.accountId, 'master');
    masterKeyId = keyId;
    master = new ContractClient(app, 'v3', operator, key);
  });
  afterAll(() => app?.close());

  const pathOf = ({ accountId }: { readonly accountId: number }): string => `/v3/admin/accounts/${accountId}/keys`;
  const checkDocumented = (method: string, path: string, answer: Answer): Answer => {
    check.expect({ method, path, ...answer });
    return answer;
  };
  const issue = async (account: TestAccount, body: Json): Promise<Answer> =>
    checkDocumented('POST', pathOf(account), await master.post(pathOf(account), body));
  const list = async (account: TestAccount, query = ''): Promise<Answer> =>
    checkDocumented('GET', `${pathOf(account)}${query}`, await master.get(`${pathOf(account)}${query}`));
  const revoke = async (account: { readonly accountId: number }, id: number): Promise<Answer> =>
    checkDocumented('DELETE', `${pathOf(account)}/${id}`, await master.delete(`${pathOf(account)}/${id}`));
  const statusFor = async (key: string): Promise<number> =>
    (await app.agent.get('/v3/objects').set('X-API-Key', key)).status;
  const answerFor = async (key: string) => app.agent.get('/v3/objects').set('X-API-Key', key);

  it.each([
    ['read_only', 403],
    ['full', 201],
  ])('creates a working key of scope %s, and returns its text only once', async (scope, written) => {
    const account = await app.anAccount();
    const { status, body } = await issue(account, { scope, name: ' dashboard ', expires_at: '2099-12-31T00:00:00' });
    expect([status, Object.keys(body).sort()]).toEqual([201, [...FIELDS, 'key'].sort()]);
    expect(body).toMatchObject({
      name: 'dashboard',
      scope,
      status: 'active',
      expires_at: '2099-12-31T00:00:00',
      revoked_at: null,
      last_used_at: null,
    });
    const key = String(body['key']);
    expect(key.startsWith(String(body['prefix']))).toBe(true);
    expect(await statusFor(key)).toBe(200);
    const write = await app.agent.post('/v3/objects').set('X-API-Key', key).send({ name: 'Hotel' });
    expect(write.status).toBe(written);
    const listed = await list(account);
    expect(listed.text).not.toContain(key);
    expect(dataOf(listed).at(-1)).toMatchObject({ id: body['id'], name: 'dashboard', prefix: body['prefix'] });
  });

  it.each<[string, unknown, string]>([
    ['scope master, which only the command line may create', { scope: 'master' }, 'scope'],
    ['a missing scope', {}, 'scope'],
    ['a name of whitespace', { scope: 'full', name: '  ' }, 'name'],
    ['a name of 101 characters', { scope: 'full', name: 'x'.repeat(101) }, 'name'],
    ['an expiry in the past', { scope: 'full', expires_at: '2026-01-01T00:00:00' }, 'expires_at'],
    ['an expiry that is no date', { scope: 'full', expires_at: '2099-02-30T00:00:00' }, 'expires_at'],
    ['an unknown field', { scope: 'full', key: 'hrev_mine' }, 'key'],
  ])('%s gives 422 and creates no key', async (_, body, field) => {
    const account = await app.anAccount();
    const refused = await issue(account, body as Json);
    expect([refused.status, refused.body['code']]).toEqual([422, 'validation_error']);
    expect(refused.body['detail']).toContain(field);
    expect((await list(account)).body['total']).toBe(2);
  });

  it('an account has at most 50 active keys, even after concurrent requests; revoked and expired ones do not count', async () => {
    const account = await app.anAccount();
    await app.database.query(
      `insert into api_key (account_id, digest, key_scope, display_prefix, revoked_at, expires_at)
       select $1, sha256(gen_random_uuid()::text::bytea), 'full', 'hrev_000000', case when n > 60 then now() end,
         case when n between 46 and 60 then now() end from generate_series(1, 75) n`,
      [account.accountId],
    );
    const answers = await Promise.all(Array.from({ length: 8 }, () => issue(account, { scope: 'full' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
  });

  it('lists revoked and expired keys with their status, in pages', async () => {
    const account = await app.anAccount();
    await issue(account, { scope: 'full', name: 'third' });
    await revoke(account, account.fullKeyId);
    await app.database.query('update api_key set expires_at = now() where id = $1', [account.readOnlyKeyId]);
    const all = dataOf(await list(account));
    expect(all.map(({ status, name }) => [status, name])).toEqual([
      ['revoked', null],
      ['expired', null],
      ['active', 'third'],
    ]);
    expect(all[0]).toMatchObject({ revoked_at: expect.any(String) as string, scope: 'full' });
    const page = await list(account, '?limit=1&offset=1');
    expect([dataOf(page), page.body['total'], page.body['has_next']]).toEqual([[all[1]], 3, true]);
  });

  it('a revoked key gives the same 401 as a missing key at once', async () => {
    const account = await app.anAccount();
    const { body } = await issue(account, { scope: 'full' });
    const key = String(body['key']);
    expect(await statusFor(key)).toBe(200);
    expect((await revoke(account, Number(body['id']))).status).toBe(204);
    const [afterRevocation, withoutKey] = [await answerFor(key), await app.agent.get('/v3/objects')];
    expect([afterRevocation.status, afterRevocation.body]).toEqual([401, withoutKey.body]);
    expect((await revoke(account, Number(body['id']))).status).toBe(404);
  });

  it('a key that expires while it is cached is refused after its expiry', async () => {
    const account = await app.anAccount();
    const { body } = await issue(account, { scope: 'full' });
    const key = String(body['key']);
    // The key expires within the 5 seconds for which it is cached, and no notification is sent.
    const [row] = await app.database.query<{ at: Date }>(
      `update api_key set expires_at = clock_timestamp() + interval '2500 milliseconds' where id = $1 returning expires_at as at`,
      [body['id']],
    );
    expect(await statusFor(key)).toBe(200);
    while (Date.now() < (row?.at.getTime() ?? 0) - 150) expect(await statusFor(key)).toBe(200);
    await pause(Math.max(0, (row?.at.getTime() ?? 0) + 20 - Date.now()));
    const expired = await answerFor(key);
    expect([expired.status, expired.body]).toEqual([401, (await app.agent.get('/v3/objects')).body]);
    expect(dataOf(await list(account)).at(-1)).toMatchObject({ status: 'expired' });
  });

  it('a trial that ends while a key is cached gives 402', async () => {
    const account = await app.anAccount({ plan: 'trial' });
    const [row] = await app.database.query<{ at: Date }>(
      `update account set trial_ends_at = clock_timestamp() + interval '1500 milliseconds' where id = $1
       returning trial_ends_at as at`,
      [account.accountId],
    );
    expect(await statusFor(account.full)).toBe(200);
    await pause(Math.max(0, (row?.at.getTime() ?? 0) + 20 - Date.now()));
    expect(await statusFor(account.full)).toBe(402);
  });

  it('the audit trail has the actors of creation and revocation, without the key', async () => {
    const account = await app.anAccount();
    const { body } = await issue(account, { scope: 'read_only', name: 'dashboard', expires_at: '2099-12-31T00:00:00' });
    await revoke(account, Number(body['id']));
    const trail = await master.get(`/v3/admin/audit?account_id=${account.accountId}&limit=2`);
    const facts = {
      scope: 'read_only',
      name: 'dashboard',
      prefix: body['prefix'],
      expires_at: '2099-12-31T00:00:00',
    };
    const actor = { kind: 'key', account_id: operator.accountId, key_id: masterKeyId };
    const target = { type: 'key', id: body['id'] };
    expect(dataOf(trail)).toMatchObject([
      { action: 'key.revoked', actor, target, before: facts, after: null },
      { action: 'key.issued', actor, target, before: null, after: facts },
    ]);
    expect(trail.text).not.toContain(String(body['key']));
  });

  it('a key can be revoked only under its account, and not by itself', async () => {
    const [one, other] = [await app.anAccount(), await app.anAccount()];
    expect((await revoke(other, one.fullKeyId)).body['code']).toBe('not_found');
    expect(await statusFor(one.full)).toBe(200);
    const itself = await revoke(operator, masterKeyId);
    expect([itself.status, itself.body['code']]).toEqual([409, 'conflict']);
    const leaked = await app.app.get(KeysService).issue(operator.accountId, 'master');
    expect((await revoke(operator, leaked.keyId)).status).toBe(204);
    expect(await statusFor(leaked.key)).toBe(401);
  });

  it('an unknown account gives 404, an invalid id 422', async () => {
    const unknownAccount = { ...operator, accountId: 999_999 };
    expect((await list(unknownAccount)).body['code']).toBe('not_found');
    expect((await issue(unknownAccount, { scope: 'full' })).body['code']).toBe('not_found');
    expect((await revoke(unknownAccount, masterKeyId)).body['code']).toBe('not_found');
    for (const id of WRONG_IDS)
      expect([id, (await master.get(`/v3/admin/accounts/${id}/keys`)).status]).toEqual([id, 422]);
  });
});
