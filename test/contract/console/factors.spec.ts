import { OneTimeLinks, PersonsService } from '@src/console';
import { AfterAnswer } from '@src/console/identity/after-answer';
import { addApp, aMember, aSession, Browser, codeOf, PASSWORD, type Invited } from '@test/support/console-person';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const codeIn = (response: { readonly body: unknown }): unknown => (response.body as { code?: unknown }).code;
const statusAndCode = (response: { readonly status: number; readonly body: unknown }): unknown[] => [
  response.status,
  codeIn(response),
];
const tokenOf = (path: string): string => path.split('#')[1] ?? '';

/** Objects that no browser sends as the answer of a passkey. */
const MALFORMED_PASSKEYS = [{}, { id: 7 }, { id: 'AAAA', response: { clientDataJSON: 'x' } }, { constructor: 1 }].map(
  (answer) => JSON.stringify(answer),
);

/** An answer in the right form to a challenge, of a passkey that no person has. */
function unknownPasskey(challenge: string, origin: string): string {
  const encoded = (value: Buffer | string): string => Buffer.from(value).toString('base64url');
  const id = encoded(Buffer.alloc(32, 7));
  const clientDataJSON = encoded(JSON.stringify({ type: 'webauthn.get', challenge, origin }));
  const response = {
    clientDataJSON,
    authenticatorData: encoded(Buffer.alloc(37)),
    signature: encoded(Buffer.alloc(64)),
  };
  return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
}

/** Rows of OWASP ASVS 5.0.0, level 2, by number. */
describe('second factors', () => {
  let app: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000', HREV_TRUSTED_PROXIES: '127.0.0.1' } });
    account = await app.anAccount({ name: 'Harbor' });
  });
  afterAll(() => app?.close());

  const me = (browser: Browser) => browser.send('GET', '/console/api/me');
  const idOf = async (email: string): Promise<number> =>
    (await app.database.query<{ id: number }>('select id from person where email = $1', [email]))[0]?.id ?? 0;
  /** A new browser of the person in which the password was given. The tests of `signIn` give it; others need only the session. */
  const half = async ({ email }: Invited): Promise<Browser> => aSession(app, await idOf(email), true);
  const signedIn = async ({ email }: Invited): Promise<Browser> => {
    const browser = new Browser(app);
    expect((await browser.signIn(email)).body).toEqual({ next: 'second_factor' });
    return browser;
  };
  const joined = async (role: 'viewer' | 'owner'): Promise<{ browser: Browser; email: string; next: string }> => {
    const email = `${role}${Math.random()}@harbor.example`;
    const links = app.app.get(OneTimeLinks, { strict: false });
    const token = tokenOf(await links.make({ kind: 'join', accountId: account.accountId, email, role }));
    const browser = new Browser(app);
    const answer = await browser.send('POST', '/console/api/join', { token, name: 'Ana', password: PASSWORD });
    return { browser, email, next: (answer.body as { next: string }).next };
  };

  describe('enrolment (6.3.3)', () => {
    it('an owner without a factor reaches nothing but enrolment', async () => {
      const { browser, next } = await joined('owner');
      expect(next).toBe('enrol');
      for (const [method, path] of [
        ['GET', '/console/api/me'],
        ['GET', '/console/api/sessions'],
        ['PATCH', '/console/api/me'],
        ['PUT', '/console/api/me/password'],
        ['POST', '/console/api/me/recovery-codes'],
        ['GET', '/console/api/second-factor'],
      ] as const)
        expect([path, (await browser.send(method, path, method === 'GET' ? null : {})).status]).toEqual([path, 401]);
      expect((await browser.v3('GET', 'objects', account.accountId)).status).toBe(401);
      expect((await browser.v3('POST', 'folders', account.accountId, { name: 'No' })).status).toBe(401);
      const factors = await browser.send('GET', '/console/api/me/factors');
      expect(factors.body).toEqual({ data: [], recovery_codes_left: 0, is_required: true });
      const cookie = browser.cookies.get('hrev-session');
      const { recoveryCodes } = await addApp(browser);
      expect(recoveryCodes).toHaveLength(10);
      expect(browser.cookies.get('hrev-session')).not.toBe(cookie);
      expect((await me(browser)).status).toBe(200);
      expect((await browser.v3('GET', 'objects', account.accountId)).status).toBe(200);
    });

    it('a viewer needs none, and must add one on becoming an owner, from the next request on', async () => {
      const { browser, email, next } = await joined('viewer');
      expect(next).toBe('done');
      await app.database.query(`update membership set role = 'owner' where person_id = $1`, [await idOf(email)]);
      const refused = await me(browser);
      expect([refused.status, (refused.body as { detail: string }).detail]).toEqual([
        401,
        'Your role needs a second factor: set one up first',
      ]);
      expect((await browser.v3('GET', 'objects', account.accountId)).status).toBe(401);
    });

    it('with HREV_CONSOLE_MFA=all every person needs one', async () => {
      const { email } = await joined('viewer');
      const strict = await testApp({ databaseUrl: app.databaseUrl, environment: { HREV_CONSOLE_MFA: 'all' } });
      const browser = new Browser(strict);
      expect((await browser.signIn(email)).body).toEqual({ next: 'enrol' });
      expect((await browser.send('GET', '/console/api/me')).status).toBe(401);
      await strict.close();
    });

    it('an app counts after its first code, and takes the place of one that waits', async () => {
      const { browser } = await joined('owner');
      const add = () => browser.send('POST', '/console/api/me/factors', { kind: 'totp', name: 'Phone' });
      const [first, second] = [await add(), await add()].map(
        ({ body }) => body as { id: number; otpauth_url: string; recovery_codes: null },
      );
      expect(second).toEqual({
        id: expect.any(Number) as number,
        otpauth_url: expect.stringMatching(/^otpauth:\/\/totp\/hrev:/) as string,
        recovery_codes: null,
      });
      const confirm = (id: number | undefined, code: string) =>
        browser.send('POST', `/console/api/me/factors/${id}/confirm`, { code });
      const seed = new URL(second?.otpauth_url ?? '').searchParams.get('secret') ?? '';
      expect(statusAndCode(await confirm(first?.id, codeOf(seed)))).toEqual([404, 'not_found']);
      expect(statusAndCode(await confirm(second?.id, codeOf(seed, -3)))).toEqual([422, 'validation_error']);
      expect((await me(browser)).status).toBe(401);
      expect((await confirm(second?.id, codeOf(seed))).status).toBe(200);
      expect(statusAndCode(await confirm(second?.id, codeOf(seed, 1)))).toEqual([404, 'not_found']);
      expect((await me(browser)).status).toBe(200);
    });
  });

  describe('the second step of a sign-in (6.5.1)', () => {
    it('a code is accepted once, and the cookie changes', async () => {
      const person = await aMember(app, account.accountId, 'owner');
      const [one, other] = [await signedIn(person), await half(person)];
      expect((await me(one)).status).toBe(401);
      expect((await one.v3('GET', 'objects', account.accountId)).status).toBe(401);
      expect((await one.send('GET', '/console/api/me/factors')).status).toBe(401);
      expect((await one.send('GET', '/console/api/second-factor')).body).toEqual({
        kinds: ['totp'],
        has_recovery_codes: true,
      });
      const before = one.cookies.get('hrev-session') ?? '';
      const code = codeOf(person.seed ?? '');
      expect((await one.secondFactor({ totp: code })).body).toEqual({ next: 'done' });
      expect((await me(one)).status).toBe(200);
      const old = new Browser(app);
      old.setCookie('hrev-session', before);
      expect((await me(old)).status).toBe(401);
      expect(statusAndCode(await other.secondFactor({ totp: code }))).toEqual([401, 'unauthorized']);
      expect((await me(other)).status).toBe(401);
    });

    it('of concurrent requests with one code, one succeeds', async () => {
      const person = await aMember(app, account.accountId, 'owner');
      const browsers = [await half(person), await half(person), await half(person)];
      const totp = codeOf(person.seed ?? '');
      const codes = await Promise.all(browsers.map((browser) => browser.secondFactor({ totp })));
      expect(codes.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
      const recovery_code = person.recoveryCodes[0];
      const again = [await half(person), await half(person)];
      const recovered = await Promise.all(again.map((browser) => browser.secondFactor({ recovery_code })));
      expect(recovered.map(({ status }) => status).sort()).toEqual([200, 401]);
    });

    it('a recovery code is accepted once, in any spelling, and recorded', async () => {
      const person = await aMember(app, account.accountId, 'owner');
      const code = person.recoveryCodes[3] ?? '';
      const given = { recovery_code: ` ${code.toLowerCase().replaceAll('-', ' ')}` };
      expect((await (await half(person)).secondFactor(given)).status).toBe(200);
      expect((await (await half(person)).secondFactor({ recovery_code: code })).status).toBe(401);
      const factors = await person.browser.send('GET', '/console/api/me/factors');
      expect(factors.body).toMatchObject({ recovery_codes_left: 9 });
      const actions = await app.database.query<{ action: string }>(
        `select action from audit_entry where account_id = $1 and target_id = $2 and action like 'recovery%' order by id`,
        [account.accountId, await idOf(person.email)],
      );
      expect(actions.map(({ action }) => action)).toEqual(['recovery_codes.created', 'recovery_code.used']);
    });

    it('a session takes five codes and ten minutes, and then ends', async () => {
      const person = await aMember(app, account.accountId, 'owner');
      const browser = await half(person);
      for (let count = 0; count < 5; count += 1)
        expect((await browser.secondFactor({ totp: '000000' })).status).toBe(401);
      expect((await browser.secondFactor({ totp: codeOf(person.seed ?? '') })).status).toBe(401);
      expect((await browser.send('GET', '/console/api/second-factor')).status).toBe(401);
      const late = await half(person);
      await app.database.query(
        `update session set created_at = created_at - interval '11 minutes' where awaits_factor and person_id = $1`,
        [await idOf(person.email)],
      );
      expect((await late.secondFactor({ totp: codeOf(person.seed ?? '') })).status).toBe(401);
    });

    it('a person who knows the password alone ends no session, and guesses 20 codes in an hour', async () => {
      const person = await aMember(app, account.accountId, 'owner');
      const personId = await idOf(person.email);
      await app.database.query(`insert into sign_in_window (subject, started_at, attempts) values ($1, now(), 19)`, [
        `code ${personId}`,
      ]);
      const stranger = await half(person);
      expect((await stranger.secondFactor({ totp: '000000' })).status).toBe(401);
      expect((await stranger.secondFactor({ totp: codeOf(person.seed ?? '') })).status).toBe(429);
      await signedIn(person);
      for (let count = 0; count < 5; count += 1) await half(person);
      expect((await me(person.browser)).status).toBe(200);
      const [row] = await app.database.query<{ waiting: number }>(
        'select count(*)::int as waiting from session where person_id = $1 and awaits_factor',
        [personId],
      );
      expect(row?.waiting).toBe(5);
      // The browser in which the owner signed in before has a limit of its own.
      await person.browser.send('POST', '/console/api/sign-out', {});
      await person.browser.signIn(person.email);
      expect((await person.browser.secondFactor({ totp: codeOf(person.seed ?? '') })).status).toBe(200);
    });

    it('exactly one proof is given', async () => {
      const browser = await half(await aMember(app, account.accountId, 'owner'));
      for (const body of [{}, { totp: '1', recovery_code: '2' }, { totp: 123456 }, { password: PASSWORD }])
        expect([body, (await browser.secondFactor(body)).status]).toEqual([body, 422]);
      for (const passkey of ['no JSON', '7', 'null'])
        expect([passkey, (await browser.secondFactor({ passkey })).status]).toEqual([passkey, 422]);
      // The address of the test has no name, so it has no passkeys (decided before the answer is read).
      for (const passkey of MALFORMED_PASSKEYS)
        expect([passkey, (await browser.secondFactor({ passkey })).status]).toEqual([passkey, 409]);
    });

    it('where the address has a name, a passkey that is malformed or unknown is a wrong factor', async () => {
      const origin = 'https://reviews.example.com';
      const named = await testApp({ databaseUrl: app.databaseUrl, environment: { HREV_PUBLIC_URL: origin } });
      try {
        const person = await aMember(app, account.accountId, 'owner');
        const browser = new Browser(named);
        browser.setCookie('__Host-hrev', (await half(person)).cookies.get('hrev-session') ?? '');
        const send = (path: string, body: object) => browser.send('POST', `/console/api/${path}`, body, { origin });
        const passkeys = [...MALFORMED_PASSKEYS, unknownPasskey(await challengeOf(send), origin)];
        for (const passkey of passkeys)
          expect([passkey, ...statusAndCode(await send('second-factor', { passkey }))]).toEqual([
            passkey,
            401,
            'unauthorized',
          ]);
        for (const passkey of passkeys)
          expect([passkey, ...statusAndCode(await send('sign-in/passkey', { passkey }))]).toEqual([
            passkey,
            401,
            'unauthorized',
          ]);
      } finally {
        await named.close();
      }
    });

    it('the person gets a notice of the tenth failure', async () => {
      const { accountId } = await app.anAccount();
      const person = await aMember(app, accountId, 'owner');
      for (const attempts of [8, 9, 10]) {
        await app.database.query(
          `insert into sign_in_window (subject, started_at, attempts) values ($1, now(), $2)
           on conflict (subject) do update set attempts = $2`,
          [`code ${await idOf(person.email)}`, attempts],
        );
        await (await half(person)).secondFactor({ totp: '000000' });
      }
      await app.app.get(AfterAnswer, { strict: false }).idle();
      const notices = await app.database.query(
        `select kind, subject, path from notice where account_id = $1 and person_id = $2`,
        [accountId, await idOf(person.email)],
      );
      expect(notices).toEqual([
        { kind: 'sign_in_failures', subject: '10 failed attempts to sign in as Rui', path: 'settings/security' },
      ]);
    });
  });

  /** The challenge of a second factor that waits for a passkey. */
  const challengeOf = async (send: (path: string, body: object) => Promise<{ readonly body: unknown }>) => {
    const { body } = await send('webauthn/options', { purpose: 'second_factor' });
    return (body as { options: { challenge: string } }).options.challenge;
  };

  describe('a new password does not skip the second factor (6.4.3)', () => {
    const reset = async (email: string, removesFactors: boolean): Promise<Browser> => {
      const persons = app.app.get(PersonsService, { strict: false });
      const token = tokenOf(await persons.makePersonLink(await idOf(email), removesFactors));
      const browser = new Browser(app);
      const password = 'four quiet rowers at dusk';
      expect((await browser.send('POST', '/console/api/reset/finish', { token, password })).status).toBe(204);
      return browser;
    };

    it('after a reset, the sign-in asks for the code', async () => {
      const person = await aMember(app, account.accountId, 'owner');
      const browser = await reset(person.email, false);
      expect((await browser.signIn(person.email, 'four quiet rowers at dusk')).body).toEqual({ next: 'second_factor' });
      expect((await me(browser)).status).toBe(401);
    });

    it('the link of an operator for a lost factor removes it, and the owner must add one', async () => {
      const person = await aMember(app, account.accountId, 'owner');
      const browser = await reset(person.email, true);
      expect((await me(person.browser)).status).toBe(401);
      expect((await browser.signIn(person.email, 'four quiet rowers at dusk')).body).toEqual({ next: 'enrol' });
      const actions = await app.database.query<{ action: string }>(
        `select distinct on (action) action from audit_entry
         where account_id = $1 and action in ('person_link.created', 'factor.removed', 'password.changed')`,
        [account.accountId],
      );
      expect(actions).toHaveLength(3);
    });
  });

  describe('changes (7.5.1, 7.5.2)', () => {
    it('each needs a fresh proof', async () => {
      const person = await aMember(app, account.accountId, 'owner');
      await app.database.query(
        `update session set proved_at = proved_at - interval '11 minutes' where person_id = $1`,
        [await idOf(person.email)],
      );
      for (const [method, path, body] of [
        ['POST', 'me/factors', { kind: 'totp', name: 'Other' }],
        ['POST', 'me/factors/1/confirm', { code: '000000' }],
        ['DELETE', 'me/factors/1', {}],
        ['POST', 'me/recovery-codes', {}],
        ['PUT', 'me/password', { current: PASSWORD, next: 'four quiet rowers at dusk' }],
        ['DELETE', 'sessions', {}],
      ] as const)
        expect([path, ...statusAndCode(await person.browser.send(method, `/console/api/${path}`, body))]).toEqual([
          path,
          403,
          'proof_required',
        ]);
      expect((await person.browser.send('POST', '/console/api/proof', { totp: '000000' })).status).toBe(401);
      const proof = { totp: codeOf(person.seed ?? '') };
      expect((await person.browser.send('POST', '/console/api/proof', proof)).status).toBe(204);
      expect((await person.browser.send('POST', '/console/api/proof', proof)).status).toBe(401);
      expect((await person.browser.send('POST', '/console/api/me/recovery-codes', {})).status).toBe(201);
    });

    it('the last factor of an owner stays; a viewer may remove it; factors of others are not found', async () => {
      const owner = await aMember(app, account.accountId, 'owner');
      const listed = (await owner.browser.send('GET', '/console/api/me/factors')).body as { data: { id: number }[] };
      const first = listed.data[0]?.id ?? 0;
      const remove = (browser: Browser, id: number) => browser.send('DELETE', `/console/api/me/factors/${id}`, {});
      expect(statusAndCode(await remove(owner.browser, first))).toEqual([409, 'conflict']);
      const { id, recoveryCodes } = await addApp(owner.browser);
      expect(recoveryCodes).toEqual([]);
      expect((await remove(owner.browser, first)).status).toBe(204);
      const viewer = await aMember(app, account.accountId, 'viewer');
      expect((await viewer.browser.send('POST', '/console/api/me/recovery-codes', {})).status).toBe(409);
      const own = await addApp(viewer.browser);
      const answers = [await remove(viewer.browser, id), await remove(viewer.browser, 999_999_999)];
      expect(answers.map(({ status }) => status)).toEqual([404, 404]);
      expect(answers[0]?.text).toBe(answers[1]?.text);
      const rename = { name: 'Work phone' };
      expect((await viewer.browser.send('PATCH', `/console/api/me/factors/${id}`, rename)).status).toBe(404);
      expect((await viewer.browser.send('PATCH', `/console/api/me/factors/${own.id}`, rename)).status).toBe(204);
      expect((await remove(viewer.browser, own.id)).status).toBe(204);
      expect((await viewer.browser.send('GET', '/console/api/me/factors')).body).toEqual({
        data: [],
        recovery_codes_left: 0,
        is_required: false,
      });
    });

    it('new recovery codes replace the old ones', async () => {
      const person = await aMember(app, account.accountId, 'owner');
      const made = await person.browser.send('POST', '/console/api/me/recovery-codes', {});
      const { recovery_codes: codes } = made.body as { recovery_codes: string[] };
      expect(new Set([...codes, ...person.recoveryCodes]).size).toBe(20);
      const browser = await half(person);
      expect((await browser.secondFactor({ recovery_code: person.recoveryCodes[0] })).status).toBe(401);
      expect((await browser.secondFactor({ recovery_code: codes[0] })).status).toBe(200);
    });

    it('a new password needs the present one, follows the rules, and ends the other sessions', async () => {
      const person = await aMember(app, account.accountId, 'viewer');
      const other = new Browser(app);
      await other.signIn(person.email);
      const change = (current: string, next: string) =>
        person.browser.send('PUT', '/console/api/me/password', { current, next });
      expect((await change('not the present one', 'four quiet rowers at dusk')).status).toBe(422);
      expect(statusAndCode(await change(PASSWORD, 'passwordpassword'))).toEqual([422, 'validation_error']);
      expect((await me(other)).status).toBe(200);
      expect((await change(PASSWORD, 'four quiet rowers at dusk')).status).toBe(204);
      expect((await me(person.browser)).status).toBe(200);
      expect((await me(other)).status).toBe(401);
      expect((await other.signIn(person.email)).status).toBe(401);
    });
  });

  it('passkeys need an address with a name', async () => {
    const { browser } = await aMember(app, account.accountId, 'viewer');
    const options = (headers: Record<string, string>) =>
      browser.send('POST', '/console/api/webauthn/options', { purpose: 'enrol' }, headers);
    expect(statusAndCode(await options({}))).toEqual([409, 'conflict']);
    const port = new URL(app.address).port;
    const named = await options({ host: `localhost:${port}`, origin: `http://localhost:${port}` });
    expect(named.body).toMatchObject({ options: { rp: { id: 'localhost' }, attestation: 'none' } });
  });

  it('no table contains a seed or a code (6.5.2)', async () => {
    const person = await aMember(app, account.accountId, 'owner');
    const secrets = [
      person.seed ?? '',
      ...person.recoveryCodes,
      ...person.recoveryCodes.map((c) => c.replaceAll('-', '')),
    ];
    for (const table of ['factor', 'recovery_code', 'passkey_challenge', 'audit_entry', 'person', 'session']) {
      const rows = JSON.stringify(await app.database.query(`select t::text as row from ${table} t`));
      expect([table, secrets.filter((secret) => rows.includes(secret))]).toEqual([table, []]);
      expect(rows).not.toContain(Buffer.from(person.seed ?? 'x').toString('hex'));
    }
    expect(secrets.filter((secret) => JSON.stringify(app.logLines).includes(secret))).toEqual([]);
  });
});
