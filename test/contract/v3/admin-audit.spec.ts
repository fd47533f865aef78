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
  const entriesOf = async (account: TestAccount): Promise<Json[]> => [
    ...dataOf(await read(`?account_id=${account.accountId}&limit=1000`)),
  ];
  /** Sends a request with a client address in the header of a trusted proxy. */
  const send = async (key: string, method: 'post' | 'patch' | 'put' | 'delete', path: string, body?: object) => {
    const answer = await app.agent[method](path).set({ 'X-API-Key': key, 'X-Forwarded-For': CLIENT }).send(body);
    expect([method, path, answer.status]).toEqual([method, path, expect.any(Number)]);
    return answer;
  };
  const WEBHOOK = { target: 'https://hooks.example.com/CANARY?token=CANARY', event_types: ['reviews.new'] };

  it('an entry has the actor, the client address, the action, its target, and the values before and after', async () => {
    const account = await app.anAccount({ name: 'Acme', plan: 'basic' });
    await send(masterKey.key, 'patch', `/v3/admin/accounts/${account.accountId}`, { plan: 'full', name: 'Acme' });
    const [entry] = await entriesOf(account);
    expect(entry).toEqual({
      id: expect.any(Number) as number,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/) as string,
      account_id: account.accountId,
      actor: { kind: 'key', account_id: operator.accountId, key_id: masterKey.keyId, person_id: null },
      ip: CLIENT,
      action: 'account.changed',
      target: { type: 'account', id: account.accountId },
      before: { plan: 'basic' },
      after: { plan: 'full' },
    });
  });

  it('lists every action on accounts, webhooks, the signing secret and confirmations, latest first', async () => {
    const account = await app.anAccount();
    const path = `/v3/admin/accounts/${account.accountId}`;
    await send(masterKey.key, 'patch', path, { status: 'suspended', suspended_reason: 'invoice 7' });
    await send(masterKey.key, 'patch', path, { status: 'active' });
    const { body } = await send(account.full, 'post', '/v3/webhooks', WEBHOOK);
    const webhook = `/v3/webhooks/${(body as Json)['id'] as number}`;
    await send(account.full, 'patch', webhook, { is_active: false });
    await send(account.full, 'delete', webhook);
    await send(account.full, 'post', '/v3/webhooks/rotate-secret');
    const object = await send(account.full, 'post', '/v3/objects', { name: 'Hotel' });
    const confirmation = `/v3/admin/objects/${(object.body as Json)['id'] as number}/confirmation`;
    await send(masterKey.key, 'put', confirmation);
    await send(masterKey.key, 'delete', confirmation);
    const facts = (await entriesOf(account)).map(({ action, before, after, ip }) => ({ action, before, after, ip }));
    const settings = {
      target: 'https://hooks.example.com/…',
      object_ids: null,
      event_types: ['reviews.new'],
      bucket_window: 'immediate',
      filters: {},
    };
    const key = (scope: string) => ({ scope, prefix: expect.stringMatching(/^hrev_\w{6}$/) as string });
    expect(facts).toMatchObject([
      { action: 'object.unconfirmed', ip: CLIENT },
      { action: 'object.confirmed', ip: CLIENT },
      { action: 'webhook_secret.rotated', before: null, after: null, ip: CLIENT },
      // The rotation creates the first secret.
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

  it('refused requests, and requests that change nothing, write no entry', async () => {
    const account = await app.anAccount();
    const path = `/v3/admin/accounts/${account.accountId}`;
    const { body } = await send(account.full, 'post', '/v3/webhooks', WEBHOOK);
    const webhook = `/v3/webhooks/${(body as Json)['id'] as number}`;
    const before = (await entriesOf(account)).length;
    const refused = [
      await send(masterKey.key, 'patch', path, { name: 'New', suspended_reason: 'x' }),
      await send(masterKey.key, 'patch', path, { name: 'New', trial_ends_at: '2030-01-01T00:00:00' }),
      await send(account.full, 'patch', webhook, { object_ids: [999_999_999] }),
      await send(account.readOnly, 'delete', webhook),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 404, 403]);
    await send(masterKey.key, 'patch', path, { name: 'Test account', plan: 'full', status: 'active' });
    await send(account.full, 'patch', webhook, { is_active: true });
    expect((await entriesOf(account)).length).toBe(before);
  });

  it('contains no key, no signing secret and no path of a target', async () => {
    const account = await app.anAccount();
    const rotation = await send(account.full, 'post', '/v3/webhooks/rotate-secret');
    const secret = String((rotation.body as Json)['secret']);
    const { body } = await send(account.full, 'post', '/v3/webhooks', WEBHOOK);
    const webhook = `/v3/webhooks/${(body as Json)['id'] as number}`;
    await send(account.full, 'patch', webhook, { target: 'https://hooks.example.com/CANARY/2' });
    // A user may put a key into the wrong field.
    await send(masterKey.key, 'patch', `/v3/admin/accounts/${account.accountId}`, {
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

  it('pages by a cursor without gaps, and filters by account, action and time', async () => {
    const account = await app.anAccount();
    for (const name of ['a', 'b', 'c', 'd'])
      await send(masterKey.key, 'patch', `/v3/admin/accounts/${account.accountId}`, { name });
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
    'the cursor %j gives 400 invalid_cursor',
    async (cursor) => {
      const { status, body } = await read(`?cursor=${encodeURIComponent(cursor)}`);
      expect([status, body['code']]).toEqual([400, 'invalid_cursor']);
    },
  );

  it('gives 403 for keys without scope master', async () => {
    const account = await app.anAccount();
    for (const key of [account.full, account.readOnly])
      expect((await app.agent.get(AUDIT).set('X-API-Key', key)).status).toBe(403);
  });
});
