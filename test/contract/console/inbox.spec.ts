import { aMember, type Browser, type Role } from '@test/support/console-person';
import { insertReview } from '@test/support/review-factory';
import { aLink } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Json = Readonly<Record<string, unknown>>;

describe('what the inbox stores: views, templates, and who is writing', () => {
  let app: TestApp;
  let account: TestAccount;
  let foreign: Browser;
  let foreignId: number;
  const browsers = new Map<Role, Browser>();

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    account = await app.anAccount({ plan: 'full' });
    for (const role of ['viewer', 'member', 'owner'] as const)
      browsers.set(role, (await aMember(app, account.accountId, role)).browser);
    ({ accountId: foreignId } = await app.anAccount());
    foreign = (await aMember(app, foreignId, 'owner')).browser;
  });
  afterAll(() => app?.close());

  const call = async (
    who: Role | Browser,
    method: Method,
    path: string,
    body: object | null = null,
    accountId = account.accountId,
  ): Promise<{ readonly status: number; readonly body: Json; readonly text: string }> => {
    const browser = typeof who === 'string' ? (browsers.get(who) as Browser) : who;
    const sent = method === 'GET' || body !== null ? body : {};
    const {
      status,
      body: answer,
      text,
    } = await browser.send(method, `/console/api/${path}`, sent, {
      'x-hrev-account': String(accountId),
    });
    return { status, body: answer as Json, text };
  };
  const statusOf = async (...args: Parameters<typeof call>): Promise<number> => (await call(...args)).status;
  const dataOf = async (who: Role, path: string): Promise<readonly Json[]> =>
    (await call(who, 'GET', path)).body['data'] as readonly Json[];

  describe('views', () => {
    const view = { name: 'Porto', path: 'reviews', query: 'has_reply=false&object_id=7' };

    it('a view of a person is theirs alone; a shared one is for all, and a viewer cannot write it', async () => {
      const own = await call('viewer', 'POST', 'views', view);
      expect([own.status, own.body]).toEqual([201, { id: expect.any(Number), ...view, shared: false, position: 0 }]);
      expect(await statusOf('viewer', 'POST', 'views', { ...view, shared: true })).toBe(403);
      const shared = await call('member', 'POST', 'views', { ...view, name: 'Ours', shared: true, position: 1 });
      expect(await dataOf('viewer', 'views')).toEqual([own.body, shared.body]);
      expect(await dataOf('owner', 'views')).toEqual([shared.body]);
      const ownPath = `views/${String(own.body['id'])}`;
      const sharedPath = `views/${String(shared.body['id'])}`;
      expect(await statusOf('viewer', 'PATCH', sharedPath, { name: 'Mine' })).toBe(403);
      expect(await statusOf('viewer', 'DELETE', sharedPath)).toBe(403);
      expect(await statusOf('viewer', 'PATCH', ownPath, { shared: true })).toBe(403);
      expect(await statusOf('owner', 'PATCH', ownPath, { name: 'Mine' })).toBe(404);
      expect((await call('owner', 'PATCH', sharedPath, { name: 'All of us' })).body).toEqual({
        ...shared.body,
        name: 'All of us',
      });
      expect(await statusOf('viewer', 'DELETE', ownPath)).toBe(204);
      expect(await statusOf('member', 'DELETE', sharedPath)).toBe(204);
      expect(await dataOf('viewer', 'views')).toEqual([]);
    });

    it('leads to a screen of the account and nowhere else', async () => {
      for (const path of ['https://evil.example', '//evil.example', '../admin', 'Reviews', ''])
        expect([path, await statusOf('member', 'POST', 'views', { ...view, path })]).toEqual([path, 422]);
      for (const query of ['a b', '?a=1', 'a#b'])
        expect([query, await statusOf('member', 'POST', 'views', { ...view, query })]).toEqual([query, 422]);
      expect(await statusOf('member', 'POST', 'views', { ...view, name: ' ' })).toBe(422);
      expect(await dataOf('member', 'views')).toEqual([]);
    });

    it('a person sees at most 50', async () => {
      await app.database.query(
        `insert into console_view (account_id, person_id, name, path, query)
         select $1, person_id, 'v' || n, 'reviews', '' from membership, generate_series(1, 49) n
         where account_id = $1 and role = 'viewer'`,
        [account.accountId],
      );
      const statuses = await Promise.all([1, 2, 3].map(() => statusOf('viewer', 'POST', 'views', view)));
      expect(statuses.sort()).toEqual([201, 409, 409]);
      await app.database.query('delete from console_view where account_id = $1', [account.accountId]);
    });

    it('a foreign view is a missing one', async () => {
      const { body } = await call('member', 'POST', 'views', { ...view, shared: true });
      for (const method of ['PATCH', 'DELETE'] as const) {
        const change = method === 'PATCH' ? { name: 'x' } : null;
        const theirs = await call(foreign, method, `views/${String(body['id'])}`, change, foreignId);
        const missing = await call(foreign, method, 'views/999999999', change, foreignId);
        expect([theirs.status, theirs.text]).toEqual([404, missing.text]);
      }
      expect(await statusOf(foreign, 'GET', 'views')).toBe(404);
    });
  });

  describe('templates', () => {
    const template = { name: 'Thanks', text: 'Dear {author}, thank you. {object}' };

    it('members read and write them; a viewer does not', async () => {
      const added = await call('member', 'POST', 'reply-templates', template);
      expect([added.status, added.body]).toEqual([201, { id: expect.any(Number), ...template, source_ids: [] }]);
      const path = `reply-templates/${String(added.body['id'])}`;
      const [source] = await app.database.query<{ id: number }>(`select id from source where slug = 'google'`);
      const changed = await call('owner', 'PATCH', path, { source_ids: [source?.id] });
      expect(changed.body).toEqual({ ...added.body, source_ids: [source?.id] });
      expect(await dataOf('member', 'reply-templates')).toEqual([changed.body]);
      for (const method of ['GET', 'POST'] as const)
        expect(await statusOf('viewer', method, 'reply-templates', method === 'POST' ? template : null)).toBe(403);
      expect(await statusOf('viewer', 'DELETE', path)).toBe(403);
      const theirs = await call(foreign, 'PATCH', path, { name: 'x' }, foreignId);
      const missing = await call(foreign, 'PATCH', 'reply-templates/999999999', { name: 'x' }, foreignId);
      expect([theirs.status, theirs.text]).toEqual([404, missing.text]);
      expect(await statusOf('member', 'DELETE', path)).toBe(204);
      expect(await statusOf('member', 'DELETE', path)).toBe(404);
    });

    it('has 1 to 4000 characters and platforms that exist; an account has at most 200', async () => {
      for (const change of [{ text: '' }, { text: 'x'.repeat(4001) }, { name: '' }, { source_ids: [999_999] }])
        expect([change, await statusOf('member', 'POST', 'reply-templates', { ...template, ...change })]).toEqual([
          change,
          422,
        ]);
      await app.database.query(
        `insert into reply_template (account_id, name, text) select $1, 't' || n, 'x' from generate_series(1, 199) n`,
        [account.accountId],
      );
      const long = { ...template, text: '🙂'.repeat(4000) };
      const statuses = await Promise.all([1, 2].map(() => statusOf('member', 'POST', 'reply-templates', long)));
      expect(statuses.sort()).toEqual([201, 409]);
    });
  });

  describe('answering', () => {
    const aReview = async (slug: string, connection: 'active' | 'revoked' | null, more = {}): Promise<number> => {
      const [source] = await app.database.query<{ id: number }>('select id from source where slug = $1', [slug]);
      const link = await aLink(app.database, { accountId: account.accountId, sourceId: source?.id ?? 0 });
      if (connection !== null)
        await app.database.query(
          `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card, status)
           values ($1, $2, $3, '\\x00', '', 'c', $4)`,
          [link.accountId, link.objectId, link.sourceId, connection],
        );
      return insertReview(app.database, { text: 'Friendly', ...link, ...more });
    };
    const refusals = async (id: number): Promise<unknown> => {
      const { publish, remove } = (await call('member', 'GET', `reviews/${id}/answering`)).body as {
        publish: { code: string } | null;
        remove: { code: string } | null;
      };
      return [publish?.code ?? null, remove?.code ?? null];
    };

    it('names what a reply would meet, as the request itself would', async () => {
      expect(await refusals(await aReview('google', 'active'))).toEqual([null, 'reply_not_found']);
      expect(await refusals(await aReview('google', null))).toEqual(['reply_card_not_yours', 'reply_not_found']);
      expect(await refusals(await aReview('google', 'revoked'))).toEqual(['reply_access_revoked', 'reply_not_found']);
      expect(await refusals(await aReview('steam', null))).toEqual(['reply_not_supported', 'reply_not_found']);
      expect(await refusals(await aReview('trustpilot', 'active', { replyText: 'By hand' }))).toEqual([
        'reply_edit_not_supported',
        'reply_not_found',
      ]);
    });

    it('changes nothing, and is not for viewers and not for others', async () => {
      const id = await aReview('google', 'active');
      await refusals(id);
      const [stored] = await app.database.query('select from review_reply where review_id = $1', [id]);
      expect(stored).toBeUndefined();
      expect(await statusOf('viewer', 'GET', `reviews/${id}/answering`)).toBe(403);
      expect(await statusOf('viewer', 'PUT', `reviews/${id}/writing`)).toBe(403);
      for (const [method, path] of [
        ['GET', 'answering'],
        ['PUT', 'writing'],
      ] as const) {
        const theirs = await call(foreign, method, `reviews/${id}/${path}`, null, foreignId);
        const missing = await call(foreign, method, `reviews/999999999/${path}`, null, foreignId);
        expect([theirs.status, theirs.text]).toEqual([404, missing.text]);
      }
    });

    it('others see for a minute who is writing', async () => {
      const id = await aReview('google', 'active');
      const writers = async (who: Role): Promise<unknown> =>
        (await call(who, 'GET', `reviews/${id}/answering`)).body['writers'];
      expect(await statusOf('member', 'PUT', `reviews/${id}/writing`)).toBe(204);
      expect([await writers('owner'), await writers('member')]).toEqual([['Rui'], []]);
      await app.database.query(`update reply_writing set until = until - interval '61 seconds'`);
      expect(await writers('owner')).toEqual([]);
      await call('owner', 'PUT', `reviews/${id}/writing`);
      const rows = await app.database.query('select from reply_writing where account_id = $1', [account.accountId]);
      expect(rows).toHaveLength(1);
    });

    it('a reply in /v3 has the name of its author, and none for a key', async () => {
      const id = await aReview('google', 'active');
      const member = browsers.get('member') as Browser;
      await member.v3('PUT', `reviews/${id}/reply`, account.accountId, { text: 'Thank you' });
      const reply = await member.v3('GET', `reviews/${id}/reply`, account.accountId);
      expect(reply.body).toMatchObject({ text: 'Thank you', wish: 'publish', attempts: 0, by: 'Rui', detail: null });
      await app.agent.put(`/v3/reviews/${id}/reply`).set('X-API-Key', account.full).send({ text: 'Thanks' });
      const second = await member.v3('GET', `reviews/${id}/reply`, account.accountId);
      expect(second.body).toMatchObject({ text: 'Thanks', by: null });
    });
  });
});
