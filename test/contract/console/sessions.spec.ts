import { createHash } from 'node:crypto';
import type { Response } from 'supertest';
import { KeysService } from '@src/auth';
import { OneTimeLinks } from '@src/console';
import { PasswordHasher } from '@src/console/identity/password-hasher';
import { addApp, aMember, aPerson, aSession, Browser, PASSWORD } from '@test/support/console-person';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

/** The routes without a session. */
const PUBLIC = /^\/console\/api\/(sign-in|setup|join|reset)/;
/** A handler without a session reads the body first, and refuses other types with 400. */
const isRefusal = (status: number, path: string): boolean => status === 403 || (status === 400 && PUBLIC.test(path));

/** The seconds until the limit ends may pass between two responses. */
const withoutSeconds = (text: string): string => text.replaceAll(/\d+ s\b|"retry-after":"\d+"/g, '');

const codeOf = (response: { readonly body: unknown }): unknown => (response.body as { code?: unknown }).code;

/** Rows of OWASP ASVS 5.0.0, level 2, by number. */
describe('persons and sessions', () => {
  let app: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    app = await testApp({
      environment: {
        HREV_RATE_LIMIT: '1000000',
        HREV_TRUSTED_PROXIES: '127.0.0.1',
        HREV_SMTP_URL: 'smtp://127.0.0.1:1',
        HREV_MAIL_FROM: 'hrev@harbor.example',
      },
    });
    account = await app.anAccount({ name: 'Harbor' });
  });
  afterAll(() => app?.close());

  const links = (): OneTimeLinks => app.app.get(OneTimeLinks, { strict: false });
  const tokenOf = (path: string): string => path.split('#')[1] ?? '';
  const me = (browser: Browser) => browser.send('GET', '/console/api/me');

  describe('set-up (6.3.2: no default account)', () => {
    const input = { name: 'Ana', email: 'ana@harbor.example', password: PASSWORD, account_name: 'Harbor Hotels' };

    it('without a person every route of the console is 401 and a guessed link 404', async () => {
      const browser = new Browser(app);
      expect((await me(browser)).status).toBe(401);
      expect((await browser.send('GET', '/console/api/sessions')).status).toBe(401);
      const guess = await browser.send('POST', '/console/api/setup', { ...input, token: 'x'.repeat(43) });
      expect([guess.status, codeOf(guess)]).toEqual([404, 'not_found']);
    });

    it('a link works once; the newest link is the only one; the person is operator and owner', async () => {
      const first = tokenOf((await links().firstSetup()) ?? '');
      const second = tokenOf((await links().firstSetup()) ?? '');
      const browser = new Browser(app);
      expect((await browser.send('POST', '/console/api/setup', { ...input, token: first })).status).toBe(409);
      const shown = await browser.send('POST', '/console/api/tokens', { token: second });
      expect(shown.body).toMatchObject({ kind: 'setup', email: null, account_name: null, role: null });
      const weak = await browser.send('POST', '/console/api/setup', { ...input, token: second, password: 'short' });
      expect([weak.status, codeOf(weak)]).toEqual([422, 'validation_error']);
      const answers = await Promise.all(
        [new Browser(app), browser].map((one) => one.send('POST', '/console/api/setup', { ...input, token: second })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.map(codeOf)).toContain('link_used');
      const signedIn = new Browser(app);
      expect((await signedIn.signIn('ANA@harbor.example')).body).toEqual({ next: 'enrol' });
      await addApp(signedIn);
      const { body } = await me(signedIn);
      expect(body).toMatchObject({ name: 'Ana', email: 'ana@harbor.example', is_operator: true });
      expect((body as { accounts: object[] }).accounts).toMatchObject([{ name: 'Harbor Hotels', role: 'owner' }]);
      expect(await links().firstSetup()).toBeNull();
    });
  });

  describe('cookies (3.3.1, 7.2.3, 7.2.4)', () => {
    it('has the attributes, and on https the prefix', async () => {
      const { email } = await aPerson(app, account.accountId, 'viewer');
      const plain = await new Browser(app).signIn(email);
      expect(String(plain.headers['set-cookie'])).toMatch(
        /hrev-session=[\w-]{43}; Max-Age=1209600; Path=\/;.*HttpOnly; SameSite=Lax/,
      );
      const origin = 'https://reviews.example.com';
      const secure = await testApp({ databaseUrl: app.databaseUrl, environment: { HREV_PUBLIC_URL: origin } });
      const answer = await new Browser(secure).send(
        'POST',
        '/console/api/sign-in',
        { email, password: PASSWORD },
        { origin },
      );
      expect(String(answer.headers['set-cookie'])).toMatch(
        /__Host-hrev=[\w-]{43}; .*Path=\/;.*HttpOnly; Secure; SameSite=Lax/,
      );
      await secure.close();
    });

    it('changes at sign-in and at a proof, and the old value is 401', async () => {
      const { browser, email } = await aPerson(app, account.accountId, 'viewer');
      const values = [browser.cookies.get('hrev-session') ?? ''];
      expect((await browser.signIn(email)).status).toBe(200);
      values.push(browser.cookies.get('hrev-session') ?? '');
      expect((await browser.send('POST', '/console/api/proof', { password: PASSWORD })).status).toBe(204);
      values.push(browser.cookies.get('hrev-session') ?? '');
      expect(new Set(values).size).toBe(3);
      for (const [index, value] of values.entries()) {
        const other = new Browser(app);
        other.setCookie('hrev-session', value);
        expect([index, (await me(other)).status]).toEqual([index, index === 2 ? 200 : 401]);
      }
    });
  });

  describe('the end of sessions (7.3.1, 7.3.2, 7.4.1)', () => {
    const ofAccount = (headers: Readonly<Record<string, string | null>>) =>
      'x-hrev-account' in headers ? { ...headers, 'x-hrev-account': String(account.accountId) } : headers;
    const move = (column: string, hours: number, email: string): Promise<unknown> =>
      app.database.query(
        `update session set ${column} = ${column} - $1 * interval '1 hour'
         where person_id = (select id from person where email = $2)`,
        [hours, email],
      );

    it.each([
      ['last_seen_at', 11, 200],
      ['last_seen_at', 13, 401],
      ['created_at', 24 * 13, 200],
      ['created_at', 24 * 15, 401],
    ])('%s %s hours ago is %s', async (column, hours, status) => {
      const { browser, email } = await aMember(app, account.accountId, 'viewer');
      await move(column, hours, email);
      expect((await me(browser)).status).toBe(status);
    });

    it.each([
      ['operator', 'last_seen_at', 0.9, 200],
      ['operator', 'last_seen_at', 1.1, 401],
      ['operator', 'created_at', 11.9, 200],
      ['operator', 'created_at', 12.1, 401],
      ['owner', 'last_seen_at', 11.9, 200],
      ['owner', 'last_seen_at', 12.1, 401],
      ['owner', 'created_at', 24 * 14 - 0.1, 200],
      ['owner', 'created_at', 24 * 14 + 0.1, 401],
    ])('of an %s: %s %s hours ago is %s, on every kind of route', async (role, column, hours, status) => {
      const { browser, email } = await aMember(app, account.accountId, 'owner');
      if (role === 'operator')
        await app.database.query('update person set is_operator = true where email = $1', [email]);
      await move(column, hours, email);
      const { accountId } = account;
      const answers = [
        await me(browser),
        await browser.v3('GET', 'objects', accountId),
        await browser.send('GET', '/console/api/attention', null, { 'x-hrev-account': String(accountId) }),
      ];
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
      // An end is final: acts do not bring a session back, and do not move its absolute end.
      if (status === 401)
        expect((await browser.send('POST', '/console/api/proof', { password: PASSWORD })).status).toBe(401);
    });

    it('acts do not move the absolute end, and neither does a proof', async () => {
      const { browser, email } = await aMember(app, account.accountId, 'viewer');
      await move('created_at', 24 * 13, email);
      expect((await browser.send('POST', '/console/api/proof', { password: PASSWORD })).status).toBe(204);
      expect((await me(browser)).status).toBe(200);
      await move('created_at', 25, email);
      expect((await me(browser)).status).toBe(401);
    });

    it.each([
      [9, 200],
      [11, 401],
    ])('a sign-in that waits for its second factor since %s minutes is %s', async (minutes, status) => {
      const { id, email } = await aMember(app, account.accountId, 'owner');
      const browser = await aSession(app, id, true);
      await move('created_at', minutes / 60, email);
      expect((await browser.send('GET', '/console/api/second-factor')).status).toBe(status);
      expect((await me(browser)).status).toBe(401);
    });

    it.each<[string, Readonly<Record<string, string | null>>, string]>([
      ['an act of the person', {}, '/console/api/me'],
      ['an act of the person in an account', { 'x-hrev-account': 'own' }, '/v3/objects'],
    ])('%s restarts the idle time', async (_, headers, path) => {
      const { browser, email } = await aPerson(app, account.accountId, 'viewer');
      await move('last_seen_at', 11, email);
      expect((await browser.send('GET', path, null, ofAccount(headers))).status).toBe(200);
      await move('last_seen_at', 11, email);
      expect((await me(browser)).status).toBe(200);
    });

    it.each<[string, Readonly<Record<string, string | null>>, string]>([
      ['a request that the page sends by itself', { 'x-hrev-background': '1' }, '/console/api/me'],
      [
        'a request that the page sends by itself in an account',
        { 'x-hrev-background': '1', 'x-hrev-account': 'own' },
        '/v3/objects',
      ],
      ['a request without the headers of a page', { 'x-hrev-console': null, 'x-hrev-account': 'own' }, '/v3/objects'],
    ])('%s does not restart the idle time', async (_, headers, path) => {
      const { browser, email } = await aPerson(app, account.accountId, 'viewer');
      await move('last_seen_at', 11, email);
      expect((await browser.send('GET', path, null, ofAccount(headers))).status).toBe(200);
      await move('last_seen_at', 2, email);
      expect((await me(browser)).status).toBe(401);
    });

    it('sign-out ends the session on the server', async () => {
      const { browser } = await aMember(app, account.accountId, 'viewer');
      const copy = new Browser(app);
      copy.setCookie('hrev-session', browser.cookies.get('hrev-session') ?? '');
      expect((await browser.send('POST', '/console/api/sign-out', {})).status).toBe(204);
      expect((await me(copy)).status).toBe(401);
    });

    it('an operator ends the sessions of all persons of an account, and those of no other account (7.4.5)', async () => {
      const other = await app.anAccount();
      const [owner, viewer, neighbor] = await Promise.all([
        aMember(app, account.accountId, 'owner'),
        aMember(app, account.accountId, 'viewer'),
        aMember(app, other.accountId, 'owner'),
      ]);
      const { key } = await app.app.get(KeysService, { strict: false }).issue(other.accountId, 'master');
      const path = `/v3/admin/accounts/${account.accountId}/sessions`;
      const ended = await app.agent.delete(path).set('X-API-Key', key);
      expect([ended.status, ended.body]).toEqual([200, { ended: expect.any(Number) as number }]);
      const statuses = [owner, viewer, neighbor].map(async ({ browser }) => (await me(browser)).status);
      expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
    });

    it('a person lists sessions, ends one, and all others with a fresh proof only (7.5.2)', async () => {
      const { browser, email } = await aMember(app, account.accountId, 'viewer');
      const others = [new Browser(app), new Browser(app)];
      for (const other of others) await other.signIn(email);
      const listed = (await browser.send('GET', '/console/api/sessions')).body as {
        data: { id: number; current: boolean }[];
      };
      expect(listed.data.map(({ current }) => current)).toEqual([false, false, true]);
      const newest = listed.data[0]?.id ?? 0;
      expect((await browser.send('DELETE', `/console/api/sessions/${newest}`, {})).status).toBe(204);
      expect((await browser.send('DELETE', `/console/api/sessions/${newest}`, {})).status).toBe(404);
      expect((await me(others[1] as Browser)).status).toBe(401);
      await app.database.query(`update session set proved_at = proved_at - interval '11 minutes'`);
      expect(codeOf(await browser.send('DELETE', '/console/api/sessions', {}))).toBe('proof_required');
      expect((await me(others[0] as Browser)).status).toBe(200);
      await browser.send('POST', '/console/api/proof', { password: PASSWORD });
      expect((await browser.send('DELETE', '/console/api/sessions', {})).status).toBe(204);
      expect((await me(others[0] as Browser)).status).toBe(401);
      expect((await me(browser)).status).toBe(200);
    });

    it('a 21st session ends the oldest', async () => {
      const { browser, email } = await aMember(app, account.accountId, 'viewer');
      for (let count = 0; count < 20; count += 1) {
        expect((await me(browser)).status).toBe(200);
        await app.database.query(
          `insert into session (digest, person_id, device, address)
           select sha256($1::text::bytea), id, '', '' from person where email = $2`,
          [`${email}${count}`, email],
        );
      }
      await new Browser(app).signIn(email);
      expect((await me(browser)).status).toBe(401);
    });
  });

  describe('forged requests (3.5.1 to 3.5.3)', () => {
    const forgeries: readonly (readonly [string, Readonly<Record<string, string | null>>])[] = [
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['plain text', { 'content-type': 'text/plain' }],
      ['no mark', { 'x-hrev-console': null }],
      ['another origin', { origin: 'https://evil.example' }],
      ['no origin', { origin: null }],
      ['another site', { 'sec-fetch-site': 'cross-site' }],
      ['another port', { origin: 'http://127.0.0.1:1' }],
    ];

    it.each(forgeries)('%s is refused and changes nothing', async (_, headers) => {
      const { browser, email } = await aMember(app, account.accountId, 'member');
      const link = { token: 'a'.repeat(43), password: PASSWORD };
      const person = { ...link, name: 'Eve' };
      const calls = [
        ['POST', '/console/api/sign-out', {}],
        ['PATCH', '/console/api/me', { name: 'Eve' }],
        ['POST', '/console/api/sign-in', { email, password: PASSWORD }],
        ['POST', '/console/api/sign-in/passkey/options', {}],
        ['POST', '/console/api/sign-in/passkey', { passkey: '{}' }],
        ['POST', '/console/api/setup', { ...person, email: 'eve@harbor.example', account_name: 'Eve' }],
        ['POST', '/console/api/join', person],
        ['POST', '/console/api/reset', { email }],
        ['POST', '/console/api/reset/finish', link],
        ['POST', '/v3/folders', { name: 'Forged' }],
      ] as const;
      for (const [method, path, body] of calls) {
        const account3 = { 'x-hrev-account': String(account.accountId) };
        const answer = await browser.send(method, path, body, { ...account3, ...headers });
        expect([path, answer.status]).toEqual([path, isRefusal(answer.status, path) ? answer.status : 403]);
      }
      expect((await me(browser)).body).toMatchObject({ name: 'Rui' });
      const folders = await app.database.query(`select from folder where name = 'Forged'`);
      expect(folders).toHaveLength(0);
    });

    it('a request over the network is refused without HREV_PUBLIC_URL', async () => {
      const answer = await new Browser(app).send(
        'POST',
        '/console/api/sign-in',
        { email: 'a@b.c', password: 'x' },
        {
          host: 'reviews.example.com',
          origin: 'http://reviews.example.com',
        },
      );
      expect([answer.status, (answer.body as { detail: string }).detail]).toEqual([
        403,
        expect.stringContaining('HREV_PUBLIC_URL'),
      ]);
    });
  });

  describe('guessing (6.1.1, 6.3.1, 6.3.8)', () => {
    /** The status, the headers and the body, without what differs in each response. */
    const bytesOf = ({ status, headers, text }: { status: number; headers: object; text: string }): string => {
      const { date: _date, 'x-request-id': _id, ...others } = headers as Record<string, string>;
      return JSON.stringify([status, others, text]);
    };

    it('unknown addresses and wrong passwords get the same bytes, also above the limit', async () => {
      const { email } = await aMember(app, account.accountId, 'viewer');
      const guess = (address: string) => new Browser(app, '198.51.100.1').signIn(address, 'a wrong password of length');
      const unknownEmail = 'absent@harbor.example';
      const [known, unknown] = [await guess(email), await guess(unknownEmail)];
      expect([known.status, bytesOf(known)]).toEqual([401, bytesOf(unknown)]);
      expect(known.headers['set-cookie']).toBeUndefined();
      await app.database.query(
        `update sign_in_window set attempts = 20, started_at = date_trunc('minute', now()) where subject = any ($1)`,
        [[email, unknownEmail].map((address) => `email ${createHash('sha256').update(address).digest('hex')}`)],
      );
      const [above, aboveUnknown] = await Promise.all([guess(email), guess(unknownEmail)]);
      expect(above?.status).toBe(429);
      expect(withoutSeconds(bytesOf(above as Response))).toBe(withoutSeconds(bytesOf(aboveUnknown as Response)));
    });

    it('of 1,000 guesses from 50 addresses, 20 are checked, and the owner gets in with a browser that signed in before', async () => {
      const { browser, email } = await aPerson(app, account.accountId, 'owner');
      await browser.send('POST', '/console/api/sign-out', {});
      const hashed = jest.spyOn(app.app.get(PasswordHasher, { strict: false }), 'check');
      const statuses = new Map<number, number>();
      for (let round = 0; round < 20; round += 1) {
        const guesses = Array.from({ length: 50 }, (_, network) =>
          new Browser(app, `203.0.${network}.1`).signIn(email, `a wrong password of length ${round}`),
        );
        for (const { status } of await Promise.all(guesses)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect(Object.fromEntries(statuses)).toEqual({ 401: 20, 429: 980 });
      expect(hashed).toHaveBeenCalledTimes(20);
      hashed.mockRestore();
      const stranger = await new Browser(app, '192.0.2.9').signIn(email);
      expect([stranger.status, Number(stranger.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
      expect((await browser.signIn(email)).status).toBe(200);
    });

    it('a known browser has ten attempts in 15 minutes', async () => {
      const { browser, email } = await aMember(app, account.accountId, 'owner');
      const statuses: number[] = [];
      for (let guess = 0; guess < 11; guess += 1)
        statuses.push((await browser.signIn(email, 'a wrong password of length')).status);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    });
  });

  describe('roles on /v3 (8.2.1, 8.2.2)', () => {
    it('a viewer reads and does not write; a member writes; only operators use the routes of the operator', async () => {
      const { accountId } = account;
      const [viewer, member, owner] = await Promise.all(
        (['viewer', 'member', 'owner'] as const).map((role) => aMember(app, accountId, role)),
      );
      for (const [person, status] of [
        [viewer, 403],
        [member, 201],
        [owner, 201],
      ] as const) {
        const { browser } = person as { browser: Browser };
        expect((await browser.v3('GET', 'objects', accountId)).status).toBe(200);
        expect((await browser.v3('POST', 'folders', accountId, { name: `Folder ${status}` })).status).toBe(status);
        expect((await browser.v3('GET', 'admin/accounts', accountId)).status).toBe(403);
      }
    });

    it('the account is named: missing 400, foreign as missing 404', async () => {
      const { browser } = await aMember(app, account.accountId, 'viewer');
      const foreign = await app.anAccount();
      expect((await browser.send('GET', '/v3/objects')).status).toBe(400);
      const answers = [foreign.accountId, 999_999_999].map((id) => browser.v3('GET', 'objects', id));
      const [first, second] = await Promise.all(answers);
      expect([first?.status, first?.text]).toEqual([404, second?.text]);
    });

    it('a key counts alone, also beside a cookie', async () => {
      const { browser } = await aMember(app, account.accountId, 'viewer');
      const headers = { 'x-api-key': account.full, origin: 'https://evil.example' };
      expect((await browser.send('POST', '/v3/folders', { name: 'By key' }, headers)).status).toBe(201);
      expect((await browser.send('GET', '/v3/objects', null, { 'x-api-key': 'hrev_wrong' })).status).toBe(401);
    });

    it('a change of role and a suspension count for the next request; the audit trail names the person', async () => {
      const { accountId, full } = await app.anAccount();
      const { browser, email } = await aMember(app, accountId, 'member');
      const target = 'https://hooks.example.com/reviews';
      const created = await browser.v3('POST', 'webhooks', accountId, { target, event_types: ['reviews.new'] });
      expect([created.status, created.text]).toEqual([201, created.text]);
      const [entry] = await app.database.query<{ actor: string; email: string }>(
        `select actor, p.email from audit_entry a join person p on p.id = a.person_id
         where action = 'webhook.created' and account_id = $1`,
        [accountId],
      );
      expect(entry).toEqual({ actor: 'person', email });
      await app.database.query(`update membership set role = 'viewer' where account_id = $1`, [accountId]);
      expect((await browser.v3('POST', 'folders', accountId, { name: 'No' })).status).toBe(403);
      await app.database.query(`update account set status = 'suspended', suspended_reason = 'unpaid' where id = $1`, [
        accountId,
      ]);
      const refused = await browser.v3('GET', 'objects', accountId);
      expect([refused.status, (refused.body as { detail: string }).detail]).toEqual([
        402,
        'Access is suspended: unpaid',
      ]);
      expect((await browser.v3('POST', 'support/message', accountId, { message: 'Help' })).status).toBe(201);
      expect(full).toMatch(/^hrev_/);
    });
  });

  describe('invitations and new passwords (6.4.3)', () => {
    it('an invitation is used once, and a person who exists gives the existing password', async () => {
      const { email } = await aMember(app, account.accountId, 'viewer');
      const { accountId } = await app.anAccount({ name: 'Second' });
      const token = tokenOf(await links().make({ kind: 'join', accountId, email, role: 'member' }));
      const browser = new Browser(app);
      const shown = await browser.send('POST', '/console/api/tokens', { token });
      expect(shown.body).toMatchObject({ kind: 'join', email, account_name: 'Second', role: 'member' });
      const join = (password: string) => browser.send('POST', '/console/api/join', { token, name: 'Rui', password });
      expect((await join('another long password here')).status).toBe(401);
      expect((await join(PASSWORD)).status).toBe(200);
      expect((await join(PASSWORD)).status).toBe(409);
      expect(((await me(browser)).body as { accounts: object[] }).accounts).toHaveLength(2);
    });

    it('a reset ends all sessions, and is answered alike for unknown addresses', async () => {
      const { browser, email } = await aMember(app, account.accountId, 'viewer');
      const visitor = new Browser(app);
      const answers = await Promise.all(
        [email, 'nobody@harbor.example'].map((address) =>
          visitor.send('POST', '/console/api/reset', { email: address }),
        ),
      );
      expect(answers.map(({ status, text }) => [status, text])).toEqual([
        [202, ''],
        [202, ''],
      ]);
      const [{ id } = { id: 0 }] = await app.database.query<{ id: number }>('select id from person where email = $1', [
        email,
      ]);
      const token = tokenOf(await links().make({ kind: 'reset', personId: id }));
      const password = 'four quiet rowers at dusk';
      expect((await visitor.send('POST', '/console/api/reset/finish', { token, password })).status).toBe(204);
      expect((await visitor.send('POST', '/console/api/reset/finish', { token, password })).status).toBe(409);
      expect((await me(browser)).status).toBe(401);
      expect((await visitor.signIn(email)).status).toBe(401);
      expect((await visitor.signIn(email, password)).status).toBe(200);
    });
  });

  it('settings are merged and checked', async () => {
    const { browser } = await aMember(app, account.accountId, 'viewer');
    await browser.send('PATCH', '/console/api/me', { theme: 'dark', locale: 'pt-PT' });
    const changed = await browser.send('PATCH', '/console/api/me', { name: 'Rui Costa', time_zone: 'Europe/Lisbon' });
    expect(changed.body).toMatchObject({
      name: 'Rui Costa',
      preferences: { theme: 'dark', locale: 'pt-PT', time_zone: 'Europe/Lisbon' },
    });
    for (const body of [{ theme: 'pink' }, { locale: '!' }, { time_zone: 'Atlantis' }, { other: 1 }])
      expect([body, (await browser.send('PATCH', '/console/api/me', body)).status]).toEqual([body, 422]);
  });

  it('no table contains a token or a password (6.5.2)', async () => {
    const { browser } = await aMember(app, account.accountId, 'viewer');
    const secrets = [...browser.cookies.values(), PASSWORD];
    for (const table of ['person', 'session', 'console_token', 'known_browser', 'sign_in_window', 'audit_entry']) {
      const rows = JSON.stringify(await app.database.query(`select t::text as row from ${table} t`));
      expect([table, secrets.filter((secret) => rows.includes(secret))]).toEqual([table, []]);
    }
    expect(secrets.filter((secret) => JSON.stringify(app.logLines).includes(secret))).toEqual([]);
  });

  it('with HREV_CONSOLE=off there is no API of the console and no session', async () => {
    const { browser } = await aMember(app, account.accountId, 'viewer');
    const off = await testApp({ databaseUrl: app.databaseUrl, environment: { HREV_CONSOLE: 'off' } });
    const elsewhere = new Browser(off);
    for (const [name, value] of browser.cookies) elsewhere.setCookie(name, value);
    expect((await me(elsewhere)).status).toBe(404);
    expect((await off.agent.get('/console/openapi.json')).status).toBe(404);
    expect((await elsewhere.v3('GET', 'objects', account.accountId)).status).toBe(401);
    await off.close();
  });
});
