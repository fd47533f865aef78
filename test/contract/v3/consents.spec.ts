/**
 * Connecting Google by its sign-in (contract §4.15), with the sandbox as the authorization server: consent, refusals, cards, matching,
 * attaching, renewal and revocation.
 */
import { SandboxServer } from '@libs/sources/sandbox';
import { googleSandbox } from '@libs/sources/sandbox/google';
import { WorkerContexts } from '@src/worker.module';
import { decideAtPlatform, returnTo, type Visit } from '@test/support/consent-browser';
import { aMember, Browser, type Invited } from '@test/support/console-person';
import { eventually } from '@test/support/eventually';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const GOOGLE = 'https://accounts.google.com';
const OTHER = 'https://accounts.other.example';
const MASTER_BODY = { client_id: 'hrev-test', client_secret: 'client-secret-of-the-test' };

interface Flow {
  readonly flow_id: number;
  readonly authorize_url: string;
}
interface Card {
  readonly card: string;
  readonly name: string;
  readonly address: string | null;
  readonly object_id: number | null;
  readonly certain: boolean;
  readonly outcome: string | null;
  readonly detail: string | null;
  readonly connection_id: number | null;
}
interface View {
  readonly state: string;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly healed: number;
  readonly is_complete: boolean;
  readonly read_cards: number;
  readonly cards: readonly Card[];
}
interface Connection {
  readonly id: number;
  readonly object_id: number;
  readonly status: string;
  readonly way: string;
  readonly error: string | null;
  readonly revoked_at: string | null;
}

describe('connecting Google by its sign-in', () => {
  const sandbox = new SandboxServer([googleSandbox]);
  let api: TestApp;
  let account: TestAccount;
  let owner: Invited;

  beforeAll(async () => {
    await sandbox.start();
    api = await testApp({
      environment: { HREV_RATE_LIMIT: '1000000', HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins) },
      modules: [WorkerContexts],
    });
    account = await api.anAccount({ name: 'Harbor Hotels' });
    owner = await aMember(api, account.accountId, 'owner');
  });
  afterAll(async () => {
    await api?.close();
    await sandbox.stop();
  });
  beforeEach(() => {
    sandbox.consents('google').reset();
    sandbox.replies('google').reset();
    for (const key of [...new Set(keys)]) sandbox.removeListing('google', key);
    keys.length = 0;
  });

  const keys: string[] = [];
  let serial = 500_000;
  /** A place on Google; returns its number. */
  function aPlace(name: string, address: readonly string[] = []): string {
    const key = String((serial += 1));
    keys.push(key);
    Object.assign(sandbox.listing('google', key), { name, address });
    sandbox.add('google', key, { text: `A review of ${name}`, rating: 4 });
    return key;
  }
  const pageOf = (key: string): string => `https://www.google.com/maps?cid=${key}`;
  const cardOf = (key: string): string => `accounts/100200300/locations/${key}`;

  async function setUpClient(body: object = MASTER_BODY): Promise<void> {
    await api.database.query(`update person set is_operator = true where email = $1`, [owner.email]);
    const response = await owner.browser.v3('PUT', 'admin/sources/google/oauth-client', account.accountId, body);
    await api.database.query(`update person set is_operator = false where email = $1`, [owner.email]);
    expect([response.status, response.text]).toEqual([200, expect.not.stringContaining('client-secret-of-the-test')]);
  }
  async function anObject(
    name: string,
    url: string | null = null,
    of: Invited = owner,
    in_ = account,
  ): Promise<number> {
    const links = url === null ? [] : [{ url }];
    const response = await of.browser.v3('POST', 'objects', in_.accountId, { name, links });
    return (response.body as { id: number }).id;
  }
  async function begin(of: Invited = owner, in_ = account): Promise<Flow> {
    const response = await of.browser.v3('POST', 'connections/oauth', in_.accountId, { source: 'google' });
    expect(response.status).toBe(201);
    return response.body as Flow;
  }
  async function view(flowId: number): Promise<View> {
    return (await owner.browser.v3('GET', `connections/oauth/${flowId}`, account.accountId)).body as View;
  }
  async function settled(flowId: number): Promise<View> {
    let last: View | undefined;
    await eventually('the end of the work', 30_000, async () => {
      last = await view(flowId);
      return !['waiting', 'reading', 'testing'].includes(last.state);
    });
    return last as View;
  }
  async function consent(visit: Visit = {}): Promise<View & { readonly flowId: number }> {
    const { flow_id: flowId, authorize_url: page } = await begin();
    await returnTo(owner.browser, await decideAtPlatform(page, visit));
    return { ...(await settled(flowId)), flowId };
  }
  async function attach(flowId: number, pairs: readonly { card: string; object_id: number }[]): Promise<View> {
    const path = `connections/oauth/${flowId}/attach`;
    const response = await owner.browser.v3('POST', path, account.accountId, { pairs });
    expect([response.status, response.body]).toEqual([202, { accepted: pairs.length }]);
    return settled(flowId);
  }
  async function connectionOf(objectId: number): Promise<Connection | undefined> {
    const { body } = await owner.browser.v3('GET', 'connections', account.accountId);
    return (body as { data: readonly Connection[] }).data.find(({ object_id: id }) => id === objectId);
  }
  async function connected(name: string): Promise<{ key: string; objectId: number; connection: Connection }> {
    const key = aPlace(name);
    const objectId = await anObject(name, pageOf(key));
    const { flowId } = await consent();
    await attach(flowId, [{ card: cardOf(key), object_id: objectId }]);
    const connection = await connectionOf(objectId);
    if (connection === undefined) throw new Error('the object was not connected');
    return { key, objectId, connection };
  }

  it('is not possible until the operator has registered the client, and GET /v3/sources says so', async () => {
    const ready = async (): Promise<boolean> => {
      const { body } = await api.agent.get('/v3/sources').set('X-API-Key', account.readOnly);
      const sources = (body as { data: readonly { slug: string; connection: { ready: boolean } | null }[] }).data;
      return sources.find(({ slug }) => slug === 'google')?.connection?.ready ?? false;
    };
    expect(await ready()).toBe(false);
    const refused = await owner.browser.v3('POST', 'connections/oauth', account.accountId, { source: 'google' });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'conflict', detail: 'The operator has not set up Google yet' },
    ]);
    await setUpClient();
    expect(await ready()).toBe(true);
  });

  it('sends the person to Google with PKCE, a state, offline access and the one scope', async () => {
    const { authorize_url: page } = await begin();
    const query = Object.fromEntries(new URL(page).searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'hrev-test',
      redirect_uri: `${api.address}/console/oauth/callback`,
      scope: 'https://www.googleapis.com/auth/business.manage',
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
    });
    expect(query['state']).toMatch(/^[\w-]{43}$/);
    expect(query['code_challenge']).toMatch(/^[\w-]{43}$/);
    expect(page).not.toContain('client-secret-of-the-test');
  });

  it('reads the places of all accounts and pages once each, and proposes their objects', async () => {
    Object.assign(sandbox.consents('google'), { pageSize: 2, accounts: 2 });
    const names = ['Harbor Hotel', 'Old Pier', 'Third Wave', 'Quiet Inn', 'Bean'].map((name) => `${name} reading`);
    const placed = names.map((name) => aPlace(name, ['Rua do Cais 4', '4000 Porto']));
    const linked = await anObject('Another name', pageOf(placed[1] ?? ''));
    const named = await anObject('quiet inn READING');
    const found = await consent();
    expect([found.state, found.is_complete, found.read_cards]).toEqual(['ready', true, 5]);
    expect(
      found.cards.map(({ card, name, address, object_id: id, certain }) => [card, name, address, id, certain]),
    ).toEqual(
      placed.map((key, index) => [
        cardOf(key),
        names[index],
        'Rua do Cais 4, 4000 Porto',
        index === 1 ? linked : index === 3 ? named : null,
        index === 1 || index === 3,
      ]),
    );
  });

  it('tests each pair, links a place to an object without a link, and plans its collection; a wrong pair is refused', async () => {
    const [first, second, third] = [aPlace('Attached'), aPlace('Unlinked'), aPlace('Elsewhere')] as const;
    const linked = await anObject('Attached', pageOf(first));
    const unlinked = await anObject('Unlinked object');
    const wrong = await anObject('Wrong', pageOf('999999'));
    const { flowId } = await consent();
    const { cards } = await attach(flowId, [
      { card: cardOf(first), object_id: linked },
      { card: cardOf(second), object_id: unlinked },
      { card: cardOf(third), object_id: wrong },
    ]);
    expect(cards.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['connected', null],
      ['connected', null],
      ['refused', 'The link of the object leads to another place. Change the link, or choose another object'],
    ]);
    expect(await connectionOf(linked)).toMatchObject({ status: 'active', way: 'oauth', error: null });
    expect(await connectionOf(wrong)).toBeUndefined();
    // Both links are due at once. The reading itself needs the built service: the journey covers it.
    await eventually('runs of both links', 30_000, async () => {
      const rows = await api.database.query(
        `select distinct l.object_id from run_link r join run on run.id = r.run_id join link l on l.id = r.link_id
         where l.account_id = $1 and l.object_id = any($2) and (run.cause = 'manual' or l.object_id = $3)`,
        [account.accountId, [linked, unlinked], unlinked],
      );
      return rows.length === 2;
    });
    const entries = await api.database.query<{ person: boolean; facts: string }>(
      `select person_id is not null as person, after::text as facts from audit_entry
       where account_id = $1 and action = 'connection.added' and (after->>'object_id')::bigint = any($2)`,
      [account.accountId, [linked, unlinked]],
    );
    expect(entries.map(({ person }) => person)).toEqual([true, true]);
  });

  it('shows to the person what Google refused, and stores nothing', async () => {
    const grants = async (): Promise<number> => (await api.database.query('select 1 from platform_grant')).length;
    const before = await grants();
    expect(await consent({ decision: 'refuse' })).toMatchObject({ state: 'refused', cards: [] });
    expect(await consent({ granted: 'openid' })).toMatchObject({ state: 'failed', reason: 'scope_missing' });
    sandbox.consents('google').expiresCodes = true;
    expect(await consent()).toMatchObject({ state: 'failed', reason: 'code_refused' });
    sandbox.consents('google').reset();
    expect(await grants()).toBe(before);
  });

  it('refuses a consent without a lasting token', async () => {
    const { flow_id: flowId, authorize_url: page } = await begin();
    const first = page.replace('prompt=consent', 'prompt=none');
    sandbox.consents('google').reset();
    await decideAtPlatform(first).then((path) => returnTo(owner.browser, path));
    expect((await settled(flowId)).state).toBe('ready');
    const again = await begin();
    await decideAtPlatform(again.authorize_url.replace('prompt=consent', 'prompt=none')).then((path) =>
      returnTo(owner.browser, path),
    );
    expect(await settled(again.flow_id)).toMatchObject({ state: 'failed', reason: 'no_lasting_access' });
  });

  it('says that the address of the console is not registered: Google shows its own page, and the flow expires', async () => {
    sandbox.consents('google').redirectUris = ['https://other.example/console/oauth/callback'];
    const { flow_id: flowId, authorize_url: page } = await begin();
    await expect(decideAtPlatform(page)).rejects.toThrow('redirect_uri_mismatch');
    await api.database.query('update consent_flow set expires_at = clock_timestamp() where id = $1', [flowId]);
    expect((await view(flowId)).state).toBe('expired');
  });

  it.each([
    [
      'quota_zero' as const,
      'Google has not opened the Business Profile APIs for the project of this installation: its quota is 0',
    ],
    ['disabled' as const, 'The Business Profile APIs are not enabled in the Google Cloud project of this installation'],
  ])('says that Google has not opened the interface (%s), to the person and to the operator', async (state, words) => {
    sandbox.consents('google').interface = state;
    expect(await consent()).toMatchObject({ state: 'failed', reason: 'interface_closed', detail: words });
    const tested = await testClient();
    expect(tested).toEqual({ state: 'closed', found: `${words}.` });
  });

  it('tests the client for the operator', async () => {
    await consent();
    expect(await testClient()).toMatchObject({ state: 'open' });
    await setUpClient({ client_id: 'wrong-client', client_secret: 'client-secret-of-the-test' });
    expect(await testClient()).toMatchObject({ state: 'client_refused' });
    await setUpClient({ client_id: 'another', client_secret: 'client-secret-of-the-test' });
    expect(await testClient()).toMatchObject({ state: 'untested' });
    await setUpClient();
  });

  async function testClient(): Promise<object> {
    await api.database.query(`update person set is_operator = true where email = $1`, [owner.email]);
    const path = 'admin/sources/google/oauth-client/test';
    const response = await owner.browser.v3('POST', path, account.accountId, {});
    await api.database.query(`update person set is_operator = false where email = $1`, [owner.email]);
    return response.body as object;
  }

  describe('the return from Google', () => {
    it('is accepted once', async () => {
      const { flow_id: flowId, authorize_url: page } = await begin();
      const path = await decideAtPlatform(page);
      const place = await returnTo(owner.browser, path);
      expect(place).toBe(`/console/a/${account.accountId}/connections/google?flow=${flowId}`);
      const tokens = sandbox.requests.filter(({ url }) => url.includes('/token')).length;
      expect(await returnTo(owner.browser, path)).toBe(place);
      expect(sandbox.requests.filter(({ url }) => url.includes('/token')).length).toBe(tokens);
      expect((await settled(flowId)).state).toBe('ready');
    });

    it('is refused with an unknown state, in another session, from another person, without a session and after 10 minutes', async () => {
      const { flow_id: flowId, authorize_url: page } = await begin();
      const path = await decideAtPlatform(page);
      const elsewhere = `/console/a/${account.accountId}/connections?returned=unknown`;
      expect(await returnTo(owner.browser, path.replace(/state=[^&]+/, 'state=wrong'))).toBe(elsewhere);
      const second = new Browser(api);
      await second.signIn(owner.email);
      expect(await returnTo(second, path)).toBe(elsewhere);
      const stranger = await aMember(api, (await api.anAccount()).accountId, 'owner');
      expect(await returnTo(stranger.browser, path)).toContain('returned=unknown');
      expect(await returnTo(new Browser(api), path)).toBe('/console/sign-in');
      expect((await view(flowId)).state).toBe('waiting');
      await api.database.query('update consent_flow set expires_at = clock_timestamp() where id = $1', [flowId]);
      await returnTo(owner.browser, path);
      expect((await view(flowId)).state).toBe('expired');
    });

    it('is refused after the person is no longer an owner', async () => {
      const other = await aMember(api, account.accountId, 'owner');
      const { flow_id: flowId, authorize_url: page } = await begin(other);
      await api.database.query(
        `update membership set role = 'member' where account_id = $1 and person_id = (select id from person where email = $2)`,
        [account.accountId, other.email],
      );
      expect(await returnTo(other.browser, await decideAtPlatform(page))).toContain('returned=unknown');
      expect((await view(flowId)).state).toBe('waiting');
    });

    it('leaves neither the code nor the state nor a token in the log, and no token in clear text in the database', async () => {
      const { flow_id: flowId, authorize_url: page } = await begin();
      const path = await decideAtPlatform(page);
      await returnTo(owner.browser, path);
      await settled(flowId);
      const query = new URL(path, 'http://x').searchParams;
      const log = JSON.stringify(api.logLines);
      expect(log).toContain('/console/oauth/callback');
      for (const secret of [
        query.get('code'),
        query.get('state'),
        'sandbox-token',
        '1//sandbox',
        'client-secret-of-the-test',
      ])
        expect(log).not.toContain(secret);
      const stored = await api.database.query<{ text: string }>(
        `select g::text || encode(g.sealed, 'escape') as text from platform_grant g
         union all select f::text || coalesce(encode(f.sealed, 'escape'), '') from consent_flow f
         union all select a::text from audit_entry a
         union all select c::text || encode(c.sealed, 'escape') from source_oauth_client c`,
      );
      const rows = stored.map(({ text }) => text).join('\n');
      for (const secret of [
        query.get('code'),
        query.get('state'),
        'sandbox-token',
        '1//sandbox',
        'client-secret-of-the-test',
      ])
        expect(rows).not.toContain(secret);
    });
  });

  it('renews a token once for all connections of the consent', async () => {
    const [one, two] = [aPlace('Renewed one'), aPlace('Renewed two')];
    const objects = [await anObject('Renewed one', pageOf(one)), await anObject('Renewed two', pageOf(two))];
    const { flowId } = await consent();
    await attach(flowId, [
      { card: cardOf(one), object_id: objects[0] ?? 0 },
      { card: cardOf(two), object_id: objects[1] ?? 0 },
    ]);
    sandbox.replies('google').expireTokens();
    const issued = sandbox.replies('google').tokensIssued;
    for (const objectId of objects) {
      const connection = await connectionOf(objectId);
      const path = `connections/${connection?.id}/check`;
      const checked = await owner.browser.v3('POST', path, account.accountId, {});
      expect(checked.body).toEqual({ status: 'active', reason: null });
    }
    expect(sandbox.replies('google').tokensIssued).toBe(issued + 1);
  });

  it('keeps the other connections of a consent when one object is disconnected', async () => {
    const [one, two] = [aPlace('Kept'), aPlace('Removed')];
    const [kept, removed] = [await anObject('Kept', pageOf(one)), await anObject('Removed', pageOf(two))];
    const { flowId } = await consent();
    await attach(flowId, [
      { card: cardOf(one), object_id: kept },
      { card: cardOf(two), object_id: removed },
    ]);
    const gone = await connectionOf(removed);
    expect((await owner.browser.v3('DELETE', `connections/${gone?.id}`, account.accountId, {})).status).toBe(204);
    const left = await connectionOf(kept);
    const checked = await owner.browser.v3('POST', `connections/${left?.id}/check`, account.accountId, {});
    expect([await connectionOf(removed), checked.body]).toEqual([undefined, { status: 'active', reason: null }]);
  });

  it('shows revoked access with the reason and the date, tells the account, and a new consent heals all its connections', async () => {
    const { objectId, connection } = await connected('Revoked');
    sandbox.consents('google').revokeAll();
    sandbox.replies('google').expireTokens();
    const checked = await owner.browser.v3('POST', `connections/${connection.id}/check`, account.accountId, {});
    expect(checked.body).toEqual({
      status: 'revoked',
      reason: 'Google no longer accepts the connection (invalid_grant)',
    });
    expect(await connectionOf(objectId)).toMatchObject({
      status: 'revoked',
      error: 'Google no longer accepts the connection (invalid_grant)',
      revoked_at: expect.stringMatching(/^\d{4}-/) as string,
    });
    const notices = await api.database.query<{ subject: string }>(
      `select subject from notice where account_id = $1 and kind = 'access_revoked' order by id desc limit 1`,
      [account.accountId],
    );
    expect(notices).toEqual([{ subject: `Google took back the access of object ${objectId}` }]);
    const { healed } = await consent();
    expect(healed).toBe(1);
    expect(await connectionOf(objectId)).toMatchObject({ status: 'active', error: null, revoked_at: null });
  });

  it('sees revoked access at a collection', async () => {
    const { objectId } = await connected('Collected');
    sandbox.consents('google').revokeAll();
    sandbox.replies('google').expireTokens();
    // Again until it is seen: a link that is due during its first collection is planned for its next period.
    await eventually('the revocation', 30_000, async () => {
      await api.database.query(
        `update link_collection set next_run_at = clock_timestamp() where link_id = (
           select id from link where account_id = $1 and object_id = $2)`,
        [account.accountId, objectId],
      );
      return (await connectionOf(objectId))?.status === 'revoked';
    });
  });

  it('continues after an interrupted reading: another worker takes the flow when the lease ends', async () => {
    aPlace('Interrupted');
    const { flow_id: flowId, authorize_url: page } = await begin();
    sandbox.replies('google').behave('down');
    await returnTo(owner.browser, await decideAtPlatform(page));
    await eventually('a first attempt', 30_000, async () => {
      const [row] = await api.database.query<{ attempts: number }>('select attempts from consent_flow where id = $1', [
        flowId,
      ]);
      return (row?.attempts ?? 0) > 0;
    });
    sandbox.replies('google').behave('normal');
    await api.database.query('update consent_flow set due_at = clock_timestamp() where id = $1', [flowId]);
    expect((await settled(flowId)).cards.map(({ name }) => name)).toEqual(['Interrupted']);
  });

  describe('a return of another server (mix-up, RFC 9207)', () => {
    const other = new SandboxServer([googleSandbox]);
    beforeAll(() => other.start());
    afterAll(() => other.stop());

    /** The return of the other server, where the same client is registered, with the state of a flow at Google. */
    const returnOfOther = async (authorizeUrl: string): Promise<string> => {
      const page = new URL(authorizeUrl);
      return decideAtPlatform(`${other.origins['google'] ?? ''}${page.pathname}${page.search}`);
    };
    const grants = async (): Promise<number> =>
      (await api.database.query('select from platform_grant where account_id = $1', [account.accountId])).length;

    it('with its code: the code is refused, and nothing is stored', async () => {
      const before = await grants();
      const { flow_id: flowId, authorize_url: page } = await begin();
      await returnTo(owner.browser, await returnOfOther(page));
      expect([(await view(flowId)).state, (await view(flowId)).reason]).toEqual(['failed', 'code_refused']);
      // The state is used, so the right code does not continue the flow either.
      await returnTo(owner.browser, await decideAtPlatform(page));
      expect([(await view(flowId)).state, await grants()]).toEqual(['failed', before]);
    });

    it.each([
      'https://accounts.other.example',
      'https://accounts.google.com/',
      'https://accounts.google.com.other.example',
    ])('with the name %s: no code is sent to Google', async (iss) => {
      const before = await grants();
      const { flow_id: flowId, authorize_url: page } = await begin();
      const back = await decideAtPlatform(page);
      await returnTo(owner.browser, `${back}&iss=${encodeURIComponent(iss)}`);
      expect([(await view(flowId)).state, (await view(flowId)).reason]).toEqual(['failed', 'code_refused']);
      expect(await grants()).toBe(before);
      // The code was not exchanged: Google still accepts it.
      const code = new URL(back, api.address).searchParams.get('code') ?? '';
      expect(sandbox.consents('google').isOpen(code)).toBe(true);
    });

    it('with its name and a refusal: the refusal is not that of Google', async () => {
      const { flow_id: flowId, authorize_url: page } = await begin();
      const back = await decideAtPlatform(page, { decision: 'refuse' });
      await returnTo(owner.browser, `${back}&iss=${encodeURIComponent(OTHER)}`);
      expect([(await view(flowId)).state, (await view(flowId)).reason]).toEqual(['failed', 'code_refused']);
    });

    it('continues with the name of Google', async () => {
      aPlace('Named server');
      const { flow_id: flowId, authorize_url: page } = await begin();
      await returnTo(owner.browser, `${await decideAtPlatform(page)}&iss=${encodeURIComponent(GOOGLE)}`);
      expect((await settled(flowId)).cards.map(({ name }) => name)).toEqual(['Named server']);
    });
  });

  describe('the refusals of pairs', () => {
    const pairs = (...all: readonly [string, number][]) => ({
      pairs: all.map(([card, id]) => ({ card, object_id: id })),
    });

    it('name a foreign object, an unknown card, a repeated card, a repeated object and an unread flow', async () => {
      const key = aPlace('Refused pair');
      const objectId = await anObject('Refused pair');
      const other = await api.anAccount();
      const stranger = await aMember(api, other.accountId, 'owner');
      const foreign = await anObject('Foreign', null, stranger, other);
      const waiting = await begin();
      const { flowId } = await consent();
      const send = async (id: number, body: object, by = owner, in_ = account) => {
        const response = await by.browser.v3('POST', `connections/oauth/${id}/attach`, in_.accountId, body);
        const { code, detail } = response.body as { code: string; detail: string };
        return [response.status, code, detail];
      };
      expect(await send(flowId, pairs([cardOf(key), foreign]))).toMatchObject([404, 'not_found', expect.anything()]);
      expect(await send(flowId, pairs(['accounts/1/locations/1', objectId]))).toEqual([
        422,
        'validation_error',
        'pairs: must name cards of this flow only',
      ]);
      expect(await send(flowId, pairs([cardOf(key), objectId], [cardOf(key), objectId + 1]))).toEqual([
        422,
        'validation_error',
        'pairs: must name each card once',
      ]);
      expect(await send(flowId, pairs([cardOf(key), objectId], ['other', objectId]))).toEqual([
        422,
        'validation_error',
        'pairs: must name each object once',
      ]);
      expect(await send(waiting.flow_id, pairs([cardOf(key), objectId]))).toMatchObject([
        409,
        'conflict',
        expect.anything(),
      ]);
      expect((await view(flowId)).cards.find(({ card }) => card === cardOf(key))?.outcome).toBeNull();
      // A flow of another account does not differ from a missing one.
      const foreignFlow = await stranger.browser.v3('GET', `connections/oauth/${flowId}`, other.accountId);
      const missing = await stranger.browser.v3('GET', `connections/oauth/9007199254740991`, other.accountId);
      expect([foreignFlow.status, foreignFlow.text]).toEqual([404, missing.text]);
      expect(await send(flowId, pairs(['x', foreign]), stranger, other)).toMatchObject([
        404,
        'not_found',
        expect.anything(),
      ]);
    });
  });
});
