import { NOTICE_KINDS, NoticesService } from '@src/notices';
import { aMember, type Browser } from '@test/support/console-person';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

type Json = Record<string, unknown>;

/** Notices in the console, and the number of unread ones. */
describe('notices of the console', () => {
  let app: TestApp;
  let account: TestAccount;
  let owner: Browser;
  let ownerEmail: string;

  beforeAll(async () => {
    app = await testApp({
      environment: {
        HREV_RATE_LIMIT: '1000000',
        HREV_SMTP_URL: 'smtp://127.0.0.1:9',
        HREV_MAIL_FROM: 'hrev@harbor.example',
      },
    });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    account = await app.anAccount({ name: 'Harbor' });
    ({ browser: owner, email: ownerEmail } = await aMember(app, account.accountId, 'owner'));
  });

  const call = (
    browser: Browser,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body: object | null = null,
    id?: number,
  ) => browser.send(method, `/console/api/${path}`, body, { 'x-hrev-account': String(id ?? account.accountId) });
  const notify = (kind = 'webhook_failing', more: { personId?: number; path?: string } = {}): Promise<void> =>
    app.app
      .get(NoticesService, { strict: false })
      .notify({ accountId: account.accountId, kind, subject: `About ${kind}`, body: 'Text', ...more });
  const notices = async (browser: Browser): Promise<readonly Json[]> =>
    ((await call(browser, 'GET', 'notices')).body as { data: Json[] }).data;
  const me = async (browser: Browser): Promise<Json> => (await browser.send('GET', '/console/api/me')).body as Json;
  const unread = async (browser: Browser): Promise<unknown> => (await me(browser))['unread'];
  const recipients = async (): Promise<readonly string[]> =>
    (
      await app.database.query<{ recipient: string }>(
        'select recipient from outgoing_mail where account_id = $1 order by recipient',
        [account.accountId],
      )
    ).map(({ recipient }) => recipient);

  it('lists them latest first, with the screen of the cause, and marks them as read for one member only', async () => {
    const { browser: viewer } = await aMember(app, account.accountId, 'viewer');
    await notify('webhook_failing', { path: 'webhooks/7/deliveries' });
    await notify('link_frozen');
    const [latest, first] = (await notices(owner)) as [Json, Json];
    expect([latest, first]).toMatchObject([
      { kind: 'link_frozen', path: null, read_at: null },
      { kind: 'webhook_failing', subject: 'About webhook_failing', body: 'Text', path: 'webhooks/7/deliveries' },
    ]);
    expect(await me(owner)).toMatchObject({ unread: 2, accounts: [{ unread: 2 }] });
    expect((await call(owner, 'POST', 'notices/read', { up_to_id: first['id'] })).status).toBe(204);
    expect((await notices(owner)).map(({ read_at: at }) => at)).toEqual([null, expect.any(String)]);
    const before = (await notices(owner))[1]?.['read_at'];
    await call(owner, 'POST', 'notices/read', { up_to_id: latest['id'] });
    expect((await notices(owner))[1]?.['read_at']).toBe(before);
    expect([await unread(owner), await unread(viewer)]).toEqual([0, 2]);
    const page = await call(owner, 'GET', 'notices?limit=1&offset=1');
    expect(page.body).toMatchObject({ total: 2, limit: 1, offset: 1, has_next: false, data: [{ id: first['id'] }] });
  });

  it('a notice that is committed after a later one was read stays unread', async () => {
    const [late] = await app.database.query<{ id: number }>(
      `select nextval(pg_get_serial_sequence('notice', 'id')) as id`,
    );
    await notify();
    const [newest] = await notices(owner);
    await call(owner, 'POST', 'notices/read', { up_to_id: newest?.['id'] });
    await app.database.query(
      `insert into notice (id, account_id, kind, subject, body) overriding system value values ($1, $2, 'reply_failed', 's', 'b')`,
      [late?.id, account.accountId],
    );
    expect(await unread(owner)).toBe(1);
  });

  it('a new member has read what was there before', async () => {
    await notify();
    const { browser } = await aMember(app, account.accountId, 'member');
    expect([(await notices(browser)).length, await unread(browser)]).toEqual([1, 0]);
    await notify();
    expect(await unread(browser)).toBe(1);
  });

  it('a notice for one person is shown and mailed to that person only', async () => {
    const { browser, email } = await aMember(app, account.accountId, 'owner');
    await notify('sign_in_failures', { personId: Number((await me(browser))['id']) });
    expect([await unread(owner), await unread(browser)]).toEqual([0, 1]);
    expect([(await notices(owner)).length, (await notices(browser)).length]).toEqual([0, 1]);
    expect(await recipients()).toEqual([email]);
  });

  it('mails owners, other members on request, and the address of the account, each address once', async () => {
    const { browser: member, email } = await aMember(app, account.accountId, 'member');
    await notify();
    expect(await recipients()).toEqual([ownerEmail]);
    await app.database.query('delete from outgoing_mail');
    await app.database.query('update account set email = $2 where id = $1', [
      account.accountId,
      ownerEmail.toUpperCase(),
    ]);
    await call(member, 'PUT', 'notice-preferences', { kinds: { webhook_failing: { console: true, mail: true } } });
    await notify();
    await notify('link_frozen');
    const mails = (await recipients()).map((address) => address.toLowerCase());
    expect(mails.sort()).toEqual([ownerEmail, ownerEmail, email].sort());
  });

  it('preferences are per person and kind: a kind that is off is neither listed nor counted', async () => {
    const { browser: viewer } = await aMember(app, account.accountId, 'viewer');
    const defaults = (await call(owner, 'GET', 'notice-preferences')).body as { kinds: Json; can_mail: boolean };
    expect(defaults).toMatchObject({ can_mail: true });
    expect(Object.keys(defaults.kinds)).toEqual([...NOTICE_KINDS]);
    expect((await call(viewer, 'GET', 'notice-preferences')).body).toMatchObject({
      kinds: { link_frozen: { console: true, mail: false } },
    });
    const changed = await call(owner, 'PUT', 'notice-preferences', {
      kinds: { link_frozen: { console: false, mail: false } },
    });
    expect(changed.body).toMatchObject({
      kinds: { link_frozen: { console: false, mail: false }, reply_failed: { console: true, mail: true } },
    });
    await notify('link_frozen');
    expect([await unread(owner), (await notices(owner)).length]).toEqual([0, 0]);
    expect([await unread(viewer), (await notices(viewer)).length]).toEqual([1, 1]);
    expect(await recipients()).toEqual([]);
  });

  it.each([
    ['notices/read', 'POST', {}],
    ['notices/read', 'POST', { up_to_id: 0 }],
    ['notices/read', 'POST', { up_to_id: '1' }],
    ['notice-preferences', 'PUT', { kinds: { weather: { console: true, mail: true } } }],
    ['notice-preferences', 'PUT', { kinds: { link_frozen: { console: true } } }],
    ['notice-preferences', 'PUT', { kinds: { link_frozen: true } }],
    ['notice-preferences', 'PUT', {}],
  ] as const)('%s refuses the bad body %#', async (path, method, body) => {
    const answer = await call(owner, method, path, body);
    expect([answer.status, (answer.body as Json)['code']]).toEqual([422, 'validation_error']);
  });

  it('reading in another account marks nothing here, and a suspended account can be read', async () => {
    await notify();
    const other = await app.anAccount();
    const { browser: foreigner } = await aMember(app, other.accountId, 'owner');
    await call(foreigner, 'POST', 'notices/read', { up_to_id: 2 ** 50 }, other.accountId);
    expect((await call(foreigner, 'GET', 'notices')).status).toBe(404);
    await app.database.query(`update account set status = 'suspended' where id = $1`, [account.accountId]);
    expect([await unread(owner), (await notices(owner)).length]).toEqual([1, 1]);
  });
});
