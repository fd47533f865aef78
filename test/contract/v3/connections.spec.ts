/** Connecting by fields, listing, checking and disconnecting (contract §4.15), with the sandbox of Trustpilot's Business API. */
import { SandboxServer } from '@libs/sources/sandbox';
import { trustpilotSandbox } from '@libs/sources/sandbox/trustpilot';
import { aMember, type Invited } from '@test/support/console-person';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const FIELDS = { api_key: 'key', api_secret: 'hidden-secret', business_user_id: 'u1' };

describe('connections of an account', () => {
  const sandbox = new SandboxServer([trustpilotSandbox]);
  let api: TestApp;
  let account: TestAccount;
  let owner: Invited;
  let objectId: number;

  beforeAll(async () => {
    await sandbox.start();
    sandbox.listing('trustpilot', 'harbor.example').name = 'Harbor';
    const environment = { HREV_RATE_LIMIT: '1000000', HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins) };
    api = await testApp({ environment });
    account = await api.anAccount();
    owner = await aMember(api, account.accountId, 'owner');
    objectId = await anObject('Harbor', 'https://www.trustpilot.com/review/harbor.example');
  });
  afterAll(async () => {
    await api?.close();
    await sandbox.stop();
  });
  beforeEach(() => sandbox.replies('trustpilot').reset());

  async function anObject(name: string, url?: string): Promise<number> {
    const links = url === undefined ? [] : [{ url }];
    const response = await owner.browser.v3('POST', 'objects', account.accountId, { name, links });
    return (response.body as { id: number }).id;
  }
  const connect = (body: object = {}, by = owner) =>
    by.browser.v3('POST', 'connections', account.accountId, {
      object_id: objectId,
      source: 'trustpilot',
      fields: FIELDS,
      ...body,
    });
  const list = async (by = owner): Promise<readonly { readonly id: number }[]> =>
    ((await by.browser.v3('GET', 'connections', account.accountId)).body as { data: readonly { id: number }[] }).data;

  it('are made after the platform was asked, and are shown without their credentials', async () => {
    const created = await connect();
    expect([created.status, created.body]).toMatchObject([
      201,
      {
        object_id: objectId,
        object_name: 'Harbor',
        source_slug: 'trustpilot',
        card_name: 'Harbor',
        status: 'active',
        way: 'fields',
        revoked_at: null,
        error: null,
      },
    ]);
    expect(created.text).not.toContain('hidden-secret');
    expect(await list()).toEqual([created.body]);
    expect(sandbox.requests.some(({ url }) => url.includes('api.trustpilot.com'))).toBe(true);
  });

  it.each<[string, object, string]>([
    ['a missing field', { fields: { ...FIELDS, api_secret: ' ' } }, 'fields.api_secret: is required'],
    ['an unknown field', { fields: { ...FIELDS, other: 'hidden-secret' } }, 'fields.other: is not known'],
    ['a field that is no text', { fields: { ...FIELDS, api_key: 1 } }, 'fields: must be an object of at most 20 texts'],
    [
      'a long field',
      { fields: { ...FIELDS, api_key: 'hidden-secret'.repeat(1_300) } },
      'fields.api_key: must be at most 16384 characters long',
    ],
    ['fields that are a list', { fields: [] }, 'fields: must be an object'],
    ['no fields', { fields: undefined }, 'fields: is required'],
    ['a platform without connections', { source: 'steam' }, 'Objects are not connected to steam'],
    ['an unknown platform', { source: 'nowhere' }, 'There is no source nowhere'],
    ['refused credentials', { fields: { ...FIELDS, api_secret: 'wrong-hidden-secret' } }, 'The platform refused'],
  ])('are refused with %s, in words without the value', async (_, body, words) => {
    const before = await list();
    const response = await connect(body);
    expect([response.status, response.body]).toMatchObject([422, { code: 'validation_error' }]);
    expect((response.body as { detail: string }).detail).toContain(words);
    expect(response.text).not.toContain('hidden-secret');
    expect(await list()).toEqual(before);
  });

  it('are refused for an object without a link there, a foreign object, and while the platform does not answer', async () => {
    expect((await connect({ object_id: await anObject('Without link') })).status).toBe(422);
    const other = await api.anAccount();
    const stranger = await aMember(api, other.accountId, 'owner');
    const foreign = await stranger.browser.v3('POST', 'objects', other.accountId, { name: 'Foreign', links: [] });
    const missing = await connect({ object_id: 9007199254740991 });
    const refused = await connect({ object_id: (foreign.body as { id: number }).id });
    expect([refused.status, refused.text]).toEqual([404, missing.text]);
    sandbox.replies('trustpilot').behave('down');
    expect((await connect()).status).toBe(503);
  });

  it('are listed for viewers; only owners connect, check and disconnect, and keys never', async () => {
    await connect();
    const [connection] = await list();
    const path = `connections/${connection?.id}`;
    for (const role of ['viewer', 'member'] as const) {
      const person = await aMember(api, account.accountId, role);
      expect(await list(person)).toHaveLength(1);
      const calls = [
        connect({}, person),
        person.browser.v3('POST', `${path}/check`, account.accountId, {}),
        person.browser.v3('DELETE', path, account.accountId, {}),
        person.browser.v3('POST', 'connections/oauth', account.accountId, { source: 'google' }),
        person.browser.v3('GET', 'connections/oauth/1', account.accountId),
      ];
      for (const { status, body } of await Promise.all(calls))
        expect([status, (body as { code: string }).code]).toEqual([403, 'forbidden']);
    }
    const withKey = await api.agent.get('/v3/connections').set('X-API-Key', account.full);
    expect([withKey.status, withKey.body]).toMatchObject([403, { code: 'session_required' }]);
  });

  it('need a fresh proof to be made, begun and deleted', async () => {
    const [connection] = await list();
    await api.database.query("update session set proved_at = clock_timestamp() - interval '1 hour'");
    const calls = [
      connect(),
      owner.browser.v3('DELETE', `connections/${connection?.id}`, account.accountId, {}),
      owner.browser.v3('POST', 'connections/oauth', account.accountId, { source: 'google' }),
    ];
    for (const { status, body } of await Promise.all(calls))
      expect([status, (body as { code: string }).code]).toEqual([403, 'proof_required']);
    await api.database.query('update session set proved_at = clock_timestamp()');
  });

  it('are checked: revoked access is recorded with its reason, and accepted access again as active', async () => {
    await connect();
    const [connection] = await list();
    const check = async () =>
      (await owner.browser.v3('POST', `connections/${connection?.id}/check`, account.accountId, {})).body as object;
    expect(await check()).toEqual({ status: 'active', reason: null });
    sandbox.replies('trustpilot').access = 'revoked';
    expect(await check()).toMatchObject({ status: 'revoked', reason: expect.stringContaining('Trustpilot') as string });
    expect(await list()).toMatchObject([{ status: 'revoked', revoked_at: expect.any(String) as string }]);
    sandbox.replies('trustpilot').access = 'granted';
    expect(await check()).toEqual({ status: 'active', reason: null });
    sandbox.replies('trustpilot').behave('down');
    expect(await check()).toMatchObject({ status: 'unknown' });
    expect(await list()).toMatchObject([{ status: 'active', revoked_at: null, error: null }]);
  });

  it('of another account do not differ from missing ones', async () => {
    await connect();
    const [connection] = await list();
    const other = await api.anAccount();
    const stranger = await aMember(api, other.accountId, 'owner');
    for (const [method, end] of [
      ['DELETE', ''],
      ['POST', '/check'],
    ] as const) {
      const foreign = await stranger.browser.v3(method, `connections/${connection?.id}${end}`, other.accountId, {});
      const missing = await stranger.browser.v3(method, `connections/9007199254740991${end}`, other.accountId, {});
      expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    }
    expect(await list()).toHaveLength(1);
  });

  it('are deleted with their credentials', async () => {
    await connect();
    const [connection] = await list();
    const path = `connections/${connection?.id}`;
    expect((await owner.browser.v3('DELETE', path, account.accountId, {})).status).toBe(204);
    expect((await owner.browser.v3('DELETE', path, account.accountId, {})).status).toBe(404);
    expect(await list()).toEqual([]);
    const rows = await api.database.query('select 1 from platform_connection where account_id = $1', [
      account.accountId,
    ]);
    expect(rows).toEqual([]);
  });
});
