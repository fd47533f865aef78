import type { Response } from 'supertest';
import { KeysService } from '@src/auth';
import { OneTimeLinks } from '@src/console';
import { aMember, Browser, PASSWORD, type Role } from '@test/support/console-person';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

type Json = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const codeOf = ({ status, body }: Response): readonly unknown[] => [status, (body as Json)['code']];
const tokenOf = (link: unknown): string => String(link).split('#')[1] ?? '';

/** Members and invitations. */
describe('members and invitations', () => {
  let app: TestApp;
  let account: TestAccount;
  let owner: Browser;
  let ownerId: number;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    account = await app.anAccount({ name: 'Harbor' });
    owner = (await aMember(app, account.accountId, 'owner')).browser;
    ownerId = await idOf(owner);
  });

  const idOf = async (browser: Browser): Promise<number> =>
    Number(((await browser.send('GET', '/console/api/me')).body as Json)['id']);
  const call = (browser: Browser, method: Method, path: string, body: object | null = null, id = account.accountId) =>
    browser.send(method, `/console/api/${path}`, body, { 'x-hrev-account': String(id) });
  const another = async (role: Role) => {
    const { browser, email } = await aMember(app, account.accountId, role);
    return { browser, email, id: await idOf(browser) };
  };
  const listOf = async (path: string): Promise<readonly Json[]> =>
    ((await call(owner, 'GET', path)).body as { data: Json[] }).data;
  const audit = async (): Promise<readonly Json[]> =>
    ((await call(owner, 'GET', 'audit')).body as { data: Json[] }).data;

  describe('members', () => {
    it('lists them, owners first, with their last visit and whether they have a second factor', async () => {
      const { email } = await another('viewer');
      const members = await listOf('members');
      expect(members).toMatchObject([
        {
          id: ownerId,
          role: 'owner',
          name: 'Rui',
          has_second_factor: true,
          last_seen_at: expect.any(String) as string,
        },
        { email, role: 'viewer', has_second_factor: false },
      ]);
    });

    it('a new role takes effect with the next request', async () => {
      const { browser, id } = await another('viewer');
      const write = () => browser.v3('POST', 'folders', account.accountId, { name: 'North' });
      expect((await write()).status).toBe(403);
      const changed = await call(owner, 'PATCH', `members/${id}`, { role: 'member' });
      expect([changed.status, changed.body]).toMatchObject([200, { id, role: 'member' }]);
      expect((await write()).status).toBe(201);
      expect((await audit()).find(({ action }) => action !== 'folder.created')).toMatchObject({
        action: 'member.changed',
        actor: { kind: 'person', id: ownerId, name: 'Rui' },
        target: { type: 'person', id, name: 'Rui' },
        before: { role: 'viewer' },
        after: { role: 'member' },
      });
    });

    it('a removed member is refused at the next request, and other accounts of the person stay', async () => {
      const { browser, id, email } = await another('member');
      const other = await app.anAccount();
      const { link } = (
        await call(
          (await aMember(app, other.accountId, 'owner')).browser,
          'POST',
          'invitations',
          { email, role: 'viewer' },
          other.accountId,
        )
      ).body as { link: string };
      await browser.send('POST', '/console/api/join', { token: tokenOf(link), name: 'Rui', password: PASSWORD });
      const removed = await call(owner, 'DELETE', `members/${id}`);
      expect([removed.status, removed.body]).toEqual([200, { revoked_invitations: [], keys: [] }]);
      expect(codeOf(await browser.v3('GET', 'objects', account.accountId))).toEqual([404, 'not_found']);
      expect((await browser.v3('GET', 'objects', other.accountId)).status).toBe(200);
      expect((await audit())[0]).toMatchObject({ action: 'member.removed', before: { email, role: 'member' } });
    });

    it('the last owner can neither be demoted nor leave, and a second owner can', async () => {
      for (const [method, body] of [
        ['PATCH', { role: 'member' }],
        ['DELETE', null],
      ] as const)
        expect(codeOf(await call(owner, method, `members/${ownerId}`, body))).toEqual([409, 'conflict']);
      const second = await another('owner');
      expect((await call(second.browser, 'PATCH', `members/${ownerId}`, { role: 'member' })).status).toBe(200);
      expect(codeOf(await call(second.browser, 'DELETE', `members/${second.id}`))).toEqual([409, 'conflict']);
      expect((await call(owner, 'DELETE', `members/${ownerId}`)).status).toBe(200);
    });

    it('every member may leave, and only owners see or change others', async () => {
      const { browser, id } = await another('viewer');
      for (const [method, path, body] of [
        ['GET', 'members', null],
        ['GET', `members/${ownerId}`, null],
        ['PATCH', `members/${id}`, { role: 'owner' }],
        ['DELETE', `members/${ownerId}`, null],
        ['DELETE', `members/${ownerId}/keys`, null],
        ['GET', 'invitations', null],
        ['POST', 'invitations', { email: 'a@b.example', role: 'viewer' }],
        ['DELETE', 'invitations/1', null],
        ['GET', 'audit', null],
      ] as const)
        expect([path, ...codeOf(await call(browser, method, path, body))]).toEqual([path, 403, 'forbidden']);
      expect((await call(browser, 'DELETE', `members/${id}`)).status).toBe(200);
      expect(codeOf(await call(browser, 'GET', 'notices'))).toEqual([404, 'not_found']);
    });

    it('a member of another account and a missing one give the same response', async () => {
      const other = await app.anAccount();
      const foreign = await idOf((await aMember(app, other.accountId, 'member')).browser);
      for (const [method, body] of [
        ['GET', null],
        ['PATCH', { role: 'owner' }],
        ['DELETE', null],
      ] as const) {
        const answers = [];
        for (const id of [foreign, 999_999_999]) answers.push(await call(owner, method, `members/${id}`, body));
        expect(answers.map(({ status, text }) => [status, text])).toEqual([
          [404, answers[0]?.text],
          [404, answers[0]?.text],
        ]);
      }
    });

    it('changes need a fresh proof, and an unknown role is refused', async () => {
      const { id } = await another('viewer');
      expect(codeOf(await call(owner, 'PATCH', `members/${id}`, { role: 'king' }))).toEqual([422, 'validation_error']);
      await app.database.query(`update session set proved_at = proved_at - interval '11 minutes'`);
      for (const [method, path, body] of [
        ['PATCH', `members/${id}`, { role: 'member' }],
        ['DELETE', `members/${id}`, null],
        ['DELETE', `members/${id}/keys`, null],
        ['POST', 'invitations', { email: 'a@b.example', role: 'viewer' }],
        ['DELETE', 'invitations/1', null],
      ] as const)
        expect([path, ...codeOf(await call(owner, method, path, body))]).toEqual([path, 403, 'proof_required']);
      expect(await listOf('invitations')).toEqual([]);
    });
  });

  describe('an owner who is removed or demoted', () => {
    const issue = (browser: Browser, name: string) =>
      browser.v3('POST', 'keys', account.accountId, { name, scope: 'full' });
    const inviteAs = async (browser: Browser, email: string, role: Role = 'owner') =>
      (await call(browser, 'POST', 'invitations', { email, role })).body as { id: number; link: string };
    const joinWith = (link: string) =>
      new Browser(app).send('POST', '/console/api/join', { token: tokenOf(link), name: 'Zoe', password: PASSWORD });
    let addresses = 0;
    const anAddress = (): string => `guest${(addresses += 1)}@left.example`;

    it.each<['PATCH' | 'DELETE', Json | null]>([
      ['DELETE', null],
      ['PATCH', { role: 'member' }],
      ['PATCH', { role: 'viewer' }],
    ])(
      '%s %p revokes the invitations that the person sent and names the keys, which one request revokes',
      async (method, body) => {
        const rui = await another('owner');
        const key = (await issue(rui.browser, 'CRM')).body as { id: number; key: string; prefix: string };
        const own = ((await issue(owner, 'Own')).body as { key: string }).key;
        const [email, ownEmail] = [anAddress(), anAddress()];
        const sent = await inviteAs(rui.browser, email);
        const kept = await inviteAs(owner, ownEmail, 'viewer');

        const changed = await call(owner, method, `members/${rui.id}`, body);
        expect([changed.status, changed.body]).toMatchObject([
          200,
          {
            revoked_invitations: [{ id: sent.id, email, role: 'owner' }],
            keys: [{ id: key.id, name: 'CRM', prefix: key.prefix, scope: 'full' }],
          },
        ]);
        expect(JSON.stringify(changed.body)).not.toContain(key.key);
        expect(codeOf(await joinWith(sent.link))).toEqual([404, 'not_found']);
        expect((await joinWith(kept.link)).status).toBe(200);
        expect((await audit()).find(({ action }) => action === 'invitation.revoked')).toMatchObject({
          actor: { id: ownerId },
          target: { id: sent.id },
          before: { email, role: 'owner' },
        });

        const uses = (text: string) => app.agent.get('/v3/objects').set('X-API-Key', text);
        expect((await uses(key.key)).status).toBe(200);
        const revoked = await call(owner, 'DELETE', `members/${rui.id}/keys`);
        expect([revoked.status, revoked.body]).toMatchObject([200, { data: [{ id: key.id, name: 'CRM' }] }]);
        expect([(await uses(key.key)).status, (await uses(own)).status]).toEqual([401, 200]);
        expect((await audit())[0]).toMatchObject({ action: 'key.revoked', target: { id: key.id } });
        expect(codeOf(await call(owner, 'DELETE', `members/${rui.id}/keys`))).toEqual([404, 'not_found']);
      },
    );

    it('names neither revoked nor expired keys, nor keys of the person in other accounts', async () => {
      const rui = await another('owner');
      const revoked = (await issue(rui.browser, 'Revoked')).body as { id: number };
      await rui.browser.v3('DELETE', `keys/${revoked.id}`, account.accountId);
      const expired = (await issue(rui.browser, 'Expired')).body as { id: number };
      await app.database.query(`update api_key set expires_at = now() - interval '1 s' where id = $1`, [expired.id]);
      const other = await app.anAccount();
      await app.database.query('update api_key set created_by = $1 where account_id = $2', [rui.id, other.accountId]);
      expect((await call(owner, 'DELETE', `members/${rui.id}`)).body).toEqual({ revoked_invitations: [], keys: [] });
      expect(codeOf(await call(owner, 'DELETE', `members/${rui.id}/keys`))).toEqual([404, 'not_found']);
      expect((await app.agent.get('/v3/objects').set('X-API-Key', other.full)).status).toBe(200);
    });

    it('revokes an invitation of the operator to the person, who cannot come back with it', async () => {
      const rui = await another('owner');
      await app.database.query(
        `insert into console_token (digest, kind, account_id, email, role, expires_at)
         values (sha256(convert_to('back ' || $1::bigint, 'UTF8')), 'join', $1::bigint, upper($2), 'owner', now() + interval '1 day')`,
        [account.accountId, rui.email],
      );
      const { body } = await call(owner, 'PATCH', `members/${rui.id}`, { role: 'viewer' });
      expect(body).toMatchObject({ revoked_invitations: [{ email: rui.email.toUpperCase(), role: 'owner' }] });
      expect(await listOf('invitations')).toEqual([]);
    });

    it('a change to owner revokes nothing', async () => {
      const rui = await another('member');
      const { id } = await inviteAs(owner, anAddress(), 'viewer');
      expect((await call(owner, 'PATCH', `members/${rui.id}`, { role: 'owner' })).body).toMatchObject({
        role: 'owner',
        revoked_invitations: [],
        keys: [],
      });
      expect(await listOf('invitations')).toMatchObject([{ id }]);
    });
  });

  describe('invitations', () => {
    const invite = async (email: string, role: Role = 'viewer'): Promise<{ id: number; link: string }> => {
      const answer = await call(owner, 'POST', 'invitations', { email, role });
      expect(answer.status).toBe(201);
      return answer.body as { id: number; link: string };
    };
    const join = (link: string, browser = new Browser(app)) =>
      browser.send('POST', '/console/api/join', { token: tokenOf(link), name: 'Zoe', password: PASSWORD });
    let addresses = 0;
    const anAddress = (): string => `zoe${(addresses += 1)}@guest.example`;

    it('shows the link once, admits its person once, and lists itself until then', async () => {
      const email = anAddress();
      const { id, link } = await invite(email, 'member');
      expect(link).toMatch(new RegExp(`^${app.address}/console/join#[\\w-]{43}$`));
      expect(await listOf('invitations')).toMatchObject([{ id, email, role: 'member', invited_by: 'Rui' }]);
      expect(JSON.stringify(await listOf('invitations'))).not.toContain(tokenOf(link));
      const shown = await new Browser(app).send('POST', '/console/api/tokens', { token: tokenOf(link) });
      expect(shown.body).toMatchObject({ kind: 'join', email, account_name: 'Harbor', role: 'member' });
      const browser = new Browser(app);
      expect((await join(link, browser)).status).toBe(200);
      expect((await browser.send('GET', '/console/api/me')).body).toMatchObject({
        email,
        accounts: [{ id: account.accountId, role: 'member' }],
      });
      expect((await join(link)).status).toBe(409);
      expect(await listOf('invitations')).toEqual([]);
      const entries = await audit();
      expect(entries.slice(0, 3)).toMatchObject([
        { action: 'session.started', actor: { kind: 'person', name: 'Zoe' } },
        { action: 'member.added', actor: { kind: 'person', name: 'Zoe' }, target: { name: 'Zoe' } },
        { action: 'invitation.created', after: { email, role: 'member' } },
      ]);
      expect(JSON.stringify(entries)).not.toContain(tokenOf(link));
    });

    it('a second invitation of an address replaces the first, in any case of letters', async () => {
      const email = anAddress();
      const first = await invite(email);
      const second = await invite(email.toUpperCase(), 'owner');
      expect(await listOf('invitations')).toMatchObject([{ id: second.id, role: 'owner' }]);
      expect([(await join(first.link)).status, (await join(second.link)).status]).toEqual([404, 200]);
    });

    it('a revoked and an expired invitation admit no one', async () => {
      const [revoked, expired] = [await invite(anAddress()), await invite(anAddress())];
      expect((await call(owner, 'DELETE', `invitations/${revoked.id}`)).status).toBe(204);
      expect((await call(owner, 'DELETE', `invitations/${revoked.id}`)).status).toBe(404);
      await app.database.query(
        `update console_token set expires_at = expires_at - interval '7 days 1 s' where id = $1`,
        [expired.id],
      );
      expect(await listOf('invitations')).toEqual([]);
      expect([(await join(revoked.link)).status, (await join(expired.link)).status]).toEqual([404, 404]);
    });

    it('refuses the address of a member, and more than 200 open invitations', async () => {
      const { email } = await another('viewer');
      const again = await call(owner, 'POST', 'invitations', { email: email.toUpperCase(), role: 'owner' });
      expect(codeOf(again)).toEqual([409, 'conflict']);
      await app.database.query(
        `insert into console_token (digest, kind, account_id, email, role, expires_at)
         select sha256(convert_to(n || ' of ' || $1::bigint, 'UTF8')), 'join', $1::bigint, n || '@b.example', 'viewer', now() + interval '1 day'
         from generate_series(1, 200) n`,
        [account.accountId],
      );
      expect(codeOf(await call(owner, 'POST', 'invitations', { email: anAddress(), role: 'viewer' }))).toEqual([
        409,
        'conflict',
      ]);
      expect(codeOf(await call(owner, 'POST', 'invitations', { email: 'no address', role: 'viewer' }))).toEqual([
        422,
        'validation_error',
      ]);
    });

    it('a member who accepts an invitation gets its role if it permits more, and the audit states the role that the person has', async () => {
      const { id, email } = await another('member');
      const operatorInvites = async (role: Role): Promise<string> => {
        const path = await app.app.get(OneTimeLinks).make({ kind: 'join', accountId: account.accountId, email, role });
        return path;
      };
      const roleNow = async () => ((await call(owner, 'GET', `members/${id}`)).body as Json)['role'];
      // A person who joins is signed in, which has an entry of its own.
      const newest = async () => (await audit()).find(({ action }) => action !== 'session.started');
      const before = await newest();
      expect((await join(await operatorInvites('viewer'))).status).toBe(200);
      expect(await roleNow()).toBe('member');
      expect(await newest()).toEqual(before);
      expect((await join(await operatorInvites('owner'))).status).toBe(200);
      expect(await roleNow()).toBe('owner');
      expect(await newest()).toMatchObject({
        action: 'member.changed',
        target: { id },
        before: { role: 'member' },
        after: { role: 'owner' },
      });
    });

    it('the operator rescues an account without owners: a member becomes owner by a link, as the audit states', async () => {
      const { id, email } = await another('viewer');
      await app.database.query(`delete from membership where account_id = $1 and role = 'owner'`, [account.accountId]);
      const operator = await app.anAccount();
      const { key } = await app.app.get(KeysService).issue(operator.accountId, 'master');
      const invited = await app.agent
        .post(`/v3/admin/accounts/${account.accountId}/invitations`)
        .set('X-API-Key', key)
        .send({ email });
      expect(invited.status).toBe(201);
      expect((await join((invited.body as { link: string }).link)).status).toBe(200);
      const entries = await app.database.query(
        `select action, target_id as target, before, after from audit_entry
         where account_id = $1 and action <> 'session.started' order by id desc limit 2`,
        [account.accountId],
      );
      expect(entries).toEqual([
        { action: 'member.changed', target: id, before: { role: 'viewer' }, after: { role: 'owner' } },
        { action: 'account.invited', target: account.accountId, before: null, after: { email, role: 'owner' } },
      ]);
    });

    it('an invitation does not void that of the operator for the same address', async () => {
      const email = anAddress();
      const path = await app.app
        .get(OneTimeLinks)
        .make({ kind: 'join', accountId: account.accountId, email, role: 'owner' });
      await invite(email, 'viewer');
      expect((await join(path)).status).toBe(200);
    });

    it('an invitation of another account and a missing one give the same response', async () => {
      const other = await app.anAccount();
      const foreigner = (await aMember(app, other.accountId, 'owner')).browser;
      const { id } = (
        await call(foreigner, 'POST', 'invitations', { email: anAddress(), role: 'viewer' }, other.accountId)
      ).body as { id: number };
      const [foreign, missing] = [
        await call(owner, 'DELETE', `invitations/${id}`),
        await call(owner, 'DELETE', 'invitations/999999999'),
      ];
      expect([foreign?.status, foreign?.text]).toEqual([404, missing?.text]);
      expect((await call(foreigner, 'DELETE', `invitations/${id}`, null, other.accountId)).status).toBe(204);
    });
  });
});
