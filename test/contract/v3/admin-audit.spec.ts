/** The contract of the audit trail (contract §12.5): `GET /v3/admin/audit`, for keys of scope `master`. */
import { KeysService } from '@src/auth';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, type Answer, type Json } from '../contract-client';

const AUDIT = '/v3/admin/audit';
const CLIENT = '203.0.113.7';

describe('v3: the audit trail', () => {
  let app: TestApp;
  let check: OpenApiCheck;
  let operator: TestAccount;
  let masterKey: { readonly key: string; readonly keyId: number };
  let master: ContractClient;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000', HREV_TRUSTED_PROXIES: 'loopback' } });
    check = new OpenApiCheck(app.app);
    operator = await app.anAccount({ name: 'Operator' });
    masterKey = await app.app.get(KeysService).issue(operator.accountId, 'master');
    master = new ContractClient(app, 'v3', operator, masterKey.key);
  });
  afterAll(() => app?.close());

  const read = async (query = ''): Promise<Answer> => {
    const answer = await master.get(`${AUDIT}${query}`);
    check.expect({ method: 'GET', path: `${AUDIT}${query}`, ...answer });
    return answer;
  };
  const of = async (account: TestAccount): Promise<Json[]> => [
    ...dataOf(await read(`?account_id=${account.accountId}&limit=1000`)),
  ];
  /** A request of a client behind a trusted proxy. */
  const ask = async (key: string, method: 'post' | 'patch' | 'put' | 'delete', path: string, body?: object) => {
    const answer = await app.agent[method](path).set({ 'X-API-Key': key, 'X-Forwarded-For': CLIENT }).send(body);
    expect([method, path, answer.status]).toEqual([method, path, expect.any(Number)]);
    return answer;
  };
  const WEBHOOK = { target: 'https://hooks.example.com/CANARY?token=CANARY', event_types: ['reviews.new'] };

  it('an action over the API: who, from where, what, to what, before and after', async () => {
    const account = await app.anAccount({ name: 'Acme', plan: 'basic' });
    await ask(masterKey.key, 'patch', `/v3/admin/accounts/${account.accountId}`, { plan: 'full', name: 'Acme' });
    const [entry] = await of(account);
    expect(entry).toEqual({
      id: expect.any(Number) as number,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) as string,
      account_id: account.accountId,
      actor: { kind: 'key', account_id: operator.accountId, key_id: masterKey.keyId },
      ip: CLIENT,
      action: 'account.changed',
      target: { type: 'account', id: account.accountId },
      before: { plan: 'basic' },
      after: { plan: 'full' },
    });
  });

  it('every action on accounts, webhooks, the signing secret and confirmations is in it, latest first', async () => {
    const account = await app.anAccount();
    const path = `/v3/admin/accounts/${account.accountId}`;
    await ask(masterKey.key, 'patch', path, { status: 'suspended', suspended_reason: 'invoice 7' });
    await ask(masterKey.key, 'patch', path, { status: 'active' });
    const { body } = await ask(account.full, 'post', '/v3/webhooks', WEBHOOK);
    const webhook = `/v3/webhooks/${(body as Json)['id'] as number}`;
    await ask(account.full, 'patch', webhook, { is_active: false });
    await ask(account.full, 'delete', webhook);
    await ask(account.full, 'post', '/v3/webhooks/rotate-secret');
    const object = await ask(account.full, 'post', '/v3/objects', { name: 'Hotel' });
    const confirmation = `/v3/admin/objects/${(object.body as Json)['id'] as number}/confirmation`;
    await ask(masterKey.key, 'put', confirmation);
    await ask(masterKey.key, 'delete', confirmation);
    const shown = (await of(account)).map(({ action, before, after, ip }) => ({ action, before, after, ip }));
    const settings = {
      target: 'https://hooks.example.com/…',
      object_ids: null,
      event_types: ['reviews.new'],
      bucket_window: 'immediate',
      filters: {},
    };
    const key = (scope: string) => ({ scope, prefix: expect.stringMatching(/^hrev_\w{6}$/) as string });
    expect(shown).toMatchObject([
      { action: 'object.unconfirmed', ip: CLIENT },
      { action: 'object.confirmed', ip: CLIENT },
      { action: 'webhook_secret.rotated', before: null, after: null, ip: CLIENT },
      // A rotation before the first secret was requested.
      { action: 'webhook_secret.created', before: null, after: null, ip: CLIENT },
      { action: 'webhook.removed', before: { ...settings, is_active: false }, after: null, ip: CLIENT },
      { action: 'webhook.changed', before: { is_active: true }, after: { is_active: false }, ip: CLIENT },
      { action: 'webhook.created', before: null, after: { ...settings, is_active: true }, ip: CLIENT },
      { action: 'account.changed', before: { status: 'suspended' }, after: { status: 'active' } },
      { action: 'account.changed', before: { suspended_reason: null }, after: { suspended_reason: 'invoice 7' } },
      { action: 'key.issued', after: key('read_only'), ip: null },
      { action: 'key.issued', after: key('full'), ip: null },
      { action: 'account.created', after: { name: 'Test account', plan: 'full' }, ip: null },
    ]);
  });

  it('refused requests, and those that change nothing, leave no entry', async () => {
    const account = await app.anAccount();
    const path = `/v3/admin/accounts/${account.accountId}`;
    const { body } = await ask(account.full, 'post', '/v3/webhooks', WEBHOOK);
    const webhook = `/v3/webhooks/${(body as Json)['id'] as number}`;
    const before = (await of(account)).length;
    const refused = [
      await ask(masterKey.key, 'patch', path, { name: 'New', suspended_reason: 'x' }),
      await ask(masterKey.key, 'patch', path, { name: 'New', trial_ends_at: '2030-01-01T00:00:00' }),
      await ask(account.full, 'patch', webhook, { object_ids: [999_999_999] }),
      await ask(account.readOnly, 'delete', webhook),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 404, 403]);
    await ask(masterKey.key, 'patch', path, { name: 'Test account', plan: 'full', status: 'active' });
    await ask(account.full, 'patch', webhook, { is_active: true });
    expect((await of(account)).length).toBe(before);
  });

  it('no key, no signing secret and no path of a target is in it', async () => {
    const account = await app.anAccount();
    const shown = await ask(account.full, 'post', '/v3/webhooks/rotate-secret');
    const secret = String((shown.body as Json)['secret']);
    const { body } = await ask(account.full, 'post', '/v3/webhooks', WEBHOOK);
    const webhook = `/v3/webhooks/${(body as Json)['id'] as number}`;
    await ask(account.full, 'patch', webhook, { target: 'https://hooks.example.com/CANARY/2' });
    // Where a user mistakes one field for another.
    await ask(masterKey.key, 'patch', `/v3/admin/accounts/${account.accountId}`, {
      name: `key ${account.full}`,
      status: 'suspended',
      suspended_reason: `${secret} ${masterKey.key}`,
    });
    const rows = await app.database.query<{ line: string }>('select e::text as line from audit_entry e');
    const lines = rows.map(({ line }) => line).join('\n');
    expect(rows.length).toBeGreaterThan(5);
    for (const hidden of [account.full, account.readOnly, masterKey.key, secret, secret.slice(6), 'CANARY'])
      expect(lines).not.toContain(hidden);
    expect(lines).toContain('key [redacted]');
  });

  it('pages by a cursor and leaves nothing out, filtered by account, action and time', async () => {
    const account = await app.anAccount();
    for (const name of ['a', 'b', 'c', 'd'])
      await ask(masterKey.key, 'patch', `/v3/admin/accounts/${account.accountId}`, { name });
    const filters = `account_id=${account.accountId}&action=account.changed`;
    const whole = await read(`?${filters}`);
    expect(dataOf(whole)).toHaveLength(4);
    expect(whole.body).toMatchObject({ next_cursor: null, has_next: false });
    const paged: Json[] = [];
    let page = await read(`?${filters}&limit=3`);
    expect(page.body).toMatchObject({ has_next: true, next_cursor: expect.any(String) as string });
    paged.push(...dataOf(page));
    page = await read(`?${filters}&limit=3&cursor=${String(page.body['next_cursor'])}`);
    paged.push(...dataOf(page));
    expect([paged, page.body['has_next']]).toEqual([dataOf(whole), false]);
    expect(dataOf(await read(`?${filters}&since=2999-01-01T00:00:00`))).toEqual([]);
    expect(dataOf(await read(`?${filters}&since=2026-01-01T00:00:00`))).toHaveLength(4);
  });

  it.each(['x', '1', '1-', '-1', '1-2-3', '01-2', '9999999999999999-1', '1.5-2', '1-2 '])(
    'the cursor %j is 400 invalid_cursor',
    async (cursor) => {
      const { status, body } = await read(`?cursor=${encodeURIComponent(cursor)}`);
      expect([status, body['code']]).toEqual([400, 'invalid_cursor']);
    },
  );

  it('is for keys of scope master only', async () => {
    const account = await app.anAccount();
    for (const key of [account.full, account.readOnly])
      expect((await app.agent.get(AUDIT).set('X-API-Key', key)).status).toBe(403);
  });
});
